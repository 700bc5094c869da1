/**
 * Which read goes on where another one of the same file stopped, over a whole
 * session. Knows windows only; whose reads are of one file, paths.ts tells.
 * Rule: design, "Continuation".
 */
import { resumesAt } from './continuation'
import { isEmpty, type ReadWindow } from './window'

/** A read of the session: `seq` names its entry and grows along the list. */
export interface ReadAt extends ReadWindow {
  readonly seq: number
}

/**
 * Seqs of the entries a read is continued by and goes on from; null: none.
 * Each is the other's inverse: what `continues` names is continued by this
 * read, and where one read continues several, it names the latest of them.
 */
export interface ReadLinks {
  readonly continuedBy: number | null
  readonly continues: number | null
}

/**
 * Links the reads of one file, by seq: each to the next one whose window shows
 * the line it stopped before. Takes n log n, so that a session of many
 * thousand reads is linked at once.
 */
export function linkReads(reads: readonly ReadAt[]): Map<number, ReadLinks> {
  const continuedBy = nextReads(reads)
  const continues = new Map<number, number>()
  for (const { seq } of reads) {
    const next = continuedBy.get(seq)
    if (next !== undefined) continues.set(next, seq)
  }
  return new Map(
    reads.map(({ seq }) => [
      seq,
      { continuedBy: continuedBy.get(seq) ?? null, continues: continues.get(seq) ?? null },
    ]),
  )
}

/** From the last read to the first: ask who shows the line, then paint the own window over it. */
function nextReads(reads: readonly ReadAt[]): Map<number, number> {
  const continuedBy = new Map<number, number>()
  const lines = [...new Set(reads.map((read) => resumesAt(read) ?? 0))].sort((a, b) => a - b)
  const board = new PaintBoard(lines)
  for (const read of reads.toReversed()) {
    const from = resumesAt(read)
    const next = from === null ? undefined : board.at(from)
    if (next !== undefined) continuedBy.set(read.seq, next)
    if (!isEmpty(read)) board.paint(read.first, read.last, read.seq)
  }
  return continuedBy
}

/**
 * Remembers for each of some lines the lowest seq painted over it: a segment
 * tree whose nodes stand for runs of lines. Seqs come in falling order, so a
 * newer paint always wins and nothing is ever pushed down.
 */
class PaintBoard {
  readonly #lines: readonly number[]
  readonly #nodes: (number | undefined)[]

  constructor(lines: readonly number[]) {
    this.#lines = lines
    this.#nodes = new Array<number | undefined>(2 * lines.length)
  }

  /** Index of the first known line that is not below `line`. */
  #indexOf(line: number): number {
    let low = 0
    let high = this.#lines.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (Number(this.#lines[middle]) < line) low = middle + 1
      else high = middle
    }
    return low
  }

  paint(first: number, last: number, seq: number): void {
    let low = this.#indexOf(first) + this.#lines.length
    let high = this.#indexOf(last + 1) + this.#lines.length
    for (; low < high; low >>= 1, high >>= 1) {
      if (low & 1) this.#nodes[low++] = seq
      if (high & 1) this.#nodes[--high] = seq
    }
  }

  at(line: number): number | undefined {
    let lowest: number | undefined
    for (let node = this.#indexOf(line) + this.#lines.length; node >= 1; node >>= 1) {
      const seq = this.#nodes[node]
      if (seq !== undefined && (lowest === undefined || seq < lowest)) lowest = seq
    }
    return lowest
  }
}
