/** Changes of the library, gathered for a moment and told to every listener. */
import type { LibraryUpdate, SessionSummary } from '#shared/api/types'

const gatherMs = 50

type Facts = Pick<LibraryUpdate, 'roots' | 'scanning'>

export class Broadcast {
  readonly #listeners = new Set<(update: LibraryUpdate) => void>()
  readonly #upserted = new Map<string, SessionSummary>()
  readonly #removed = new Set<string>()
  readonly #facts: () => Facts
  #timer: NodeJS.Timeout | null = null

  constructor(facts: () => Facts) {
    this.#facts = facts
  }

  upsert(session: SessionSummary): void {
    this.#upserted.set(session.key, session)
    this.#removed.delete(session.key)
    this.poke()
  }

  remove(key: string): void {
    this.#upserted.delete(key)
    this.#removed.add(key)
    this.poke()
  }

  /** Something else changed: roots, the progress of a walk. */
  poke(): void {
    if (this.#timer) return
    this.#timer = setTimeout(() => this.#flush(), gatherMs)
    this.#timer.unref()
  }

  /** Tells `all` first. */
  listen(listener: (update: LibraryUpdate) => void, all: SessionSummary[]): () => void {
    listener({ reset: true, upserted: all, removed: [], ...this.#facts() })
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  dispose(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#listeners.clear()
  }

  #flush(): void {
    this.#timer = null
    const update: LibraryUpdate = {
      reset: false,
      upserted: [...this.#upserted.values()],
      removed: [...this.#removed],
      ...this.#facts(),
    }
    this.#upserted.clear()
    this.#removed.clear()
    for (const listener of this.#listeners) listener(update)
  }
}
