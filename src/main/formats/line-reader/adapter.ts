/** What an agent of JSON Lines supplies: a scan that makes rows, and entries of whole records. */
import type { Entry } from '#shared/session'
import type { EntryRow, EntrySink, RecordSpan, SessionFacts } from '../format'
import type { Fields } from '../parts/fields'

/** A line of the log. Long ones come thinned: texts cut at about 1 kB, long lists at their ends. */
export interface LineRecord {
  readonly value: Fields
  readonly span: RecordSpan
  readonly isThin: boolean
  /** Line breaks in the last text of a name (`"key":"`) behind another name (`"within":`), without making it. */
  breaksIn(within: Buffer, key: Buffer): number | null
  /** The record whole; parsed again when it was thinned. */
  full(): Fields
}

/** Where a scan puts what it makes of records. */
export interface ScanOut {
  readonly sink: EntrySink
  /** A new entry made of these records; `aux` is what decode needs besides them. */
  add(entry: Entry, spans: readonly RecordSpan[], aux: unknown): number
  /** An entry that is now known better: by a result, or by a further record of its own. */
  update(seq: number, entry: Entry, more: { result?: RecordSpan; record?: RecordSpan }): void
  /** The aux of an entry that was added. */
  auxOf(seq: number): unknown
  facts(patch: Partial<SessionFacts>): void
  /** Seq of the last entry; -1 before the first. */
  last(): number
  /** A branch that leaves another after an entry; returns its number. */
  fork(parent: number, after: number): number
  /** New entries are on this branch. */
  enter(branch: number): void
  /** A record that no entry claims: shown beside the next one. */
  beside(span: RecordSpan): void
}

export interface LineScan<Memory = unknown> {
  record(record: LineRecord): void
  /** True while the last turn has no end. Called at the end of each scan. */
  isOpen(): boolean
  /** All that it knows of earlier records: plain data, which may be stored and given to a later scan. */
  readonly memory: Memory
}

export interface DecodeInput {
  readonly row: EntryRow
  readonly aux: unknown
  /** The entry's records in order, whole. */
  readonly records: readonly Fields[]
  /** The record of its result, whole; null without one. */
  readonly result: Fields | null
}

export interface LineAdapter<Memory = unknown> {
  /** `memory`: that of a scan which ended where this one begins. */
  startScan(out: ScanOut, memory?: Memory): LineScan<Memory>
  /** The entry as the scan made it, of whole records. */
  decode(input: DecodeInput): Entry
  /** What the scan is told besides the log; a memory of a scan that was told otherwise is of no use. */
  readonly told?: string
}

/** An adapter as its reader holds it, which hands memories back without looking into them. */
export function lineAdapter<Memory>(adapter: LineAdapter<Memory>): LineAdapter {
  return {
    startScan: (out, memory) => adapter.startScan(out, memory as Memory | undefined),
    decode: (input) => adapter.decode(input),
    ...(adapter.told === undefined ? {} : { told: adapter.told }),
  }
}
