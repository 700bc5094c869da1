/** Decoded entries near what is looked at: the last few blocks of seqs, least recently used first out. */
const blockSize = 64

export class PageCache<T> {
  readonly #blocks = new Map<number, Map<number, T>>()
  readonly #limit: number

  /** `limit`: blocks of 64 entries that are kept. */
  constructor(limit: number) {
    this.#limit = limit
  }

  get(seq: number): T | undefined {
    const id = Math.floor(seq / blockSize)
    const block = this.#blocks.get(id)
    if (!block) return undefined
    this.#blocks.delete(id)
    this.#blocks.set(id, block)
    return block.get(seq)
  }

  set(seq: number, entry: T): void {
    const id = Math.floor(seq / blockSize)
    const block = this.#blocks.get(id) ?? new Map<number, T>()
    block.set(seq, entry)
    this.#blocks.delete(id)
    this.#blocks.set(id, block)
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= this.#limit) break
      this.#blocks.delete(oldest)
    }
  }

  /**
   * Forgets everything: an entry's links reach both ways (a new read continues
   * an old one), so a change anywhere may change any cached entry.
   */
  clear(): void {
    this.#blocks.clear()
  }
}
