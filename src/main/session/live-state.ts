/**
 * Whether a session goes on. No process can be asked, so it is judged by the
 * log: is the last turn open, and did anything come lately.
 */
import type { Overview } from '#shared/api/types'

/** An open turn without a word for longer than this counts as stopped (a long command may be silent). */
export const silentMs = 10 * 60_000
/** A log copied today is fresh on disk; its last time in the log says it is not. */
export const staleClockMs = 60 * 60_000
/** A closed turn counts as waiting for its user this long. */
export const waitingMs = 15_000

export interface LiveFacts {
  /** The last turn has no end. */
  readonly open: boolean
  /** Last change on disk, ms. */
  readonly updatedAt: number
  /** Last time in the log, ms; null without times. */
  readonly lastAt: number | null
  readonly now: number
}

/** running: open and fresh. stopped: open, nothing came for long. waiting: closed just now. ended: closed. */
export function liveState(facts: LiveFacts): Overview['live'] {
  const age = facts.now - facts.updatedAt
  const old = facts.lastAt !== null && facts.now - facts.lastAt > staleClockMs
  if (facts.open) return age <= silentMs && !old ? 'running' : 'stopped'
  return age <= waitingMs && !old ? 'waiting' : 'ended'
}
