/** The sessions of the library, grouped by project, newest first, as the host tells them. */
import type { LibraryRoot, LibraryUpdate, SessionSummary } from '#shared/api/types'
import type { Connection } from './connection.svelte'
import { groupSessions, matchesFilter, type SessionGroup } from './session-groups'

export class LibraryState {
  sessions = $state.raw<ReadonlyMap<string, SessionSummary>>(new Map())
  roots = $state.raw<readonly LibraryRoot[]>([])
  scanning = $state.raw<LibraryUpdate['scanning']>(null)
  /** The first update came: an empty list is an empty library. */
  isKnown = $state(false)
  filter = $state('')
  /** Agents that are shown; empty: all. */
  agents = $state.raw<ReadonlySet<string>>(new Set())
  readonly #connection: Connection
  readonly #abort = new AbortController()

  readonly agentNames = $derived(
    [...new Set([...this.sessions.values()].map((session) => session.agentName))].sort(),
  )
  readonly shown = $derived(
    [...this.sessions.values()].filter(
      (session) =>
        (this.agents.size === 0 || this.agents.has(session.agentName)) &&
        matchesFilter(session, this.filter),
    ),
  )
  readonly groups: readonly SessionGroup[] = $derived(groupSessions(this.shown, this.filter !== ''))
  readonly liveCount = $derived([...this.sessions.values()].filter(({ live }) => live).length)

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Follows the host's library until `stop`. */
  start(): void {
    void this.#connection.follow(
      (api, signal) => api.library.follow(undefined, { signal }),
      (update) => this.take(update),
      this.#abort.signal,
    )
  }

  stop(): void {
    this.#abort.abort()
  }

  take(update: LibraryUpdate): void {
    const sessions = new Map(update.reset ? [] : this.sessions)
    for (const key of update.removed) sessions.delete(key)
    for (const session of update.upserted) sessions.set(session.key, session)
    this.sessions = sessions
    this.roots = update.roots
    this.scanning = update.scanning
    this.isKnown = true
  }

  toggleAgent(name: string): void {
    const agents = new Set(this.agents)
    if (!agents.delete(name)) agents.add(name)
    this.agents = agents
  }
}
