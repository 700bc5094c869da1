/** OpenAI Codex CLI. Specification: docs/formats/codex.md. */
import { join } from 'node:path'
import type { FoundLog, LogFormat } from '../format'
import { openLines } from '../line-reader/line-reader'
import { fieldsOf, firstLine, textOr } from '../parts/fields'
import { recordsIn, summariseLines } from '../parts/summary'
import { codexAdapter } from './adapter'
import { codexRecord, originOf } from './records'

const rollout = /\.jsonl(?:\.zst)?$/

/** A whole header line, or the start of one that the head cuts. */
function isCodex(head: Uint8Array): boolean {
  const [first] = recordsIn(head)
  if (first) {
    if (first.type === 'session_meta' && typeof first.payload === 'object') return true
    return first.type === undefined && typeof first.id === 'string' && 'instructions' in first
  }
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('utf8')
  return (
    /^\{"timestamp":"[^"]+",(?:"ordinal":\d+,)?"type":"session_meta"/.test(text) ||
    /^\{"id":"[^"]+","timestamp":"[^"]+","instructions"/.test(text)
  )
}

export const codex: LogFormat = {
  id: 'codex',
  name: 'Codex',
  roots(env) {
    const home = env.env.CODEX_HOME?.trim() || join(env.home, '.codex')
    return [join(home, 'sessions'), join(home, 'archived_sessions')]
  },
  async discover(folder) {
    const found: FoundLog[] = []
    const names = new Set(folder.files.map(({ name }) => name))
    for (const file of folder.files) {
      if (!rollout.test(file.name) && !folder.isNamed) continue
      // The plain file wins over its compressed sibling.
      if (file.name.endsWith('.zst') && names.has(file.name.replace(/\.zst$/, ''))) continue
      if (!isCodex(await folder.head(file))) continue
      found.push({ path: file.path, others: [], sessionId: null })
    }
    return found
  },
  summarise: (found) =>
    summariseLines(found, codex, (known, value) => {
      const record = codexRecord(value)
      if (!record) return
      const { type, payload, at } = record
      if (type === 'session_meta' && known.id === null) {
        known.id = textOr(payload.id, null)
        known.cwd = textOr(payload.cwd, null)
        known.startedAt = at
        Object.assign(known, originOf(payload))
      }
      if (type === 'turn_context') {
        known.model = textOr(payload.model, known.model)
        known.cwd = textOr(payload.cwd, known.cwd)
      }
      if (payload.type === 'thread_name_updated') known.title = textOr(payload.name, known.title)
      const text =
        payload.type === 'user_message'
          ? textOr(payload.message, '')
          : payload.type === 'message' && payload.role === 'user'
            ? textOr(fieldsOf(Array.isArray(payload.content) ? payload.content[0] : null).text, '')
            : ''
      const isPrompt = text !== '' && !/^\s*(?:<\w|# AGENTS)/.test(text)
      if (isPrompt)
        known.prompt ??= firstLine(text.replace(/^[\s\S]*## My request for Codex:\s*/, ''))
    }),
  open: (found) => openLines(found.path, codexAdapter),
}
