/** Records by key, by session id and by parent. Newest first where an id stands twice. */
import type { LibraryRecord } from './types'

export class Shelf {
  readonly #records = new Map<string, LibraryRecord>()
  readonly #byId = new Map<string, Set<string>>()
  readonly #byParent = new Map<string, Set<string>>()

  get(key: string): LibraryRecord | undefined {
    return this.#records.get(key)
  }

  all(): LibraryRecord[] {
    return [...this.#records.values()]
  }

  set(record: LibraryRecord): void {
    const { key, id, parent } = record.summary
    this.delete(key)
    this.#records.set(key, record)
    link(this.#byId, id, key)
    if (parent !== null) link(this.#byParent, parent, key)
  }

  delete(key: string): boolean {
    const known = this.#records.get(key)
    if (!known) return false
    this.#records.delete(key)
    this.#byId.get(known.summary.id)?.delete(key)
    if (known.summary.parent !== null) this.#byParent.get(known.summary.parent)?.delete(key)
    return true
  }

  byId(id: string): LibraryRecord[] {
    return this.#of(this.#byId.get(id)).toSorted(
      (a, b) => b.summary.updatedAt - a.summary.updatedAt,
    )
  }

  childrenOf(id: string): LibraryRecord[] {
    return this.#of(this.#byParent.get(id)).toSorted(
      (a, b) => (a.summary.startedAt ?? 0) - (b.summary.startedAt ?? 0),
    )
  }

  #of(keys: ReadonlySet<string> | undefined): LibraryRecord[] {
    return [...(keys ?? [])].flatMap((key) => this.#records.get(key) ?? [])
  }
}

function link(map: Map<string, Set<string>>, id: string, key: string): void {
  const keys = map.get(id)
  if (keys) keys.add(key)
  else map.set(id, new Set([key]))
}
