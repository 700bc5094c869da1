/** Kimi Code, and Kimi CLI before it. Specification: docs/formats/kimi.md. */
import { basename, dirname, join } from 'node:path'
import { readJson } from '../document-reader/files'
import type { FoundLog, LogFormat, SessionFacts } from '../format'
import { foldLines } from '../line-reader/fold'
import { openLines } from '../line-reader/line-reader'
import { fieldsOf, firstLine, isObject, textOr, timeOf } from '../parts/fields'
import { recordsIn, summariseLines } from '../parts/summary'
import { textIn } from './parts'
import { kimiRules } from './records'

function isKimi(head: Uint8Array): boolean {
  const [first, second] = recordsIn(head)
  if (first?.type === 'metadata' && typeof first.protocol_version === 'string') return true
  return [first, second].some((record) => {
    const message = record?.message
    return isObject(message) && isObject(message.payload) && record?.timestamp !== undefined
  })
}

/** `agents/<agent>/wire.jsonl` below a session's folder; the older CLI had one log per session. */
function placeOf(path: string): { readonly session: string; readonly agent: string | null } {
  const folder = dirname(path)
  const isAgent = basename(dirname(folder)) === 'agents'
  return isAgent
    ? { session: dirname(dirname(folder)), agent: basename(folder) }
    : { session: folder, agent: null }
}

/** What `state.json` of the session says; a subagent is a session of its own. */
async function factsAt(path: string): Promise<Partial<SessionFacts>> {
  const { session, agent } = placeOf(path)
  const id = basename(session)
  const read = await readJson(join(session, 'state.json'))
  const state = read.ok ? fieldsOf(read.value) : {}
  const cwd = textOr(state.workDir, null)
  const place = cwd === null ? {} : { cwd }
  if (agent !== null && agent !== 'main') {
    return { id: `${id}/${agent}`, parent: id, relation: 'subagent', ...place }
  }
  const title = textOr(state.title, null)
  const others = Object.keys(fieldsOf(state.agents)).filter((name) => name !== 'main')
  return {
    id,
    childIds: others.map((name) => `${id}/${name}`),
    ...place,
    ...(title === null ? {} : { title }),
  }
}

export const kimi: LogFormat = {
  id: 'kimi',
  name: 'Kimi Code',
  roots: (env) => [
    join(env.env.KIMI_CODE_HOME?.trim() || join(env.home, '.kimi-code'), 'sessions'),
    join(env.home, '.kimi', 'sessions'),
  ],
  async discover(folder) {
    const found: FoundLog[] = []
    for (const file of folder.files) {
      if (file.name !== 'wire.jsonl' && !folder.isNamed) continue
      if (isKimi(await folder.head(file)))
        found.push({ path: file.path, others: [], sessionId: null })
    }
    return found
  },
  async summarise(found) {
    const facts = await factsAt(found.path)
    const rules = kimiRules(facts)
    return summariseLines(found, kimi, (known, record) => {
      known.id ??= facts.id ?? null
      known.title ??= facts.title ?? null
      known.cwd ??= facts.cwd ?? textOr(record.cwd, null)
      known.parent = facts.parent ?? null
      known.relation = facts.relation ?? null
      known.model = rules.factsOf?.(record, false)?.model ?? known.model
      known.startedAt ??= rules.timeOf(record) ?? timeOf(record.created_at)
      if (!rules.partsOf(record).some(({ kind }) => kind === 'prompt')) return
      const message = fieldsOf(record.message)
      const text = textIn(message.content ?? fieldsOf(message.payload).user_input)
      known.prompt ??= firstLine(text) || null
    })
  },
  async open(found) {
    const facts = await factsAt(found.path)
    return openLines(found.path, foldLines(kimiRules(facts), JSON.stringify(facts)))
  },
}
