/**
 * Cuts a stream of bytes into lines, whatever pieces it arrives in. LF ends a
 * line and nothing else does (U+2028 and a lone CR are text). Lines that lie
 * whole in a piece are visited in place; only one that crosses pieces is copied.
 */
import type { LineVisitor } from './line-log'

const lf = 10
const cr = 13

/** Where a splitter stands: decompressed byte offset and 1-based line of the next line. */
export interface SplitterStart {
  readonly offset: number
  readonly line: number
}

export class LineSplitter {
  readonly #visit: LineVisitor
  #carry = Buffer.alloc(0)
  #carried = 0
  #offset: number
  #line: number

  constructor(visit: LineVisitor, start: SplitterStart) {
    this.#visit = visit
    this.#offset = start.offset
    this.#line = start.line
  }

  /** Decompressed offset at which the next line (or the pending one) begins. */
  get offset(): number {
    return this.#offset
  }

  /** 1-based number of the next line. */
  get line(): number {
    return this.#line
  }

  /** Bytes of a line that has no end yet. */
  get pending(): number {
    return this.#carried
  }

  /** Takes the next piece. Bytes are copied where they must outlive the call. */
  feed(bytes: Buffer): void {
    let start = 0
    let end = bytes.indexOf(lf)
    if (this.#carried > 0) {
      this.#keep(bytes, 0, end < 0 ? bytes.length : end)
      if (end < 0) return
      this.#emit(this.#carry, 0, this.#carried)
      this.#dropCarry()
      start = end + 1
      end = bytes.indexOf(lf, start)
    }
    while (end >= 0) {
      this.#emit(bytes, start, end)
      start = end + 1
      end = bytes.indexOf(lf, start)
    }
    if (start < bytes.length) this.#keep(bytes, start, bytes.length)
  }

  /** Ends the pending line where it stands, because what should follow is lost. */
  breakLine(): void {
    if (this.#carried === 0) return
    this.#emit(this.#carry, 0, this.#carried)
    this.#offset -= 1 // there was no LF
    this.#dropCarry()
  }

  #emit(bytes: Buffer, start: number, end: number): void {
    const length = end - start + 1
    let from = start
    let to = end
    let offset = this.#offset
    if (this.#line === 1 && bytes[start] === 0xef && isByteOrderMark(bytes, start, end)) {
      from += 3
      offset += 3
    }
    if (to > from && bytes[to - 1] === cr) to -= 1
    this.#visit(bytes, from, to, this.#line, offset)
    this.#offset += length
    this.#line += 1
  }

  /** Doubles as it grows, so that a line of any length costs one pass. */
  #keep(bytes: Buffer, start: number, end: number): void {
    const need = this.#carried + end - start
    if (need > this.#carry.length) {
      const larger = Buffer.allocUnsafe(Math.max(need, this.#carry.length * 2, 4096))
      this.#carry.copy(larger, 0, 0, this.#carried)
      this.#carry = larger
    }
    bytes.copy(this.#carry, this.#carried, start, end)
    this.#carried = need
  }

  #dropCarry(): void {
    this.#carried = 0
    // One giant line must not hold its memory for the rest of the log.
    if (this.#carry.length > 1 << 22) this.#carry = Buffer.alloc(0)
  }
}

function isByteOrderMark(bytes: Buffer, start: number, end: number): boolean {
  return end - start >= 3 && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf
}
