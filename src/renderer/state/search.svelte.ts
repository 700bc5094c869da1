/** A search in the open session or across the library: hits as they stream in. */
import type { SearchField, SearchHit, SearchUpdate } from '#shared/api/search'
import type { Connection } from './connection.svelte'

/** Hits that are kept in the window; beyond them they are counted. */
const keptHits = 2000

export interface FoundSession {
  readonly key: string
  readonly hits: readonly SearchHit[]
  readonly total: number
}

export class SearchState {
  isOpen = $state(false)
  text = $state('')
  scope = $state<'session' | 'library'>('session')
  regex = $state(false)
  caseSensitive = $state(false)
  wholeWord = $state(false)
  errorsOnly = $state(false)
  fields = $state.raw<readonly SearchField[]>([])
  sessions = $state.raw<readonly FoundSession[]>([])
  last = $state.raw<SearchUpdate | null>(null)
  isRunning = $state(false)
  /** The hit that "next" goes on from. */
  current = $state(-1)
  tookMs = $state(0)
  readonly #connection: Connection
  #abort: AbortController | null = null

  readonly hits = $derived(
    this.sessions.flatMap(({ key, hits }) => hits.map((hit) => ({ key, hit }))),
  )
  /** Entries of a session that match: marks in the scrubber. */
  readonly marks = $derived(
    new Map(this.sessions.map(({ key, hits }) => [key, new Set(hits.map(({ seq }) => seq))])),
  )

  constructor(connection: Connection) {
    this.#connection = connection
  }

  open(scope: 'session' | 'library'): void {
    this.scope = scope
    this.isOpen = true
  }

  close(): void {
    this.stop()
    this.isOpen = false
    this.sessions = []
    this.last = null
    this.current = -1
  }

  stop(): void {
    this.#abort?.abort()
    this.#abort = null
    this.isRunning = false
  }

  toggleField(field: SearchField): void {
    this.fields = this.fields.includes(field)
      ? this.fields.filter((other) => other !== field)
      : [...this.fields, field]
  }

  /** Starts over with what is asked for now. `key`: the open session. */
  async run(key: string | null): Promise<void> {
    this.stop()
    this.sessions = []
    this.last = null
    this.current = -1
    const { text } = this
    if (text === '' || (this.scope === 'session' && key === null)) return
    const abort = new AbortController()
    this.#abort = abort
    this.isRunning = true
    const began = performance.now()
    try {
      const api = await this.#connection.api()
      const stream = await api.search.run(
        {
          key: this.scope === 'session' ? key : null,
          query: {
            text,
            regex: this.regex,
            caseSensitive: this.caseSensitive,
            wholeWord: this.wholeWord,
            fields: [...this.fields],
            errorsOnly: this.errorsOnly,
          },
        },
        { signal: abort.signal },
      )
      for await (const update of stream) {
        if (abort.signal.aborted) return
        this.#take(update)
        this.tookMs = performance.now() - began
      }
    } catch {
      // The connection broke, or a newer search took over.
    } finally {
      if (this.#abort === abort) this.isRunning = false
    }
  }

  /** The hit `by` places from the current one, round the ends; null without hits. */
  step(by: 1 | -1): { key: string; hit: SearchHit } | null {
    const { length } = this.hits
    if (length === 0) return null
    this.current = (((this.current + by) % length) + length) % length
    return this.hits[this.current] ?? null
  }

  #take(update: SearchUpdate): void {
    this.last = update
    const { key } = update
    if (key === null || update.hits.length === 0) return
    const kept = this.sessions.reduce((sum, { hits }) => sum + hits.length, 0)
    const room = Math.max(0, keptHits - kept)
    const known = this.sessions.find((session) => session.key === key)
    // An entry that got its result late is told of late: hits stay in the session's order.
    const hits = [...(known?.hits ?? []), ...update.hits.slice(0, room)].toSorted(
      (a, b) => a.seq - b.seq,
    )
    const current = this.hits[this.current]
    const total = (known?.total ?? 0) + update.hits.length
    const next = { key, hits, total }
    this.sessions = known
      ? this.sessions.map((session) => (session === known ? next : session))
      : [...this.sessions, next]
    if (current) this.current = this.hits.findIndex(({ hit }) => hit === current.hit)
  }
}
