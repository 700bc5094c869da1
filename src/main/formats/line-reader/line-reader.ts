/**
 * One opened log of JSON Lines, however long: scans what is new, reads again
 * just the records an entry is made of. Knows no agent.
 */
import { stat } from 'node:fs/promises'
import { good, type Outcome } from '#shared/outcome'
import type { Entry } from '#shared/session'
import type { RawRecord } from '#shared/api/types'
import { logStart, type LineLog, type LogChange, type LogPosition } from '../../log/line-log'
import { openLineLog } from '../../log/open-line-log'
import type {
  EntryRow,
  EntrySink,
  ReaderMemory,
  ReaderScanOptions,
  RecordSpan,
  RowRecords,
  SessionReader,
} from '../format'
import { findImage } from '../parts/blocks'
import { isObject, type Fields } from '../parts/fields'
import { markerEntry, nowhere, rowOf } from '../parts/entries'
import { breaksOf } from '../parts/byte-json'
import { thinParse } from '../parts/thin-json'
import type { LineAdapter, LineRecord, LineScan, ScanOut } from './adapter'

/** Records longer than this are thinned for the index. */
const longRecord = 4096
/** Unclaimed records kept for one entry. */
const maxBeside = 40
/** A last line without its LF is looked into up to this size. */
const maxTail = 64 * 1024 * 1024
const closingBrace = 0x7d

/** What a row of ours carries besides the adapter's own. */
interface LineAux {
  readonly spans: RecordSpan[]
  readonly beside: readonly RecordSpan[]
  readonly own: unknown
}

/** What the reader knows of earlier records, whatever they mean. Plain data. */
interface LinesMemory {
  /** A last line without its LF that was a whole record all the same, and was taken. */
  tail: RecordSpan | null
  beside: RecordSpan[]
  branch: number
  last: number
}

interface ScanMemory {
  readonly lines: LinesMemory
  readonly own: unknown
}

function auxOf(row: EntryRow): LineAux {
  // Rows of this reader are made here, in one place.
  return row.aux as LineAux
}

export class LineReader implements SessionReader {
  readonly path: string
  readonly #log: LineLog
  readonly #adapter: LineAdapter
  /** Further files that belong to the session. */
  readonly #others: readonly string[]
  #position: LogPosition = logStart
  #scan: LineScan | null = null
  #memory: LinesMemory = { tail: null, beside: [], branch: 0, last: -1 }
  /** Rows with pictures in them, found by their reference. */
  readonly #imageRows = new Map<string, RecordSpan[]>()

  constructor(path: string, log: LineLog, adapter: LineAdapter, others: readonly string[]) {
    this.path = path
    this.#log = log
    this.#adapter = adapter
    this.#others = others
  }

  async scan(
    sink: EntrySink,
    options: ReaderScanOptions,
  ): Promise<{ open: boolean; stopped: boolean }> {
    this.#scan ??= this.#adapter.startScan(this.#out(sink))
    const scan = this.#scan
    const verify = options.verify ?? false
    const end = await this.#log.scan(
      this.#position,
      (bytes, start, stop, line, offset) => {
        const span = { line, offset, length: stop - start }
        if (isSame(this.#memory.tail, span)) return
        options.onRecord?.(bytes.subarray(start, stop), offset)
        this.#line(scan, sink, bytes, start, stop, span, verify)
      },
      { ...options, onDiagnostic: (diagnostic) => sink.diagnostic(diagnostic) },
    )
    this.#position = end.position
    const torn = end.torn && !(await this.#takeTail(end.torn, scan, sink, verify)) && end.torn
    sink.pending(
      torn === false || torn === null
        ? null
        : {
            severity: 'warning',
            reason: { code: 'torn-line', params: { bytes: torn.bytes } },
            line: torn.line,
            offset: torn.offset,
            before: null,
            sample: null,
            path: null,
          },
    )
    return { open: scan.isOpen(), stopped: end.stopped }
  }

  /** An object that is whole cannot be the beginning of a longer one: no LF has to be waited for. */
  async #takeTail(
    torn: { readonly line: number; readonly offset: number; readonly bytes: number },
    scan: LineScan,
    sink: EntrySink,
    verify: boolean,
  ): Promise<boolean> {
    const { line, offset, bytes: length } = torn
    const span = { line, offset, length }
    if (isSame(this.#memory.tail, span)) return true
    if (length > maxTail) return false
    const bytes = await this.#log.read(offset, length)
    if (bytes.length < length || bytes[bytes.length - 1] !== closingBrace) return false
    if (!(await this.#whole(span))) return false
    this.#memory.tail = span
    this.#line(scan, sink, bytes, 0, length, span, verify)
    return true
  }

  async decode(row: EntryRow, seq: number): Promise<Entry> {
    const { spans, own } = auxOf(row)
    const records = await Promise.all(spans.map((span) => this.#whole(span)))
    const result = row.result ? await this.#whole(row.result) : null
    const entry = this.#entry(row, own, records, result)
    for (const block of imagesOf(entry)) {
      if (block !== null)
        this.#imageRows.set(block, [...spans, ...(row.result ? [row.result] : [])])
    }
    return {
      ...entry,
      seq,
      source: { line: row.record.line, offset: row.record.offset },
      turn: row.turn,
      step: row.step,
      inherited: row.inherited,
      ...(entry.kind === 'tool'
        ? { resultSource: row.result && { line: row.result.line, offset: row.result.offset } }
        : {}),
    }
  }

  #entry(
    row: EntryRow,
    own: unknown,
    records: readonly (Fields | null)[],
    result: Fields | null,
  ): Entry {
    const whole = records.filter((record) => record !== null)
    if (whole.length < records.length || (row.result && result === null)) {
      return markerEntry(nowhere, 'record', 'Record that could not be read', { severity: 'error' })
    }
    return this.#adapter.decode({ row, aux: own, records: whole, result })
  }

  async raw(row: EntryRow, maxChars: number): Promise<RawRecord[]> {
    const { spans, beside } = auxOf(row)
    const isCall = row.kind === 'tool'
    const own = await Promise.all(
      spans.map((span) => this.#raw(span, isCall ? 'call' : 'record', maxChars)),
    )
    const result = row.result ? [await this.#raw(row.result, 'result', maxChars)] : []
    const others = await Promise.all(beside.map((span) => this.#raw(span, 'neighbour', maxChars)))
    const seen = new Set<number>()
    return [...own, ...result, ...others].filter(({ offset }) => {
      const isNew = !seen.has(offset)
      seen.add(offset)
      return isNew
    })
  }

  recordsOf(row: EntryRow): RowRecords {
    const { spans } = auxOf(row)
    return { spans: row.result ? [...spans, row.result] : spans, isPacked: false }
  }

  bytesOf({ offset, length }: RecordSpan): Promise<Buffer> {
    return this.#log.read(offset, length)
  }

  async image(ref: string): Promise<{ mediaType: string; bytes: Uint8Array } | null> {
    for (const span of this.#imageRows.get(ref) ?? []) {
      const found = findImage(await this.#whole(span), ref)
      if (found) return found
    }
    return null
  }

  changed(): Promise<LogChange> {
    return this.#log.changed(this.#position)
  }

  memory(): ReaderMemory | null {
    const log = this.#log.memory()
    if (!log || !this.#scan) return null
    const scan: ScanMemory = { lines: this.#memory, own: this.#scan.memory }
    return { log, told: this.#adapter.told ?? '', scan }
  }

  async resume(sink: EntrySink, { log, told, scan }: ReaderMemory): Promise<boolean> {
    if (told !== (this.#adapter.told ?? '') || !(await this.#log.resume(log))) return false
    const { lines, own } = scan as ScanMemory // made by `memory`
    this.#position = log.position
    this.#memory = { ...lines }
    this.#scan = this.#adapter.startScan(this.#out(sink), own)
    return true
  }

  async stat(): Promise<{ size: number; updatedAt: number }> {
    let size = 0
    let updatedAt = 0
    for (const path of [this.path, ...this.#others]) {
      const facts = await stat(path).catch(() => null)
      size += facts?.size ?? 0
      updatedAt = Math.max(updatedAt, facts?.mtimeMs ?? 0)
    }
    return { size, updatedAt }
  }

  close(): Promise<void> {
    return this.#log.close()
  }

  #out(sink: EntrySink): ScanOut {
    return {
      sink,
      add: (entry, spans, own) => {
        const [record] = spans
        const aux: LineAux = { spans: [...spans], beside: this.#memory.beside, own }
        this.#memory.beside = []
        const row = rowOf(entry, record ?? { line: 1, offset: 0, length: 0 }, aux)
        if (this.#memory.branch !== 0) row.branch = this.#memory.branch
        this.#memory.last = sink.add(row)
        return this.#memory.last
      },
      last: () => this.#memory.last,
      fork: (parent, after) => sink.branch(parent, after),
      enter: (branch) => {
        this.#memory.branch = branch
      },
      update: (seq, entry, { result, record }) => {
        const row = sink.row(seq)
        if (!row) return
        if (record) auxOf(row).spans.push(record)
        const at = entry.kind === 'tool' ? entry.endedAt : null
        if (result) row.result = { ...result, at }
        const now = rowOf(entry, row.record, row.aux)
        row.tone = now.tone
        row.error = now.error
        row.path = now.path
        row.window = now.window
        row.usage = now.usage ?? row.usage
        row.prompt = now.prompt
        sink.touch(seq)
      },
      auxOf: (seq) => {
        const row = sink.row(seq)
        return row ? auxOf(row).own : null
      },
      facts: (patch) => sink.facts(patch),
      beside: (span) => {
        if (this.#memory.beside.length < maxBeside) this.#memory.beside.push(span)
      },
    }
  }

  #line(
    scan: LineScan,
    sink: EntrySink,
    bytes: Buffer,
    start: number,
    end: number,
    span: RecordSpan,
    verify: boolean,
  ): void {
    if (isBlank(bytes, start, end)) return
    const isLong = end - start > longRecord && !verify
    const thin = isLong ? thinParse(bytes, start, end) : undefined
    const whole = (): unknown => JSON.parse(bytes.toString('utf8', start, end))
    let value: unknown
    try {
      value = thin ?? whole()
    } catch (error) {
      this.#fault(sink, span, error, bytes.toString('utf8', start, Math.min(end, start + 800)))
      return
    }
    if (!isObject(value)) {
      this.#fault(
        sink,
        span,
        new Error('not an object'),
        bytes.toString('utf8', start, Math.min(end, start + 800)),
      )
      return
    }
    const record: LineRecord = {
      value,
      span,
      isThin: thin !== undefined,
      breaksIn: (within, key) => breaksOf(bytes, start, end, within, key),
      full() {
        try {
          const full = thin === undefined ? value : whole()
          return isObject(full) ? full : {}
        } catch {
          return {} // thinning steps over what a parser would refuse
        }
      },
    }
    scan.record(record)
  }

  #fault(sink: EntrySink, span: RecordSpan, error: unknown, sample: string): void {
    const detail = error instanceof Error ? error.message : String(error)
    const { line, offset } = span
    const reason = { code: 'not-json', params: { detail } }
    sink.diagnostic({
      severity: 'error',
      reason,
      line,
      offset,
      before: null,
      sample: sample.slice(0, 200),
      path: null,
    })
  }

  async #whole(span: RecordSpan): Promise<Fields | null> {
    try {
      const bytes = await this.#log.read(span.offset, span.length)
      const value: unknown = JSON.parse(bytes.toString('utf8'))
      return isObject(value) ? value : null
    } catch {
      return null
    }
  }

  async #raw(span: RecordSpan, role: RawRecord['role'], maxChars: number): Promise<RawRecord> {
    const bytes = await this.#log.read(span.offset, Math.min(span.length, maxChars * 4))
    const text = bytes.toString('utf8').slice(0, maxChars)
    const cut = bytes.length < span.length || text.length === maxChars
    return { role, line: span.line, offset: span.offset, bytes: span.length, text, cut }
  }
}

function isSame(a: RecordSpan | null, b: RecordSpan): boolean {
  return a !== null && a.offset === b.offset && a.length === b.length
}

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false
  }
  return true
}

function imagesOf(entry: Entry): (string | null)[] {
  switch (entry.kind) {
    case 'tool': {
      const view = entry.result?.card === 'generic' ? (entry.result.content ?? []) : []
      return [...entry.content, ...view].flatMap((block) =>
        block.type === 'image' ? [block.ref] : [],
      )
    }
    case 'marker':
      return []
    default:
      return entry.images.map(({ ref }) => ref)
  }
}

/** Opens a log for an adapter. Declines with what the file system says. */
export async function openLines(
  path: string,
  adapter: LineAdapter,
  others: readonly string[] = [],
): Promise<Outcome<SessionReader>> {
  const log = await openLineLog(path)
  return log.ok ? good(new LineReader(path, log.value, adapter, others)) : log
}
