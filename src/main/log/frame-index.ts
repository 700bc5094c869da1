/**
 * Where the frames of a compressed log lie, in both worlds. Columns of numbers,
 * because a log of a gigabyte has more than a hundred thousand frames.
 */
export interface IndexedFrame {
  /** Position and size in the file. */
  readonly fileOffset: number
  readonly size: number
  /** Decompressed offset and length. */
  readonly offset: number
  readonly length: number
  /** 1-based number of the line its first byte belongs to. */
  readonly line: number
}

/** Numbers per frame: fileOffset, size, offset, length, line. */
const columns = 5

export class FrameIndex {
  #cells = new Float64Array(columns * 64)
  #count = 0

  get count(): number {
    return this.#count
  }

  push(frame: IndexedFrame): void {
    const at = this.#count * columns
    if (at === this.#cells.length) {
      const larger = new Float64Array(this.#cells.length * 2)
      larger.set(this.#cells)
      this.#cells = larger
    }
    this.#cells.set([frame.fileOffset, frame.size, frame.offset, frame.length, frame.line], at)
    this.#count += 1
  }

  /** The frame at `index`; undefined outside. */
  at(index: number): IndexedFrame | undefined {
    if (index < 0 || index >= this.#count) return undefined
    const [fileOffset = 0, size = 0, offset = 0, length = 0, line = 0] = this.#cells.subarray(
      index * columns,
      (index + 1) * columns,
    )
    return { fileOffset, size, offset, length, line }
  }

  /** Index of the last frame that begins at or before the decompressed offset; -1 when none. */
  find(offset: number): number {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#cells[middle * columns + 2] ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  /** All numbers of all frames, as `restore` takes them. */
  cells(): Float64Array {
    return this.#cells.slice(0, this.#count * columns)
  }

  restore(cells: Float64Array): void {
    this.#cells = cells.length === 0 ? new Float64Array(columns * 64) : new Float64Array(cells)
    this.#count = cells.length / columns
  }

  /** Forgets all frames from `index` on. */
  cut(index: number): void {
    this.#count = Math.max(0, Math.min(this.#count, index))
  }
}
