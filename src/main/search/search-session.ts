/**
 * Searches one session from its first entry to its last, exact on decoded text.
 * It runs along with the index, so first hits come before a large log is
 * indexed; records whose bytes cannot match are not decoded.
 */
import type { Reason } from '#shared/outcome'
import type { SearchHit, SearchQuery } from '#shared/api/search'
import type { OpenSession } from '../session/open-session'
import { matchEntry } from './match-entry'
import type { Matcher } from './query'
import { Sieve } from './sieve'

/** Hits handed out per session; further matches are counted. */
export const hitsPerSession = 2000
/** Entries looked at between two reports, and between two looks at the signal. */
const batch = 256

export interface SessionMatches {
  readonly hits: SearchHit[]
  readonly total: number
  readonly entries: number
  /** Bytes on disk that the index has passed. */
  readonly bytes: number
  readonly done: boolean
  readonly problem: Reason | null
}

/**
 * Calls `report` with new hits and running sums, at least once per batch of
 * entries. Ends early when the signal aborts.
 */
export async function searchSession(
  session: OpenSession,
  query: SearchQuery,
  matcher: Matcher,
  report: (matches: SessionMatches) => void,
  signal: AbortSignal,
): Promise<void> {
  const sieve = new Sieve(query)
  let total = 0
  let entries = 0
  let handedOut = 0
  let seq = 0

  const look = async (until: number): Promise<void> => {
    while (seq < until && !signal.aborted) {
      const hits: SearchHit[] = []
      const end = Math.min(seq + batch, until)
      for (; seq < end; seq++) {
        const row = session.counted.row(seq)
        if (!row) continue
        if (query.errorsOnly && !row.error) continue
        if (!(await session.mayHold(seq, sieve))) continue
        const entry = await session.decoded(seq)
        if (!entry) continue
        const matches = matchEntry(entry, session.stepOf(seq), query, matcher)
        if (matches.total === 0) continue
        total += matches.total
        entries += 1
        const room = hitsPerSession - handedOut
        const kept = matches.hits.slice(0, Math.max(0, room))
        handedOut += kept.length
        hits.push(...kept)
      }
      report({ hits, total, entries, bytes: session.progress.bytes, done: false, problem: null })
    }
  }

  // Rows at the end of what is indexed may still get their result: they wait.
  const unsettled = 64
  let looking: Promise<void> = Promise.resolve()
  session.onProgress(() => {
    const until = session.size - unsettled
    looking = looking.then(() => look(until))
  })
  await session.index(signal)
  await looking
  await look(session.size)
  report({
    hits: [],
    total,
    entries,
    bytes: session.progress.bytes,
    done: true,
    problem: null,
  })
}
