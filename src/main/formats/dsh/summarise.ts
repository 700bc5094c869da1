/** A session's row of the library from both ends of its log. Rule: dsh format, 1.5, 3 and 17. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { decline, good, type Outcome } from '#shared/outcome'
import { readLogEnds } from '../../log/log-ends'
import type { FoundLog, Summary } from '../format'
import { homeOf } from './attachments'
import { headerIn } from './discover'
import { fieldsOf, firstLine, joinedText, textOr } from './facts-of'
import { relationOf } from './header'
import { eventOf, parseLine, type DshEvent } from './record'

const endBytes = 48 * 1024

/** Reads head and tail. Declines with what the file system says, or 'dsh-not-header'. */
export async function summariseDsh(found: FoundLog): Promise<Outcome<Summary>> {
  const ends = await readLogEnds(found.path, endBytes)
  if (!ends.ok) return ends
  const header = headerIn(ends.value.head)
  if (!header) return decline('dsh-not-header')
  const known = learn(ends.value.head, ends.value.tail, header.id)
  return good({
    path: found.path,
    agent: 'dsh',
    agentName: 'dsh',
    id: header.id,
    title: known.label ?? known.title ?? known.prompt,
    cwd: header.cwd ?? null,
    model: known.model,
    startedAt: header.createdAt,
    updatedAt: ends.value.mtimeMs,
    size: ends.value.size,
    parent: header.parentSession ?? null,
    relation: relationOf(header),
    problem: null,
    archived: (await archivedIn(homeOf(found.path))).has(header.id),
  })
}

interface Known {
  title: string | null
  label: string | null
  prompt: string | null
  model: string | null
}

const wanted =
  /^\{"type":"(?:session\/title"|user\/message"|request\/(?:header|context)"|subagent\/descriptor")/

/** Titles and models: the last ones in the tail, else in the head. */
function learn(head: Buffer, tail: Buffer, id: string): Known {
  const known: Known = { title: null, label: null, prompt: null, model: null }
  for (const part of [head, tail]) {
    for (const line of part.toString('utf8').split('\n')) {
      const event = wanted.test(line) ? eventIn(line, id) : null
      if (event) note(known, event)
    }
  }
  return known
}

function eventIn(line: string, id: string): DshEvent | null {
  const parsed = parseLine(line)
  const event = parsed.ok ? eventOf(parsed.value, id) : parsed
  return event.ok ? event.value : null
}

function note(known: Known, { type, data }: DshEvent): void {
  switch (type) {
    case 'session/title':
      known.title = firstLine(textOr(data.title, '')) || known.title
      return
    case 'subagent/descriptor':
      known.label = textOr(data.label, known.label)
      return
    case 'user/message':
      if (fieldsOf(data.source).kind !== 'user') return
      known.prompt ??= firstLine(joinedText(data.content, 'text')) || null
      return
    default: {
      const config = type === 'request/context' ? data : fieldsOf(fieldsOf(data.header).config)
      known.model = textOr(config.model, known.model)
    }
  }
}

const workspaceSchema = z.looseObject({
  global: z.looseObject({ archivedSessionIds: z.array(z.string()) }),
})
const archives = new Map<string, { mtimeMs: number; ids: ReadonlySet<string> }>()

/** Ids that the workspace store calls archived; none where there is no store. */
async function archivedIn(home: string): Promise<ReadonlySet<string>> {
  const path = join(home, 'storages', 'workspace.json')
  try {
    const { mtimeMs } = await stat(path)
    const cached = archives.get(path)
    if (cached?.mtimeMs === mtimeMs) return cached.ids
    const parsed = workspaceSchema.safeParse(JSON.parse(await readFile(path, 'utf8')))
    const ids = new Set(parsed.success ? parsed.data.global.archivedSessionIds : [])
    archives.set(path, { mtimeMs, ids })
    return ids
  } catch {
    return new Set()
  }
}
