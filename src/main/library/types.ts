/** The sessions on this machine, as the hosts use them. */
import type { Reason } from '#shared/outcome'
import type { LibraryRoot, LibraryUpdate, SessionCounts, SessionSummary } from '#shared/api/types'
import type { FoundLog, LogFormat, RootEnv } from '../formats/format'

export interface LibraryRecord {
  readonly format: LogFormat
  readonly found: FoundLog
  readonly summary: SessionSummary
}

export interface LibraryOptions {
  readonly formats: readonly LogFormat[]
  readonly rootEnv: RootEnv
  /** Where the catalogue lies. */
  readonly stateDir: string
  /** Look at the places where agents keep their logs. */
  readonly knownRoots: boolean
  /** Indexes a session for its counts; null when it cannot be opened. */
  count(key: string, found: FoundLog, format: LogFormat): Promise<SessionCounts | null>
  /** Folders that may be watched at once; the others are looked at in turn. */
  readonly watchBudget?: number
  /** Pause between two rounds of looking, ms. */
  readonly sweepMs?: number
}

export interface Opened {
  /** The session, when exactly one was meant. */
  readonly key: string | null
  readonly problems: { readonly path: string; readonly reason: Reason }[]
}

export interface Library {
  /** Shows what is known from last time, then looks at the roots. Returns when the known rows are in. */
  start(): Promise<void>
  /** Resolves when nothing is being looked at for the first time any more. */
  settled(): Promise<void>
  /** Adds folders or logs. Returns when each was looked at once (its sub-folders stream in). */
  open(paths: readonly string[]): Promise<Opened>
  /** Takes an opened root out; touches nothing on disk. */
  close(path: string): void
  get(key: string): LibraryRecord | undefined
  all(): SessionSummary[]
  roots(): LibraryRoot[]
  /** The places of every format, existing or not. */
  known(): LibraryRoot[]
  childrenOf(sessionId: string): LibraryRecord[]
  /** Newest first where copies exist. */
  byId(sessionId: string): LibraryRecord[]
  /** Hears all there is at once, then changes. Returns how to stop. */
  subscribe(listener: (update: LibraryUpdate) => void): () => void
  /** What an opened session found out about itself. */
  noteCounts(key: string, counts: SessionCounts, title: string | null): void
  dispose(): Promise<void>
}

/** The name of a session in every call. */
export function keyOf(found: FoundLog): string {
  return found.sessionId === null ? found.path : `${found.path}#${found.sessionId}`
}
