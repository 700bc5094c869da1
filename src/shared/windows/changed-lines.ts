/** Which lines of a text another text no longer has. Indexes from 0. */

/** Tables larger than this are not built: the whole middle counts as changed. */
const maxCells = 1_000_000

/**
 * Indexes of the lines in `before` that are not kept in `after`: equal lines at
 * both ends are cut away, the rest is aligned on its longest common sequence.
 * Pure insertions change no line of `before`.
 */
export function changedLines(before: readonly string[], after: readonly string[]): number[] {
  let start = 0
  const shorter = Math.min(before.length, after.length)
  while (start < shorter && before[start] === after[start]) start += 1
  let tail = 0
  while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const left = before.slice(start, before.length - tail)
  const right = after.slice(start, after.length - tail)
  const kept = left.length * right.length > maxCells ? new Set<number>() : keptOf(left, right)
  return left.flatMap((_, index) => (kept.has(index) ? [] : [start + index]))
}

/** Indexes of `left` on one longest common sequence with `right`. */
function keptOf(left: readonly string[], right: readonly string[]): Set<number> {
  const width = right.length + 1
  const lengths = new Uint32Array((left.length + 1) * width)
  const at = (row: number, column: number): number => Number(lengths[row * width + column])
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        left[row] === right[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const kept = new Set<number>()
  for (let row = 0, column = 0; row < left.length && column < right.length;) {
    if (left[row] === right[column]) {
      kept.add(row)
      row += 1
      column += 1
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return kept
}
