/** Calls and results of pi's tools as views. Rule: docs/formats/pi.md. */
import { decline, type Outcome } from '#shared/outcome'
import type { Tone } from '#shared/session'
import type { FileDiff, ReadView, TerminalView, ToolCallView, ToolResultView } from '#shared/views'
import { diffView } from '../../views/diff'
import { fieldsOf, numberOr, textOr, type Fields } from '../parts/fields'
import { newFile, unifiedHunks } from '../parts/patches'
import { readOf } from '../parts/windows'

const tones: Readonly<Record<string, Tone>> = {
  read: 'read',
  edit: 'edit',
  write: 'edit',
  bash: 'run',
  grep: 'search',
  find: 'search',
  ls: 'search',
}

export function toneOfTool(name: string): Tone {
  return Object.hasOwn(tones, name) ? (tones[name] ?? 'generic') : 'generic'
}

function pathIn(args: Fields): string {
  return textOr(args.path, textOr(args.file_path, ''))
}

export function callView(name: string, args: Fields): ToolCallView {
  const path = pathIn(args)
  switch (name) {
    case 'bash':
      return { card: 'terminal', title: textOr(args.command, '') }
    case 'read': {
      const line = numberOr(args.offset, null)
      const location = { path, ...(line === null || line < 1 ? {} : { line }) }
      return { card: 'generic', title: `read ${path}`, kind: 'read', locations: [location] }
    }
    case 'edit': {
      const edits = Array.isArray(args.edits) ? args.edits.map(fieldsOf) : [args]
      const diffs = edits.map((edit) => ({
        path,
        oldText: textOr(edit.oldText, null),
        newText: textOr(edit.newText, ''),
      }))
      return { card: 'diff', title: `edit ${path}`, diffs }
    }
    case 'write':
      return {
        card: 'diff',
        title: `write ${path}`,
        diffs: [newFile(path, textOr(args.content, ''))],
      }
    default:
      return {
        card: 'generic',
        title: name,
        kind: toneOfTool(name) === 'search' ? 'search' : 'other',
        rawInput: args,
      }
  }
}

/** The view of a result; null where the tool draws its text. */
export function resultView(
  name: string,
  args: Fields,
  text: string,
  details: Fields,
  isError: boolean,
): Outcome<ToolResultView> | null {
  switch (name) {
    case 'bash':
      return { ok: true, value: terminal(text, isError) }
    case 'read':
      return isError ? decline('result-is-error') : readResult(args, text, details)
    case 'edit':
      return isError ? decline('result-is-error') : editResult(pathIn(args), details)
    case 'write': {
      const path = pathIn(args)
      const view = diffView(`write ${path}`, [newFile(path, textOr(args.content, ''))])
      return isError ? decline('result-is-error') : { ok: true, value: view }
    }
    default:
      return null
  }
}

export function terminal(text: string, isError: boolean): TerminalView {
  const exited = /(?:^|\n\n?)Command exited with code (\d+)\s*$/.exec(text)
  if (exited)
    return {
      card: 'terminal',
      output: clean(text.slice(0, exited.index)),
      exitCode: Number(exited[1]),
    }
  if (/Command (?:aborted|timed out after \S+ seconds)\s*$/.test(text)) {
    return { card: 'terminal', output: text }
  }
  return { card: 'terminal', output: clean(text), ...(isError ? {} : { exitCode: 0 }) }
}

function clean(text: string): string {
  return text.trim() === '(no output)' ? '' : text
}

const showing =
  /\n\n\[Showing lines (\d+)-(\d+) of (\d+)(?: \([^)]*limit\))?\. Use offset=(\d+) to continue\.?\]\s*$/
const moreLines = /\n\n?\[(\d+) more lines in file\. Use offset=(\d+) to continue\.?\]\s*$/
const oldMore =
  /\n\n?\.\.\. \((\d+) more lines not shown\. Use offset=(\d+) to continue reading\)\s*$/
const tooLong = /^\[Line \d+ is .*exceeds .* limit\. Use bash:/

function readResult(args: Fields, text: string, details: Fields): Outcome<ReadView> {
  const path = pathIn(args)
  const offset = Math.max(1, numberOr(args.offset, 1))
  if (tooLong.test(text)) return decline('result-truncated')
  const shown = showing.exec(text)
  if (shown) {
    const [first = 0, last = 0, totalLines = 0, next = 0] = shown.slice(1).map(Number)
    const texts = text.slice(0, shown.index).split('\n')
    const count = last - first + 1
    if (first !== offset || next !== offset + texts.length || count !== texts.length) {
      return decline('window-not-consecutive', { line: offset })
    }
    return readOf({ path, offset, texts, totalLines })
  }
  for (const pattern of [moreLines, oldMore]) {
    const match = pattern.exec(text)
    if (!match) continue
    const next = Number(match[2])
    const texts = text.slice(0, match.index).split('\n')
    if (next - offset !== texts.length) return decline('window-not-consecutive', { line: offset })
    return readOf({ path, offset, texts, totalLines: next - 1 + Number(match[1]) })
  }
  const texts = text.split('\n')
  const truncation = fieldsOf(details.truncation)
  const isCut = truncation.truncated === true
  if (isCut && args.limit === undefined) {
    const total = numberOr(truncation.totalLines, null)
    if (total === null) return decline('total-not-recorded')
    return readOf({ path, offset, texts, totalLines: offset - 1 + total })
  }
  if (isCut) return decline('total-not-recorded')
  return readOf({ path, offset, texts, totalLines: offset - 1 + texts.length })
}

function editResult(path: string, details: Fields): Outcome<ToolResultView> {
  const patch = textOr(details.patch, null)
  const hunks =
    patch === null ? ownHunks(path, textOr(details.diff, '')) : unifiedHunks(path, patch)
  return hunks.length > 0
    ? { ok: true, value: diffView(`edit ${path}`, hunks) }
    : decline('diffs-empty')
}

/** pi's own form: sign, number, text per row; a row of dots between hunks. */
function ownHunks(path: string, diff: string): FileDiff[] {
  const hunks: FileDiff[] = []
  let olds: string[] = []
  let news: string[] = []
  let oldStart: number | null = null
  let shift = 0
  const flush = (): void => {
    if (olds.length + news.length > 0) {
      const start = oldStart ?? 1
      const before = shift - (news.length - olds.length)
      hunks.push({
        path,
        oldText: olds.length === 0 ? null : olds.join('\n'),
        newText: news.join('\n'),
        ...(olds.length === 0 ? {} : { oldStart: start }),
        newStart: start + before,
      })
    }
    olds = []
    news = []
    oldStart = null
  }
  for (const row of diff.split('\n')) {
    const match = /^([ +-])\s*(\d+) ?(.*)$/.exec(row)
    if (!match) {
      flush()
      continue
    }
    const [, sign, number, text = ''] = match
    if (sign !== '+') {
      oldStart ??= Number(number)
      olds.push(text)
    } else oldStart ??= Number(number) - shift
    if (sign !== '-') news.push(text)
    shift += sign === '+' ? 1 : sign === '-' ? -1 : 0
  }
  flush()
  return hunks
}
