/** Counts sessions in the background: newest first, one at a time, each once. */
import type { SessionCounts } from '#shared/api/types'
import type { LibraryRecord, LibraryOptions } from './types'

/** Larger logs are not indexed only to be counted. */
const countedBytes = 64 * 1024 * 1024

export class Counting {
  readonly #records: () => LibraryRecord[]
  readonly #count: LibraryOptions['count']
  readonly #note: (key: string, counts: SessionCounts) => void
  readonly #failed = new Set<string>()
  #running: Promise<void> | null = null
  #isStopped = false

  constructor(
    records: () => LibraryRecord[],
    count: LibraryOptions['count'],
    note: (key: string, counts: SessionCounts) => void,
  ) {
    this.#records = records
    this.#count = count
    this.#note = note
  }

  /** Begins, unless it is at it. */
  start(): void {
    if (this.#running || this.#isStopped) return
    this.#running = this.#countAll().finally(() => {
      this.#running = null
    })
  }

  async done(): Promise<void> {
    await this.#running
  }

  stop(): void {
    this.#isStopped = true
  }

  /** Round by round: what came while a round was counted is in the next one. */
  async #countAll(): Promise<void> {
    for (let round = this.#uncounted(); round.length > 0; round = this.#uncounted()) {
      for (const { summary, found, format } of round) {
        if (this.#isStopped) return
        const counts = await this.#count(summary.key, found, format).catch(() => null)
        if (counts) this.#note(summary.key, counts)
        else this.#failed.add(summary.key)
      }
    }
  }

  #uncounted(): LibraryRecord[] {
    if (this.#isStopped) return []
    return this.#records()
      .filter(({ summary }) => summary.counts === null && summary.problem === null)
      .filter(({ summary }) => summary.size <= countedBytes && !this.#failed.has(summary.key))
      .toSorted((a, b) => b.summary.updatedAt - a.summary.updatedAt)
  }
}
