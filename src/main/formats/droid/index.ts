/** Droid, the command line of Factory. Specification: docs/formats/droid.md. */
import { basename, join } from 'node:path'
import { good } from '#shared/outcome'
import { readJson } from '../document-reader/files'
import type { FoundLog, LogFormat } from '../format'
import { foldLines } from '../line-reader/fold'
import { openLines } from '../line-reader/line-reader'
import { contentBlocks } from '../parts/blocks'
import { fieldsOf, firstLine, isObject, textOr, timeOf } from '../parts/fields'
import { recordsIn, summariseLines } from '../parts/summary'
import { droidRules } from './records'

function isDroid(head: Uint8Array): boolean {
  const [first] = recordsIn(head)
  if (first?.type === 'session_start') {
    return typeof first.id === 'string' && (typeof first.cwd === 'string' || 'title' in first)
  }
  // The stream names its session in each line, and wraps no message.
  return (
    first?.type === 'system' &&
    typeof first.session_id === 'string' &&
    !isObject(first.message) &&
    typeof first.timestamp === 'string' &&
    typeof first.subtype !== 'string'
  )
}

export const droid: LogFormat = {
  id: 'droid',
  name: 'Droid',
  roots: (env) => [join(env.home, '.factory', 'sessions')],
  async discover(folder) {
    const found: FoundLog[] = []
    for (const file of folder.files) {
      if (!file.name.endsWith('.jsonl') && !folder.isNamed) continue
      if (!isDroid(await folder.head(file))) continue
      const settings = file.path.replace(/\.jsonl$/, '.settings.json')
      const others = folder.files.some(({ path }) => path === settings) ? [settings] : []
      found.push({ path: file.path, others, sessionId: null })
    }
    return found
  },
  async summarise(found) {
    const rows = await summariseLines(found, droid, (known, record) => {
      const facts = droidRules.factsOf?.(record, false)
      if (facts) {
        known.id = facts.id || basename(found.path, '.jsonl')
        known.cwd = facts.cwd ?? null
        known.title = facts.title ?? null
        known.model = facts.model ?? null
      }
      known.startedAt ??= timeOf(record.timestamp)
      if (!droidRules.partsOf(record).some(({ kind }) => kind === 'prompt')) return
      const message = isObject(record.message) ? record.message : record
      const [block] = contentBlocks(message.content ?? message.text)
      if (block?.type === 'text') known.prompt ??= firstLine(block.text) || null
    })
    const [settings] = found.others
    if (!rows.ok || rows.value.model !== null || settings === undefined) return rows
    const read = await readJson(settings)
    const model = read.ok ? textOr(fieldsOf(read.value).model, null) : null
    return good({ ...rows.value, model })
  },
  open: (found) => openLines(found.path, foldLines(droidRules), found.others),
}
