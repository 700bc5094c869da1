/** Line numbers for the hunks of an edit, taken from what the session had read before it. */
import type { FileDiff, ReadLine } from '../views'
import { WindowText } from './window-text'

/**
 * The hunks with `oldStart` and `newStart` (1-based) where an earlier window
 * of the same file shows their old text exactly once. `between` are the edits
 * of that file after the window and before this one: one that cannot be
 * followed inside the window may have moved its lines, so then nothing is
 * numbered. Numbers the log itself states are kept.
 */
export function anchorHunks(
  diffs: readonly FileDiff[],
  window: readonly ReadLine[],
  between: readonly FileDiff[],
): FileDiff[] {
  const text = new WindowText(window)
  if (between.some((diff) => text.apply(diff) === null)) return [...diffs]
  let shift: number | null = 0
  let above = 0
  return diffs.map((diff) => {
    if (diff.oldStart !== undefined || diff.newStart !== undefined || diff.oldText === null) {
      shift = null
      return diff
    }
    const place = text.find(diff.oldText)
    if (!place) {
      shift = null
      return diff
    }
    const oldStart = text.firstNumber + place.first
    // Hunks out of order were not made in one pass: earlier ones say nothing of later places.
    if (oldStart < above) shift = null
    above = oldStart
    if (shift === null) return { ...diff, oldStart }
    const newStart = oldStart + shift
    shift += breaks(diff.newText) - breaks(diff.oldText)
    return { ...diff, oldStart, newStart }
  })
}

function breaks(text: string): number {
  return text.split('\n').length - 1
}
