/** Results of Copilot CLI's tools as views. Rule: docs/formats/copilot-cli.md. */
import { decline, good, type Outcome } from '#shared/outcome'
import type { ToolEntry } from '#shared/session'
import type { FileDiff, ReadView, TerminalView, ToolResultView } from '#shared/views'
import { diffView } from '../../views/diff'
import { contentBlocks } from '../parts/blocks'
import { answered } from '../parts/entries'
import { fieldsOf, listOf, numberOr, textOr, type Fields } from '../parts/fields'
import { newFile, unifiedHunks } from '../parts/patches'
import { usualDiffs } from '../parts/usual-tools'
import { numberedLines, readOf } from '../parts/windows'

/** A call with the data of its `tool.execution_complete`. */
export function completed(call: ToolEntry, data: Fields, at: number | null): ToolEntry {
  const result = fieldsOf(data.result)
  const text = textOr(result.content, '')
  const isError = data.success === false
  const message = textOr(fieldsOf(data.error).message, text)
  const rich = listOf(result.contents)
  const content = isError
    ? contentBlocks(message)
    : rich.length > 0
      ? contentBlocks(rich)
      : contentBlocks(text)
  const view = isError ? null : viewOf(call, data, result, text)
  const code = textOr(fieldsOf(data.error).code, null)
  return answered(call, {
    at,
    content,
    isError,
    errorCode: code,
    view: view?.ok ? view.value : null,
    declined:
      view && !view.ok
        ? view.reason
        : isError && call.tone === 'read'
          ? { code: 'result-is-error', params: {} }
          : null,
    derived: view?.ok === true && view.value.card === 'read',
    ms: numberOr(fieldsOf(fieldsOf(data.toolTelemetry).metrics).durationMs, null),
  })
}

function viewOf(
  call: ToolEntry,
  data: Fields,
  result: Fields,
  text: string,
): Outcome<ToolResultView> | null {
  const args = fieldsOf(call.args)
  switch (call.tone) {
    case 'read':
      return viewed(args, result, text)
    case 'run':
      return good(ran(text, fieldsOf(data.shellExecution)))
    case 'edit':
      return edited(call, args, textOr(result.detailedContent, ''))
    default:
      return null
  }
}

interface PseudoDiff {
  readonly path: string
  readonly isNew: boolean
  /** From the first hunk header on. */
  readonly body: string
}

/** Files of a `detailedContent`. Their paths lost a leading slash; a drive they keep. */
function filesIn(detailed: string): PseudoDiff[] {
  return detailed
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith('diff --git '))
    .map((part) => {
      const named = /^\+\+\+ b\/(.*)$/m.exec(part)?.[1] ?? /^--- a\/(.*)$/m.exec(part)?.[1] ?? ''
      const start = /^@@ /m.exec(part)?.index ?? part.length
      const isNew = /^(?:create|new) file mode/m.test(part.slice(0, start))
      const path = /^[A-Za-z]:/.test(named) ? named : `/${named}`
      return { path, isNew, body: part.slice(start) }
    })
}

const tooLarge = /^File too large to read at once/
const truncated =
  /\n*\[Output truncated\. Use view_range=\[(\d+), [^\]]*\] to continue reading\.[^\]]*\]\s*$/

function viewed(args: Fields, result: Fields, text: string): Outcome<ReadView> {
  const path = textOr(args.path, '')
  const [file, ...more] = filesIn(textOr(result.detailedContent, ''))
  if (listOf(result.contents).length > 0) return decline('read-not-text', { type: 'media' })
  if (tooLarge.test(text)) return decline('read-not-text', { type: 'message' })
  const window = file && more.length === 0 ? hunkWindow(file.body) : numberedWindow(text)
  if (!window.ok) return window
  const { first, texts, isCut } = window.value
  const total = totalOf(args.view_range, first, texts.length, isCut || truncated.test(text))
  if (total === null) return decline('total-not-recorded')
  return readOf({ path, offset: first, texts, totalLines: total })
}

interface Window {
  readonly first: number
  readonly texts: readonly string[]
  readonly isCut: boolean
}

/** One hunk without changes, as many rows as it states. */
function hunkWindow(body: string): Outcome<Window> {
  const [head = '', ...rows] = body.replace(/\n$/, '').split('\n')
  const match = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@/.exec(head)
  if (!match) return decline('envelope-missing')
  const [start, count, start2, count2] = match.slice(1).map(Number)
  const first = start ?? 0
  const isPlain = start === start2 && count === count2 && rows.every((row) => row.startsWith(' '))
  if (!isPlain || rows.length !== count) {
    return decline('window-not-consecutive', { line: first + rows.length })
  }
  return good({ first, texts: rows.map((row) => row.slice(1)), isCut: false })
}

/** Older versions number the text itself. */
function numberedWindow(text: string): Outcome<Window> {
  const cut = truncated.exec(text)
  const body = cut ? text.slice(0, cut.index) : text
  if (!/^\d+\./.test(body)) return decline('envelope-missing')
  const lines = numberedLines(body, /^(\d+)\. ?(.*)$/)
  if (!lines.ok) return lines
  return good({ first: lines.value.first, texts: lines.value.texts, isCut: cut !== null })
}

/** Known of a view without a range, and of one that asks to the end. */
function totalOf(range: unknown, first: number, count: number, isCut: boolean): number | null {
  const last = first + count - 1
  if (isCut) return null
  if (range === undefined || range === null) return first === 1 ? last : null
  return listOf(range)[1] === -1 ? last : null
}

function ran(text: string, shell: Fields): TerminalView {
  const trailer = /\n?<(?:shellId: \S+ completed|exited) with exit code (-?\d+)>\s*$/.exec(text)
  const output = trailer ? text.slice(0, trailer.index) : text
  const code = numberOr(shell.exitCode, trailer ? Number(trailer[1]) : null)
  return { card: 'terminal', output, ...(code === null ? {} : { exitCode: code }) }
}

function edited(call: ToolEntry, args: Fields, detailed: string): Outcome<ToolResultView> {
  const title = call.call?.title ?? call.name
  const named = textOr(args.path, null)
  const files = filesIn(detailed)
  const diffs = files.flatMap((file) =>
    diffsOf({ ...file, path: files.length === 1 && named !== null ? named : file.path }),
  )
  // Old logs keep only what was asked for; that it succeeded is all they add.
  const known = diffs.length > 0 ? diffs : usualDiffs(args)
  return known.length > 0 ? good(diffView(title, known)) : decline('diffs-empty')
}

function diffsOf({ path, isNew, body }: PseudoDiff): FileDiff[] {
  const hunks = unifiedHunks(path, body)
  return isNew ? hunks.map(({ newText }) => newFile(path, newText)) : hunks
}
