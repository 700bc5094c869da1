/** The stored index of one log: when it is worth a file, and when that file is written again. */
import type { FoundLog } from '../formats/format'
import { smallestStored, type IndexStore, type StoredIndex } from './index-store'

/** A log that is followed grows all the time: written again when it grew by this much. */
const growth = 1.25

export class KeptIndex {
  readonly #store: IndexStore
  readonly #format: string
  readonly #found: FoundLog
  readonly #isReadOnly: boolean
  /** Bytes of the log that the file knows of; 0: there is none. */
  #storedBytes = 0
  #saving: Promise<void> = Promise.resolve()

  /** `isReadOnly`: use what is there, write nothing. */
  constructor(store: IndexStore, format: string, found: FoundLog, isReadOnly = false) {
    this.#store = store
    this.#format = format
    this.#found = found
    this.#isReadOnly = isReadOnly
  }

  /** `bytes`: of the log on disk now. Null: nothing is there, or the log is too small for it. */
  async load(bytes: number): Promise<StoredIndex | null> {
    if (bytes < smallestStored) return null
    const stored = await this.#store.load(this.#format, this.#found)
    this.#storedBytes = stored?.reader.log.mark.size ?? 0
    return stored
  }

  /**
   * Begins to write unless the file is about as new. Until `settled` resolves
   * nothing of `stored` may change.
   */
  save(stored: StoredIndex, bytes: number, atLast: boolean): void {
    if (this.#isReadOnly || bytes < smallestStored || bytes === this.#storedBytes) return
    if (!atLast && bytes < this.#storedBytes * growth) return
    this.#storedBytes = bytes
    this.#saving = this.#saving.then(() => this.#store.save(this.#format, this.#found, stored))
  }

  /** Nothing is being written. */
  settled(): Promise<void> {
    return this.#saving
  }
}
