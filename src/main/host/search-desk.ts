/** Searches that windows ask for: in one session or across the library, as streams that can be left. */
import { availableParallelism } from 'node:os'
import type { SearchQuery, SearchUpdate } from '#shared/api/search'
import type { Library } from '../library/library'
import { compile } from '../search/query'
import { SearchPool, type SearchTarget } from '../search/search-pool'

/** Hits that one search hands out; the rest is counted. */
const hitLimit = 5000
/** Updates wait for each other this long, ms, so that a fast search does not flood its window. */
const gatherMs = 40

/** The first screen comes before a thread that may be wanted. */
const warmMs = 1500

export class SearchDesk {
  readonly #library: Library
  readonly #pool: SearchPool

  #warming: NodeJS.Timeout | undefined

  /** `stateDir`: where the program keeps its own files. */
  constructor(library: Library, stateDir: string) {
    this.#library = library
    this.#pool = new SearchPool(Math.min(4, availableParallelism()), { stateDir })
  }

  /** Ends when everything is searched, when the pattern hangs, or when the reader leaves. */
  async *run(
    key: string | null,
    query: SearchQuery,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<SearchUpdate, void, void> {
    const targets = this.#targets(key)
    const sessions = { done: 0, of: targets.length }
    const matcher = compile(query)
    if (!matcher.ok) {
      yield { ...nothing, sessions, done: true, problem: matcher.reason }
      return
    }
    const stop = new AbortController()
    const onAbort = (): void => stop.abort()
    signal?.addEventListener('abort', onAbort, { once: true })
    const waiting: SearchUpdate[] = []
    const sums = new Map<string, { total: number; bytes: number }>()
    let handedOut = 0
    let finished = false
    /** The first one stays: a later session that went well does not mend it. */
    let problem: SearchUpdate['problem'] = null
    const run = this.#pool
      .run(
        targets,
        query,
        (target, matches) => {
          if (!matches.problem) sums.set(target.key, { total: matches.total, bytes: matches.bytes })
          if (matches.done) sessions.done += 1
          problem ??= matches.problem
          const hits = matches.hits.slice(0, Math.max(0, hitLimit - handedOut))
          handedOut += hits.length
          if (hits.length === 0 && !matches.done && waiting.length > 0) return
          waiting.push({
            key: target.key,
            hits,
            total: sum(sums, 'total'),
            entries: matches.entries,
            sessions: { ...sessions },
            bytes: sum(sums, 'bytes'),
            done: false,
            problem,
          })
        },
        stop.signal,
      )
      .finally(() => {
        finished = true
      })
    try {
      while (!finished || waiting.length > 0) {
        const update = waiting.shift()
        if (update) yield update
        else await Promise.race([run, new Promise((resolve) => setTimeout(resolve, gatherMs))])
        if (stop.signal.aborted) return
      }
      yield {
        ...nothing,
        total: sum(sums, 'total'),
        bytes: sum(sums, 'bytes'),
        sessions: { ...sessions },
        done: true,
        problem,
      }
    } finally {
      stop.abort()
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /** Makes the first search as fast as the next, once there is time for it. */
  warmLater(): void {
    this.#warming = setTimeout(() => this.#pool.warm(), warmMs)
    this.#warming.unref()
  }

  async dispose(): Promise<void> {
    clearTimeout(this.#warming)
    await this.#pool.dispose()
  }

  #targets(key: string | null): SearchTarget[] {
    const keys =
      key === null
        ? this.#library
            .all()
            .toSorted((a, b) => b.updatedAt - a.updatedAt)
            .map((session) => session.key)
        : [key]
    return keys.flatMap((one) => {
      const record = this.#library.get(one)
      return record ? [{ key: one, format: record.format, found: record.found }] : []
    })
  }
}

const nothing: SearchUpdate = {
  key: null,
  hits: [],
  total: 0,
  entries: 0,
  sessions: { done: 0, of: 0 },
  bytes: 0,
  done: false,
  problem: null,
}

function sum(
  sums: ReadonlyMap<string, { total: number; bytes: number }>,
  field: 'total' | 'bytes',
): number {
  let total = 0
  for (const entry of sums.values()) total += entry[field]
  return total
}
