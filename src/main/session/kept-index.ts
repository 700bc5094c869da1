/** The stored index of one log: when it is worth a file, and when that file is written again. */
import type { FoundLog } from '../formats/format'
import type { IndexFacts, IndexStore, RowsToStore, StoredIndex } from './index-store'

/** Smaller logs are indexed again in less than a blink. Bytes on disk. */
const smallestStored = 4 * 1024 * 1024
/** A log that is followed grows all the time: written again when it grew by this much. */
const growth = 1.25

export interface KeptIndexOptions {
  /** Use what is there, write nothing. */
  readonly isReadOnly?: boolean
  /** Logs below so many bytes are not worth a file. */
  readonly smallest?: number
}

export class KeptIndex {
  readonly #store: IndexStore
  readonly #format: string
  readonly #found: FoundLog
  readonly #isReadOnly: boolean
  readonly #smallest: number
  /** Bytes of the log that the file knows of; 0: there is none. */
  #storedBytes = 0
  #saving: Promise<void> = Promise.resolve()

  constructor(store: IndexStore, format: string, found: FoundLog, options: KeptIndexOptions = {}) {
    this.#store = store
    this.#format = format
    this.#found = found
    this.#isReadOnly = options.isReadOnly ?? false
    this.#smallest = options.smallest ?? smallestStored
  }

  /** `bytes`: of the log on disk now. Null: nothing is there, or the log is too small for it. */
  async load(bytes: number): Promise<StoredIndex | null> {
    return bytes < this.#smallest ? null : this.#store.load(this.#format, this.#found)
  }

  /** What was loaded serves: it need not be written again. */
  took(stored: StoredIndex): void {
    this.#storedBytes = stored.reader.log.mark.size
  }

  /** The log is another one: the file is worth nothing, however long the log is. */
  forget(): void {
    this.#storedBytes = 0
  }

  /**
   * Begins to write unless the file is about as new. Until `settled` resolves
   * nothing of it may change.
   */
  save(facts: IndexFacts, rows: RowsToStore, bytes: number, atLast: boolean): void {
    if (this.#isReadOnly || bytes < this.#smallest || bytes === this.#storedBytes) return
    if (!atLast && bytes < this.#storedBytes * growth) return
    this.#storedBytes = bytes
    this.#saving = this.#saving.then(() => this.#store.save(this.#format, this.#found, facts, rows))
  }

  /** Nothing is being written. */
  settled(): Promise<void> {
    return this.#saving
  }
}
