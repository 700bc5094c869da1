/**
 * A read window without its text: an ordered run of numbered lines of a file.
 * Lines are 1-based, both ends included.
 */
import type { LineRange } from '../session'

/** `first` > `last` when no line was shown; `offset` is the first line that was asked for. */
export interface ReadWindow {
  readonly path: string
  readonly offset: number
  readonly first: number
  readonly last: number
  /** Lines of the file at that time. */
  readonly totalLines: number
}

/** A read with its lines: a meta or a view. */
export interface LinedRead {
  readonly path: string
  readonly offset: number
  readonly lines: readonly { readonly number: number }[]
  readonly totalLines: number
}

/** The window of a read: ends from its first and last line, `offset - 1` for the last when it has none. */
export function windowOf(read: ReadWindow | LinedRead): ReadWindow {
  if (!('lines' in read)) return read
  const { path, offset, lines, totalLines } = read
  const first = lines[0]?.number ?? offset
  const last = lines.at(-1)?.number ?? offset - 1
  return { path, offset, first, last, totalLines }
}

/** No line was shown: an empty file, an offset past the end, or nothing fitted under the byte cap. */
export function isEmpty(window: ReadWindow): boolean {
  return window.first > window.last
}

/** The lines shown; null for an empty window. */
export function rangeOf(window: ReadWindow): LineRange | null {
  return isEmpty(window) ? null : { first: window.first, last: window.last }
}
