/** Entries near what is looked at, fetched in blocks, forgotten when they are far or changed. */
import { untrack } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import type { Entry } from '#shared/session'
import type { Page } from '#shared/api/types'

const blockSize = 50
/** Blocks kept: enough for any screen and a jump back. */
const keptBlocks = 40

export class EntryStore {
  readonly #blocks = new SvelteMap<number, readonly Entry[]>()
  readonly #asked = new Map<number, number>()
  readonly #stale = new Set<number>()
  readonly #fetch: (from: number, to: number) => Promise<Page | null>
  /** Grows when what is known becomes old: who looks at it wants it again. */
  epoch = $state(0)
  /** Blocks on their way that were wanted again since they were asked for. */
  readonly #again = new Set<number>()
  /** Grows when the log became another: answers about the one before are dropped. */
  #generation = 0

  constructor(fetch: (from: number, to: number) => Promise<Page | null>) {
    this.#fetch = fetch
  }

  /** The entry when it is here; reactive. */
  get(seq: number): Entry | undefined {
    return this.#blocks.get(Math.floor(seq / blockSize))?.[seq % blockSize]
  }

  /** Fetches the entry's block unless it is here or on its way. */
  want(seq: number): void {
    const block = Math.floor(seq / blockSize)
    const known = this.#blocks.get(block)
    if (known && seq % blockSize < known.length && !this.#stale.has(block)) return
    const asked = this.#asked.get(block)
    if (asked === undefined) void this.#load(block)
    else if (asked !== untrack(() => this.epoch)) this.#again.add(block)
  }

  /** The entry, fetched when it must be; undefined when there is none. */
  async load(seq: number): Promise<Entry | undefined> {
    const here = this.get(seq)
    if (here) return here
    const page = await this.#fetch(seq, seq + 1)
    return page?.entries[0]
  }

  /**
   * What is known from `seq` on is old. It stays to be seen, and is fetched
   * again where it is wanted again: on screen at once, elsewhere when the
   * reader comes there.
   */
  invalidate(seq: number): void {
    const first = Math.floor(seq / blockSize)
    for (const block of this.#blocks.keys()) if (block >= first) this.#stale.add(block)
    this.epoch += 1
  }

  clear(): void {
    this.epoch += 1
    this.#generation += 1
    this.#asked.clear()
    this.#again.clear()
    this.#stale.clear()
    this.#blocks.clear()
  }

  /** One request a block at a time: a log that grows faster than pages come still shows each that came. */
  async #load(block: number): Promise<void> {
    const epoch = untrack(() => this.epoch)
    const generation = this.#generation
    this.#asked.set(block, epoch)
    const page = await this.#fetch(block * blockSize, (block + 1) * blockSize)
    if (generation !== this.#generation) return
    this.#asked.delete(block)
    if (page) this.#keep(block, page.entries, epoch !== this.epoch)
    if (this.#again.delete(block)) void this.#load(block)
  }

  #keep(block: number, entries: readonly Entry[], isStale: boolean): void {
    this.#blocks.delete(block)
    this.#blocks.set(block, entries)
    if (isStale) this.#stale.add(block)
    else this.#stale.delete(block)
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= keptBlocks) break
      this.#blocks.delete(oldest)
      this.#stale.delete(oldest)
    }
  }
}
