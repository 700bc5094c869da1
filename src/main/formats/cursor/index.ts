/** Transcripts of Cursor's agent: calls, seldom their results, no times. Specification: docs/formats/cursor.md. */
import { basename, dirname, join } from 'node:path'
import type { FoundLog, LogFormat, SessionFacts } from '../format'
import { foldLines, type FoldRules } from '../line-reader/fold'
import { openLines } from '../line-reader/line-reader'
import { messageParts, type MessagePartRules } from '../line-reader/message-parts'
import { contentBlocks } from '../parts/blocks'
import { answered, markerEntry } from '../parts/entries'
import { fieldsOf, firstLine, indented, isObject, textOr, type Fields } from '../parts/fields'
import { recordsIn, summariseLines } from '../parts/summary'

const query = /<user_query>\n?([\s\S]*?)\n?<\/user_query>/

/** What a person typed is wrapped where the editor adds files and rules around it. */
function userParts(text: string): { text: string; label: string | null }[] {
  const typed = query.exec(text)
  if (!typed) return text === '' ? [] : [{ text, label: null }]
  const rest = text.replace(query, '').trim()
  const parts: { text: string; label: string | null }[] = [{ text: typed[1] ?? '', label: null }]
  if (rest !== '') parts.push({ text: rest, label: 'context' })
  return parts
}

const rules: MessagePartRules = {
  user: userParts,
  result(call, block, at) {
    const content = contentBlocks(block.content)
    const isRead = call.tone === 'read'
    const declined = isRead ? { code: 'total-not-recorded', params: {} } : null
    return answered(call, { at, content, isError: block.is_error === true, declined })
  },
}

function isMessage(record: Fields): boolean {
  return typeof record.role === 'string' && isObject(record.message)
}

/** `known`: what the place of the file says, as no line does. */
function cursorRules(known: Partial<SessionFacts>): FoldRules {
  return {
    timeOf: () => null,
    partsOf(record) {
      if (!isMessage(record)) {
        const title = textOr(record.type, 'record')
        const patch = { body: indented(record), severity: 'warning' as const }
        return [{ kind: 'entry', build: (place) => markerEntry(place, 'record', title, patch) }]
      }
      const { content } = fieldsOf(record.message)
      return messageParts({ id: null, role: textOr(record.role, 'user'), content }, rules)
    },
    factsOf: (_, isFirst) => (isFirst ? known : null),
  }
}

/** A subagent's transcript lies in `subagents` below its parent's folder. */
function factsAt(path: string): Partial<SessionFacts> {
  const id = basename(path, '.jsonl')
  const folder = dirname(path)
  if (basename(folder) !== 'subagents') return { id }
  return { id, parent: basename(dirname(folder)), relation: 'subagent' }
}

function isCursor(head: Uint8Array): boolean {
  const [first] = recordsIn(head)
  return (
    first !== undefined &&
    first.type === undefined &&
    ['user', 'assistant'].includes(textOr(first.role, '')) &&
    Array.isArray(fieldsOf(first.message).content)
  )
}

export const cursor: LogFormat = {
  id: 'cursor',
  name: 'Cursor',
  roots: (env) => [join(env.home, '.cursor', 'projects')],
  async discover(folder) {
    const found: FoundLog[] = []
    for (const file of folder.files) {
      if (!file.name.endsWith('.jsonl') && !folder.isNamed) continue
      if (isCursor(await folder.head(file)))
        found.push({ path: file.path, others: [], sessionId: null })
    }
    return found
  },
  summarise(found) {
    const facts = factsAt(found.path)
    return summariseLines(found, cursor, (known, record) => {
      known.id = facts.id ?? null
      known.parent = facts.parent ?? null
      known.relation = facts.relation ?? null
      if (record.role !== 'user') return
      const [block] = contentBlocks(fieldsOf(record.message).content)
      const [said] = block?.type === 'text' ? userParts(block.text) : []
      known.prompt ??= said ? firstLine(said.text) || null : null
    })
  },
  open: (found) => openLines(found.path, foldLines(cursorRules(factsAt(found.path)))),
}
