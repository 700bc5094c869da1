/** Read windows of agents that keep them in another shape, through the one judge. */
import { decline, type Outcome } from '#shared/outcome'
import { langFromPath } from '#shared/highlight/lang-from-path'
import type { Block, ReadView } from '#shared/views'
import { good } from '#shared/outcome'
import { narrowRead, readView } from '../../views/read'

export interface RecordedWindow {
  readonly path: string
  /** 1-based. */
  readonly offset: number
  readonly texts: readonly string[]
  readonly totalLines: number
}

/** Numbers the texts from the offset and narrows; nothing is corrected. */
export function readOf(window: RecordedWindow, content?: Block[]): Outcome<ReadView> {
  const { path, offset, texts, totalLines } = window
  const lang = langFromPath(path)
  const last = offset + texts.length - 1
  if (texts.length > 0 && last > totalLines) {
    return decline('window-exceeds-total', { last, totalLines })
  }
  const read = narrowRead({
    path,
    offset,
    lines: texts.map((text, i) => ({ number: offset + i, text })),
    totalLines,
    ...(lang === undefined ? {} : { lang }),
  })
  return read.ok ? good(readView(read.value, content)) : read
}

export interface Numbered {
  /** Number of the first line. */
  readonly first: number
  readonly texts: readonly string[]
  /** What follows the last numbered line. */
  readonly rest: string
}

/**
 * Lines that all carry the next number, as `pattern` takes them apart (group 1
 * the number, group 2 the text). The first that does not ends the window; what
 * is left must be a footer that `isFooter` knows. Declines with
 * 'window-not-consecutive' {line}: its place in the text, 1-based.
 */
export function numberedLines(
  text: string,
  pattern: RegExp,
  isFooter: (rest: string) => boolean = (rest) => rest.trim() === '',
): Outcome<Numbered> {
  const rows = text.split('\n')
  const texts: string[] = []
  let first = 0
  let at = 0
  for (; at < rows.length; at++) {
    const match = pattern.exec(rows[at] ?? '')
    if (!match) break
    const number = Number(match[1])
    if (texts.length === 0) first = number
    else if (number !== first + texts.length) break
    texts.push(match[2] ?? '')
  }
  const rest = rows.slice(at).join('\n')
  if (texts.length === 0 || !isFooter(rest))
    return decline('window-not-consecutive', { line: at + 1 })
  return good({ first, texts, rest })
}
