/**
 * One opened session: the index, pages decoded on demand, and what only the
 * whole session knows (continuation, context, links, status). Knows no window
 * and no transport; everything is bounded by the range that is asked for.
 */
import type { Outcome } from '#shared/outcome'
import { emptyOutline, type Outline, type Overview, type RawRecord } from '#shared/api/types'
import { toneLetter } from '#shared/tones'
import type { Diagnostic, Entry } from '#shared/session'
import type { FoundLog, LogFormat, RecordSpan, RowRecords, SessionReader } from '../formats/format'
import { familyLinks, noFamily, type Family } from './family'
import { enrich } from './enrich'
import { liveState } from './live-state'
import type { KeptIndex } from './kept-index'
import { PageCache } from './page-cache'
import { SessionIndex } from './session-index'

export interface OpenSessionOptions {
  /** The session's name in the library; the log's path where there is no library. */
  readonly key?: string
  readonly family?: Family
  readonly clock?: () => number
  /** Index with `verify`: every record is looked at as a whole. */
  readonly verify?: boolean
  /** Where indexes are kept between runs; absent: this session's is not. */
  readonly kept?: KeptIndex
}

export interface Progress {
  readonly bytes: number
  readonly total: number
  readonly done: boolean
}

const decodedAtOnce = 64

/** What became of the log since it was last read. */
export type Refresh = 'same' | 'grown' | 'replaced' | 'gone'

export class OpenSession {
  readonly key: string
  readonly format: LogFormat
  readonly found: FoundLog
  #reader: SessionReader
  #index = new SessionIndex()
  readonly #family: Family
  readonly #clock: () => number
  readonly #verify: boolean
  readonly #kept: KeptIndex | null
  readonly #pages = new PageCache<Entry>(3)
  #progress: Progress = { bytes: 0, total: 0, done: false }
  #open = true
  /** A scan began: there is nothing to recall any more. */
  #wasScanned = false
  /** The log was scanned to its end once. */
  #isWhole = false
  #updatedAt = 0
  /** Revisions go on growing when a replaced log starts a new index. */
  #revisionBase = 0
  #scanning: Promise<void> | null = null
  #onProgress: () => void = () => undefined
  #onRecord: ((bytes: Buffer, offset: number) => void) | null = null

  constructor(
    format: LogFormat,
    found: FoundLog,
    reader: SessionReader,
    options: OpenSessionOptions = {},
  ) {
    this.format = format
    this.found = found
    this.#reader = reader
    this.key = options.key ?? found.path
    this.#family = options.family ?? noFamily
    this.#clock = options.clock ?? Date.now
    this.#verify = options.verify ?? false
    // What was kept did not look at every record.
    this.#kept = (!this.#verify && options.kept) || null
  }

  /** Is given the records that the next scans come by (see `ReaderScanOptions`). One listener. */
  onRecord(listener: (bytes: Buffer, offset: number) => void): void {
    this.#onRecord = listener
  }

  /** Hears of each chunk that was indexed. One listener. */
  onProgress(listener: () => void): void {
    this.#onProgress = listener
  }

  /** Indexes what is new; the whole log the first time. Calls share one scan. */
  index(signal?: AbortSignal): Promise<void> {
    this.#scanning ??= this.#scan(signal).finally(() => {
      this.#scanning = null
    })
    return this.#scanning
  }

  async #scan(signal?: AbortSignal): Promise<void> {
    await this.#kept?.settled()
    const stat = await this.#reader.stat()
    if (!this.#wasScanned) await this.#recall(stat.size)
    this.#wasScanned = true
    this.#updatedAt = stat.updatedAt
    this.#progress = { ...this.#progress, total: stat.size, done: false }
    const end = await this.#reader.scan(this.#index, {
      ...(signal ? { signal } : {}),
      verify: this.#verify,
      ...(this.#onRecord ? { onRecord: this.#onRecord } : {}),
      onProgress: (bytes, total) => {
        this.#progress = { bytes, total, done: false }
        this.#onProgress()
      },
    })
    this.#open = end.open
    this.#isWhole ||= !end.stopped
    const size = end.stopped ? this.#progress.bytes : this.#progress.total
    this.#progress = { bytes: size, total: this.#progress.total, done: !end.stopped }
    this.#onProgress()
    if (!end.stopped) this.#keep(false)
  }

  /** Takes over what was kept of this log, where it is still the same or has only grown. */
  async #recall(bytes: number): Promise<void> {
    const stored = await this.#kept?.load(bytes)
    if (!stored || !this.#reader.resume) return
    const index = SessionIndex.from(stored.index, stored.rows)
    if (!(await this.#reader.resume(index, stored.reader))) return
    this.#kept?.took(stored)
    this.#index = index
    this.#open = stored.open
  }

  /** `atLast`: nothing comes after it. */
  #keep(atLast: boolean): void {
    const reader = this.#isWhole ? this.#reader.memory?.() : null
    if (!reader) return
    const facts = { reader, index: this.#index.memory, open: this.#open }
    this.#kept?.save(facts, this.#index, this.#progress.total, atLast)
  }

  /**
   * Looks at the log again: appended records are indexed, a replaced log is
   * indexed anew. Returns what had happened to it.
   */
  async refresh(): Promise<Refresh> {
    if (this.#scanning) await this.#scanning
    const change = await this.#reader.changed()
    if (change === 'grown') await this.index()
    if (change === 'replaced') await this.#restart()
    return change
  }

  async #restart(): Promise<void> {
    const reopened = await this.format.open(this.found)
    if (!reopened.ok) return
    await this.#kept?.settled()
    this.#kept?.forget()
    await this.#reader.close()
    this.#reader = reopened.value
    this.#revisionBase += this.#index.revision + 1
    this.#index = new SessionIndex()
    this.#pages.clear()
    this.#isWhole = false
    this.#progress = { bytes: 0, total: 0, done: false }
    await this.index()
  }

  get progress(): Progress {
    return this.#progress
  }
  get revision(): number {
    return this.#revisionBase + this.#index.revision
  }
  get size(): number {
    return this.#index.size
  }
  /** Claims no life before the log is whole: until then its last turn always looks open. */
  get live(): Overview['live'] {
    if (!this.#isWhole) return 'ended'
    return liveState({
      open: this.#open,
      updatedAt: this.#updatedAt,
      lastAt: this.#index.lastAt,
      now: this.#clock(),
    })
  }
  get updatedAt(): number {
    return this.#updatedAt
  }
  get counted(): SessionIndex {
    return this.#index
  }

  /** Lowest seq added or changed since the last call; null when none was. */
  takeChanged(): number | null {
    const from = this.#index.takeChanged()
    if (from !== null) this.#pages.clear()
    return from
  }

  overview(): Overview {
    const index = this.#index
    const facts = index.known
    const live = this.live
    const header = index.header(
      this.format.id,
      this.found.sessionId ?? this.found.path,
      !this.#open,
    )
    const links = familyLinks(header.id, facts.parent, facts.childIds, this.#family)
    const children = links.filter((link) => link.relation !== 'parent').map((link) => link.id)
    return {
      key: this.key,
      path: this.found.path,
      agentName: this.format.name,
      header: { ...header, children },
      turns: index.turnList(),
      branches: index.branchList(),
      steps: index.stepCount,
      banners: [...index.banners],
      links,
      facts: [...facts.extra],
      progress: this.#progress,
      live,
      updatedAt: this.#updatedAt,
      revision: this.revision,
    }
  }

  /** Columns of entries [from, to), cut to what exists. */
  outline(from: number, to: number): Outline {
    const end = Math.min(to, this.#index.size)
    const outline: Outline = emptyOutline(this.revision, from)
    const hasBranches = this.#index.hasBranches
    const tones: string[] = []
    const flags: string[] = []
    for (let seq = from; seq < end; seq++) {
      const row = this.#index.row(seq)
      if (!row) break
      tones.push(toneLetter(row.tone))
      flags.push(row.error ? 'e' : row.kind === 'tool' && !row.result ? 'r' : '-')
      outline.turns.push(row.turn)
      outline.steps.push(this.#index.stepOf(seq))
      outline.ats.push(row.at)
      if (hasBranches) outline.branches.push(row.branch ?? 0)
    }
    return { ...outline, tones: tones.join(''), flags: flags.join('') }
  }

  /** Entries [from, to), decoded, cut to what exists. */
  async entries(from: number, to: number): Promise<Entry[]> {
    const end = Math.min(to, this.#index.size)
    const entries: Entry[] = []
    // Cards of one file look at the same edits.
    const others = new Map<number, Promise<Entry | undefined>>()
    for (let start = from; start < end; start += decodedAtOnce) {
      const count = Math.min(decodedAtOnce, end - start)
      // Side by side: each waits for the disk, and for the scan that may be running.
      const batch = await Promise.all(
        Array.from({ length: count }, (_, index) => this.#completed(start + index, others)),
      )
      entries.push(...batch.filter((entry) => entry !== undefined))
    }
    return entries
  }

  /** One entry, decoded and completed; undefined when there is none. */
  entry(seq: number): Promise<Entry | undefined> {
    return this.#completed(seq, new Map())
  }

  async #completed(
    seq: number,
    others: Map<number, Promise<Entry | undefined>>,
  ): Promise<Entry | undefined> {
    const row = this.#index.row(seq)
    if (!row) return undefined
    const cached = this.#pages.get(seq)
    if (cached) return cached
    const index = this.#index
    const decoded = await this.#reader.decode(row, seq)
    const entry = await enrich(decoded, seq, row, {
      index,
      family: this.#family,
      live: this.live,
      decode: (other) => {
        const otherRow = index.row(other)
        if (!otherRow) return Promise.resolve(undefined)
        const known = others.get(other) ?? this.#reader.decode(otherRow, other)
        others.set(other, known)
        return known
      },
    })
    // A running call's card says since when; it must not be cached past its end.
    if (entry.kind !== 'tool' || entry.status !== 'running') this.#pages.set(seq, entry)
    return entry
  }

  /** An entry as its adapter decodes it: without what only the whole session knows. */
  async decoded(seq: number): Promise<Entry | undefined> {
    const row = this.#index.row(seq)
    return row ? this.#reader.decode(row, seq) : undefined
  }

  /** The records that an entry is decoded from; null where it does not come of records. */
  recordsOf(seq: number): RowRecords | null {
    const row = this.#index.row(seq)
    return (row && this.#reader.recordsOf?.(row)) ?? null
  }

  /** Bytes of a record; null where there are none to have. */
  async bytesOf(span: RecordSpan): Promise<Buffer | null> {
    return (await this.#reader.bytesOf?.(span)) ?? null
  }

  /** Step of an entry over the whole session, 1-based; null outside of steps. */
  stepOf(seq: number): number | null {
    return this.#index.stepOf(seq)
  }

  /** Seq of the latest call with this id; null when there is none. */
  seqOfCall(callId: string): number | null {
    for (let seq = this.#index.size - 1; seq >= 0; seq--) {
      if (this.#index.row(seq)?.callId === callId) return seq
    }
    return null
  }

  diagnostics(from: number, to: number): Diagnostic[] {
    return this.#index.diagnostics.slice(from, to)
  }

  async raw(seq: number, maxChars: number): Promise<RawRecord[]> {
    const row = this.#index.row(seq)
    return row ? this.#reader.raw(row, maxChars) : []
  }

  image(ref: string): Promise<{ mediaType: string; bytes: Uint8Array } | null> {
    return this.#reader.image(ref)
  }

  async close(): Promise<void> {
    if (!this.#scanning) this.#keep(true)
    await this.#kept?.settled()
    await this.#reader.close()
  }
}

/** Opens a found log; nothing is indexed yet. */
export async function openFound(
  format: LogFormat,
  found: FoundLog,
  options: OpenSessionOptions = {},
): Promise<Outcome<OpenSession>> {
  const reader = await format.open(found)
  if (!reader.ok) return reader
  return { ok: true, value: new OpenSession(format, found, reader.value, options) }
}
