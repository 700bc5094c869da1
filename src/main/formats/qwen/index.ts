/** Qwen Code. Specification: docs/formats/qwen.md. */
import { basename, join } from 'node:path'
import type { FoundLog, LogFormat } from '../format'
import { foldLines } from '../line-reader/fold'
import { openLines } from '../line-reader/line-reader'
import { fieldsOf, firstLine, isObject, listOf, textOr, timeOf } from '../parts/fields'
import { recordsIn, summariseLines } from '../parts/summary'
import { qwenRules } from './records'

const types = new Set(['user', 'assistant', 'tool_result', 'system'])

/** Claude Code's records have the same ids, but no `parts`. */
export function isQwen(head: Uint8Array): boolean {
  return recordsIn(head).some(
    (record) =>
      typeof record.uuid === 'string' &&
      typeof record.sessionId === 'string' &&
      types.has(textOr(record.type, '')) &&
      Array.isArray(fieldsOf(record.message).parts),
  )
}

export const qwen: LogFormat = {
  id: 'qwen',
  name: 'Qwen Code',
  roots: (env) => [join(env.home, '.qwen', 'projects'), join(env.home, '.qwen', 'tmp')],
  async discover(folder) {
    const found: FoundLog[] = []
    for (const file of folder.files) {
      if (!file.name.endsWith('.jsonl') && !folder.isNamed) continue
      if (isQwen(await folder.head(file)))
        found.push({ path: file.path, others: [], sessionId: null })
    }
    return found
  },
  summarise: (found) =>
    summariseLines(found, qwen, (known, record) => {
      const facts = qwenRules.factsOf?.(record, false)
      known.id ??= facts?.id || basename(found.path, '.jsonl')
      known.cwd ??= facts?.cwd ?? null
      known.title = facts?.title ?? known.title
      known.model = facts?.model ?? known.model
      known.startedAt ??= timeOf(record.timestamp)
      if (!qwenRules.partsOf(record).some(({ kind }) => kind === 'prompt')) return
      const first = listOf(fieldsOf(record.message).parts).find(
        (piece) => isObject(piece) && typeof piece.text === 'string',
      )
      known.prompt ??= firstLine(textOr(fieldsOf(first).text, '')) || null
    }),
  open: (found) => openLines(found.path, foldLines(qwenRules)),
}
