/**
 * Sifts records while they are read for the index, so that entries which cannot
 * match are never read a second time.
 */
import type { RecordSpan } from '../formats/format'
import type { Sieve } from './sieve'

export class PassedRecords {
  readonly #sieve: Sieve
  /** Offsets of the records that may hold what is looked for. */
  readonly #passed = new Set<number>()
  /** Records that begin between these offsets were sifted; null before the first. */
  #from: number | null = null
  #to = 0

  constructor(sieve: Sieve) {
    this.#sieve = sieve
  }

  /** The next record of the log. */
  take(bytes: Buffer, offset: number): void {
    if (!this.#sieve.isUseful) return
    this.#from ??= offset
    this.#to = Math.max(this.#to, offset)
    if (this.#sieve.mayHold(bytes)) this.#passed.add(offset)
  }

  /** False: the record cannot match. True: it may. Null: it was not sifted. */
  mayHold({ offset }: RecordSpan): boolean | null {
    if (this.#from === null || offset < this.#from || offset > this.#to) return null
    return this.#passed.has(offset)
  }
}
