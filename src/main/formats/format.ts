/**
 * What an agent's adapter implements. Adding an agent is one folder and one
 * line in formats/index.ts. An adapter turns bytes into rows (the index, no
 * payload kept) and rows into entries (on demand); it joins calls and results,
 * and knows nothing of windows, hosts or other agents.
 */
import type { Outcome } from '#shared/outcome'
import type { AgentId, Banner, Diagnostic, Entry, Tone, Usage } from '#shared/session'
import type { RawRecord, SessionSummary } from '#shared/api/types'
import type { LogChange, LogMemory } from '../log/line-log'

/** Where a record lies in the decompressed log (or document): bytes and 1-based line. */
export interface RecordSpan {
  readonly line: number
  readonly offset: number
  readonly length: number
}

/** A read window as the index knows it: no text. Lines 1-based, `first` > `last` when empty. */
export interface RowWindow {
  readonly path: string
  readonly offset: number
  readonly first: number
  readonly last: number
  readonly totalLines: number
}

/**
 * One entry in the index. Small on purpose: a million of them must fit. `aux`
 * is the adapter's own, whatever its decode needs besides the spans.
 */
export interface EntryRow {
  readonly kind: Entry['kind']
  tone: Tone
  readonly at: number | null
  readonly turn: number | null
  readonly step: number | null
  /** Branch of a session whose records form a tree; absent: 0, where the log begins. */
  branch?: number
  /** The first record; a step shown from its chunks moves to its message once that is there. */
  record: RecordSpan
  /** Tools: the result's record and its time, once it is there. */
  result: (RecordSpan & { readonly at: number | null }) | null
  /** A failed call, an error marker: what `x` jumps to. */
  error: boolean
  callId: string | null
  /** Tools: the tool's name. */
  name: string | null
  /** Reads and edits: the file, as the log names it. */
  path: string | null
  /** Reads whose result narrows to a window. */
  window: RowWindow | null
  /** Assistant: usage of this model response, counted once. */
  usage: Usage | null
  /** Human prompts: first line, at most 200 characters. */
  prompt: string | null
  /** Copied from the parent of a fork; some logs say so only after the copies. */
  inherited: boolean
  /** True where this turn or session ended by it (turn-end markers). */
  closes: boolean
  aux: unknown
}

/** Facts of a session as far as they are known; later ones overwrite earlier ones. */
export interface SessionFacts {
  id: string
  title: string | null
  cwd: string | null
  model: string | null
  startedAt: number | null
  endedAt: number | null
  parent: string | null
  relation: 'subagent' | 'fork' | null
  childIds: string[]
  /** Format version, other generations, branch …: shown in Details in this order. */
  extra: { label: string; value: string }[]
}

/** Where a scan puts what it finds. */
export interface EntrySink {
  /** Appends a row, returns its seq. */
  add(row: EntryRow): number
  /** The row of `seq` was changed in place (a result joined its call). */
  touch(seq: number): void
  row(seq: number): EntryRow | undefined
  /** A branch that leaves `parent` (0: where the log begins) after the entry `after`; -1: before all. Returns its number. */
  branch(parent: number, after: number): number
  facts(patch: Partial<SessionFacts>): void
  banner(banner: Banner): void
  diagnostic(diagnostic: Diagnostic): void
  /** The one fault at the end of the log that more bytes may mend; null when there is none (any more). */
  pending(diagnostic: Diagnostic | null): void
}

export interface ReaderScanOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (bytes: number, total: number) => void
  /**
   * The bytes of every record that entries may be decoded from, in order and
   * before its row is there; valid during the call.
   */
  readonly onRecord?: (bytes: Buffer, offset: number) => void
  /** Look at every record as a whole, also where the index needs nothing of it (`reread check`). */
  readonly verify?: boolean
}

/** The records of one entry. */
export interface RowRecords {
  readonly spans: readonly RecordSpan[]
  /** Their texts are spread over several of them: bytes alone say nothing. */
  readonly isPacked: boolean
}

/** What a reader knows after a scan, as plain data: enough to go on from there another day. */
export interface ReaderMemory {
  readonly log: LogMemory
  /** What the scan was told besides the log; another word makes the memory useless. */
  readonly told: string
  readonly scan: unknown
}

/** One opened session. Total: bad input becomes diagnostics, never a throw. */
export interface SessionReader {
  readonly path: string
  /**
   * First call: the whole log. Each further call: what was appended since.
   * `open`: the last turn has no end yet (running, waiting or cut off).
   */
  scan(sink: EntrySink, options: ReaderScanOptions): Promise<{ open: boolean; stopped: boolean }>
  /** The entry of a row, with views narrowed. Continuation, context and links are the session's business. */
  decode(row: EntryRow, seq: number): Promise<Entry>
  /** The records that made the entry, call before result, each cut at `maxChars`. */
  raw(row: EntryRow, maxChars: number): Promise<RawRecord[]>
  /** All records that decode would read for this row. Absent: entries do not come of records. */
  recordsOf?(row: EntryRow): RowRecords
  /** Bytes of a record. */
  bytesOf?(span: RecordSpan): Promise<Buffer>
  /** A picture by the `ref` its block carries; null when the log does not hold it. */
  image(ref: string): Promise<{ mediaType: string; bytes: Uint8Array } | null>
  changed(): Promise<LogChange>
  /** What is known after the last scan; null where there is nothing to keep. Absent: never is. */
  memory?(): ReaderMemory | null
  /**
   * Takes over what an earlier reader of this log knew, before the first scan;
   * `sink` then has to hold its rows. False, and nothing taken, when it is of no use here.
   */
  resume?(sink: EntrySink, memory: ReaderMemory): Promise<boolean>
  /** Bytes on disk and last change (ms), of all files that make the session. */
  stat(): Promise<{ size: number; updatedAt: number }>
  close(): Promise<void>
}

/** A file of a folder that may hold logs. */
export interface FolderFile {
  readonly name: string
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
}

export interface Folder {
  readonly path: string
  /** Its files were named one by one: what they are called does not matter. */
  readonly isNamed: boolean
  readonly files: readonly FolderFile[]
  readonly folders: readonly string[]
  /** First 4 KiB of a file, decompressed when it is zstd; empty when unreadable. Cached. */
  head(file: FolderFile): Promise<Uint8Array>
}

/** Session(s) found in a folder: `path` is what is opened and watched, `others` belong to it. */
export interface FoundLog {
  readonly path: string
  readonly others: readonly string[]
  /** Where one file holds several sessions (a database): which one. */
  readonly sessionId: string | null
}

/** Platform facts that decide where an agent keeps its logs. */
export interface RootEnv {
  readonly home: string
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
}

export type Summary = Omit<SessionSummary, 'key' | 'live' | 'counts'>

export interface LogFormat {
  readonly id: AgentId
  /** As its users write it. */
  readonly name: string
  /** Folders (or database files) where this agent keeps logs, existing or not. */
  roots(env: RootEnv): string[]
  /** Logs of this agent among the files of one folder; what it claims no other format is asked about. */
  discover(folder: Folder): Promise<FoundLog[]>
  /** Cheap: reads head and tail only, never the whole log. */
  summarise(found: FoundLog): Promise<Outcome<Summary>>
  open(found: FoundLog): Promise<Outcome<SessionReader>>
}
