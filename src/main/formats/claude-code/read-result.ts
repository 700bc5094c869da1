/** Read results of Claude Code as windows, where the log holds enough. Rule: docs/formats/claude-code.md. */
import { decline, good, type Outcome } from '#shared/outcome'
import type { ReadView } from '#shared/views'
import { fieldsOf, numberOr, textOr, type Fields } from '../parts/fields'
import { numberedLines, readOf } from '../parts/windows'

export interface ReadOutcome {
  readonly view: Outcome<ReadView>
  readonly derived: boolean
  readonly tags: string[]
}

const shorter = /^(?:<system-reminder>)?\s*Warning: the file exists but is shorter/

/** `result`: `toolUseResult`; `text`: the text of the result's block. */
export function readResult(result: unknown, args: Fields, text: string): ReadOutcome {
  const { type, file } = fieldsOf(result)
  if (type === 'text') return windowOf(fieldsOf(file), text)
  if (typeof type === 'string') {
    return { view: decline('read-not-text', { type }), derived: false, tags: [] }
  }
  if (/^File unchanged since last read/.test(text)) {
    return { view: decline('read-not-text', { type: 'unchanged' }), derived: false, tags: [] }
  }
  return { view: fromText(args, text), derived: true, tags: [] }
}

function windowOf(file: Fields, text: string): ReadOutcome {
  const path = textOr(file.filePath, '')
  const offset = numberOr(file.startLine, 0)
  const totalLines = numberOr(file.totalLines, -1)
  const count = numberOr(file.numLines, 0)
  const content = textOr(file.content, '')
  const tags = file.truncatedByTokenCap === true ? ['cut by token limit'] : []
  const outcome = (view: Outcome<ReadView>): ReadOutcome => ({ view, derived: false, tags })
  if (content === '' && (shorter.test(text) || offset > Math.max(1, totalLines))) {
    return outcome(decline('window-past-end'))
  }
  if (content === '' && totalLines === 0) {
    return outcome(readOf({ path, offset: Math.max(1, offset), texts: [], totalLines }))
  }
  const texts = content.split('\n')
  // The content is what was read; a count that disagrees is said, not mended.
  if (texts.length !== count) tags.push(`the log counts ${count} lines`)
  return outcome(readOf({ path, offset, texts, totalLines }))
}

const reminders = /<system-reminder>[\s\S]*?<\/system-reminder>\s*/g
const partial = /showing lines (\d+)-(\d+) of (\d+) total/i

/** Only where every line is numbered and the total is stated or certain. */
function fromText(args: Fields, text: string): Outcome<ReadView> {
  const path = textOr(args.file_path, '')
  const banner = partial.exec(text)
  const body = text
    .replace(reminders, '')
    .replace(/^\s*\[?PARTIAL[^\n]*\n/i, '')
    .replace(/\n+$/, '')
  const numbered = numberedLines(body, /^ *(\d+)(?:→|\t)(.*)$/)
  if (!numbered.ok) return numbered
  const { first, texts } = numbered.value
  const last = first + texts.length - 1
  const isWhole =
    args.offset === undefined && args.limit === undefined && texts.length < 2000 && first === 1
  const totalLines = banner ? Number(banner[3]) : isWhole ? last : null
  if (totalLines === null) return decline('total-not-recorded')
  const view = readOf({ path, offset: first, texts, totalLines })
  return view.ok ? good(view.value) : view
}
