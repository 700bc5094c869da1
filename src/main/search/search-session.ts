/**
 * Searches one session from its first entry to its last, exact on decoded text.
 * It runs along with the index, so first hits come before a large log is
 * indexed; entries whose bytes cannot match are not decoded.
 */
import type { Reason } from '#shared/outcome'
import type { SearchHit, SearchQuery } from '#shared/api/search'
import type { OpenSession } from '../session/open-session'
import { matchEntry, type EntryMatches } from './match-entry'
import { PassedRecords } from './passed-records'
import type { Matcher } from './query'
import { Sieve } from './sieve'

/** Hits handed out per session; further matches are counted. */
export const hitsPerSession = 2000
/** Entries looked at between two reports, and between two looks at the signal. */
const batch = 256
/** Rows at the end of what is indexed may still get their result: they wait. */
const unsettled = 64
/** A longer record is decoded without a look at its bytes. */
const sieveBytes = 64 * 1024 * 1024

export interface SessionMatches {
  readonly hits: SearchHit[]
  readonly total: number
  readonly entries: number
  /** Bytes on disk that the index has passed. */
  readonly bytes: number
  readonly done: boolean
  readonly problem: Reason | null
}

const noMatches: EntryMatches = { hits: [], total: 0 }

/**
 * Calls `report` with new hits and running sums, at least once per batch of
 * entries. Hits come in the order of the session, but for those of an entry
 * that got a record after it was looked at. Ends early when the signal aborts.
 */
export async function searchSession(
  session: OpenSession,
  query: SearchQuery,
  matcher: Matcher,
  report: (matches: SessionMatches) => void,
  signal: AbortSignal,
): Promise<void> {
  const search = new SessionSearch(session, query, matcher, report, signal)
  await search.run()
}

class SessionSearch {
  readonly #session: OpenSession
  readonly #query: SearchQuery
  readonly #matcher: Matcher
  readonly #report: (matches: SessionMatches) => void
  readonly #signal: AbortSignal
  readonly #sieve: Sieve
  readonly #passed: PassedRecords
  /** What each entry was made of when it was looked at. */
  readonly #seen: number[] = []
  readonly #found = new Map<number, EntryMatches>()
  #total = 0
  #handedOut = 0

  constructor(
    session: OpenSession,
    query: SearchQuery,
    matcher: Matcher,
    report: (matches: SessionMatches) => void,
    signal: AbortSignal,
  ) {
    this.#session = session
    this.#query = query
    this.#matcher = matcher
    this.#report = report
    this.#signal = signal
    this.#sieve = new Sieve(query)
    this.#passed = new PassedRecords(this.#sieve)
  }

  async run(): Promise<void> {
    const session = this.#session
    let looking: Promise<void> = Promise.resolve()
    session.onRecord((bytes, offset) => this.#passed.take(bytes, offset))
    session.onProgress(() => {
      const until = session.size - unsettled
      looking = looking.then(() => this.#lookUntil(until))
    })
    await session.index(this.#signal)
    await looking
    await this.#lookUntil(session.size)
    await this.#lookAgain()
    this.#tell([], true)
  }

  async #lookUntil(until: number): Promise<void> {
    while (this.#seen.length < until && !this.#signal.aborted) {
      const hits: SearchHit[] = []
      const end = Math.min(this.#seen.length + batch, until)
      while (this.#seen.length < end) {
        const seq = this.#seen.length
        this.#seen.push(this.#recordsOf(seq))
        if (!this.#isRuledOut(seq)) hits.push(...(await this.#look(seq)))
      }
      this.#tell(hits, false)
    }
  }

  /** Entries that got a further record, most of all a result, after they were looked at. */
  async #lookAgain(): Promise<void> {
    const hits: SearchHit[] = []
    for (const [seq, before] of this.#seen.entries()) {
      if (this.#signal.aborted) return
      if (this.#recordsOf(seq) !== before) hits.push(...(await this.#look(seq)))
    }
    if (hits.length > 0) this.#tell(hits, false)
  }

  /** What was read for the index rules the entry out: nothing has to be waited for. */
  #isRuledOut(seq: number): boolean {
    if (this.#session.counted.row(seq)?.kind === 'marker') return false
    const records = this.#session.recordsOf(seq)
    if (!this.#sieve.isUseful || !records || records.isPacked) return false
    return records.spans.every((span) => this.#passed.mayHold(span) === false)
  }

  /** New hits of an entry, as far as they are still handed out. */
  async #look(seq: number): Promise<SearchHit[]> {
    const matches = await this.#matchesOf(seq)
    const before = this.#found.get(seq) ?? noMatches
    if (matches.total === 0 && before.total === 0) return []
    this.#total += matches.total - before.total
    const keeps = this.#handedOut < hitsPerSession
    if (matches.total === 0) this.#found.delete(seq)
    else this.#found.set(seq, keeps ? matches : { ...matches, hits: [] })
    const isNew = (hit: SearchHit): boolean =>
      !before.hits.some((old) => old.field === hit.field && old.lineNumber === hit.lineNumber)
    const hits = matches.hits.filter(isNew).slice(0, Math.max(0, hitsPerSession - this.#handedOut))
    this.#handedOut += hits.length
    return hits
  }

  async #matchesOf(seq: number): Promise<EntryMatches> {
    const row = this.#session.counted.row(seq)
    if (!row || (this.#query.errorsOnly && !row.error)) return noMatches
    // A marker's words are partly ours, not its record's.
    if (row.kind !== 'marker' && !(await this.#mayMatch(seq))) return noMatches
    const entry = await this.#session.decoded(seq)
    return entry
      ? matchEntry(entry, this.#session.stepOf(seq), this.#query, this.#matcher)
      : noMatches
  }

  /** False when the bytes of the entry's records rule a match out. */
  async #mayMatch(seq: number): Promise<boolean> {
    const records = this.#session.recordsOf(seq)
    if (!this.#sieve.isUseful || !records || records.isPacked) return true
    for (const span of records.spans) {
      const passes = this.#passed.mayHold(span)
      if (passes === false) continue
      if (passes === true || span.length > sieveBytes) return true
      const bytes = await this.#session.bytesOf(span)
      if (bytes === null || this.#sieve.mayHold(bytes)) return true
    }
    return false
  }

  /** Differs when the entry is made of other records than before. */
  #recordsOf(seq: number): number {
    const spans = this.#session.recordsOf(seq)?.spans ?? []
    return spans.reduce((sum, { offset, length }) => sum + offset + length, spans.length)
  }

  #tell(hits: SearchHit[], done: boolean): void {
    this.#report({
      hits,
      total: this.#total,
      entries: this.#found.size,
      bytes: this.#session.progress.bytes,
      done,
      problem: null,
    })
  }
}
