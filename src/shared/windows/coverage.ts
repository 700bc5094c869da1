/**
 * Which lines of a file a session has seen. Ranges are 1-based with both ends
 * included; a list of ranges is sorted and nothing in it touches.
 */
import type { LineRange } from '../session'
import { rangeOf, windowOf, type LinedRead, type ReadWindow } from './window'

/** Sorts and joins ranges that overlap or touch (1–4 and 5–8 make 1–8); empty ranges vanish. */
export function mergeRanges(ranges: readonly LineRange[]): LineRange[] {
  const sorted = ranges.filter((range) => range.first <= range.last)
  sorted.sort((a, b) => a.first - b.first)
  const merged: LineRange[] = []
  for (const { first, last } of sorted) {
    const before = merged.at(-1)
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last)
    else merged.push({ first, last })
  }
  return merged
}

/**
 * What earlier reads of the same file had shown, in the numbering of their
 * time, and whether that holds every line of this read. A read without lines
 * is no reread.
 */
export function coverageBefore(
  read: ReadWindow | LinedRead,
  earlier: readonly ReadWindow[],
): { before: LineRange[]; reread: boolean } {
  const before = mergeRanges(earlier.flatMap((window) => rangeOf(window) ?? []))
  const range = rangeOf(windowOf(read))
  const holds = (seen: LineRange, of: LineRange): boolean =>
    seen.first <= of.first && of.last <= seen.last
  return { before, reread: range !== null && before.some((seen) => holds(seen, range)) }
}
