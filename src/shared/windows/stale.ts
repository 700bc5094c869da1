/** Lines of a read window that the session itself replaced later. */
import type { FileDiff, ReadLine } from '../views'
import { WindowText } from './window-text'

/** A later edit of the same file: `seq` of its entry, its hunks in order. */
export interface LaterEdit {
  readonly seq: number
  readonly diffs: readonly FileDiff[]
}

/**
 * Runs of window lines (1-based) that later edits replaced, sorted, each with
 * the first edit that did it. A hunk whose old text does not stand in the
 * window exactly once marks nothing.
 */
export function staleLines(
  lines: readonly ReadLine[],
  edits: readonly LaterEdit[],
): { first: number; last: number; seq: number }[] {
  const text = new WindowText(lines)
  const replacedBy = new Map<number, number>()
  for (const { seq, diffs } of edits) {
    for (const diff of diffs) {
      for (const number of text.apply(diff) ?? []) replacedBy.set(number, seq)
    }
  }
  const stale: { first: number; last: number; seq: number }[] = []
  for (const [number, seq] of [...replacedBy].sort(([a], [b]) => a - b)) {
    const run = stale.at(-1)
    if (run && run.seq === seq && run.last === number - 1) run.last = number
    else stale.push({ first: number, last: number, seq })
  }
  return stale
}
