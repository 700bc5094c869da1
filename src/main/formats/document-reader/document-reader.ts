/**
 * One opened session of an agent that keeps whole documents, folders of small
 * files or database rows: loaded as a list of items, compared with what was
 * known when it changed. For sessions that fit in memory.
 */
import { createHash } from 'node:crypto'
import { good, type Outcome, type Reason } from '#shared/outcome'
import type { Banner, Diagnostic, Entry } from '#shared/session'
import type { RawRecord } from '#shared/api/types'
import type { LogChange } from '../../log/line-log'
import type {
  EntryRow,
  EntrySink,
  ReaderScanOptions,
  RecordSpan,
  SessionFacts,
  SessionReader,
} from '../format'
import { findImage } from '../parts/blocks'
import { markerEntry, rowOf } from '../parts/entries'

/** One entry with the records it came from. */
export interface Item {
  readonly entry: Entry
  /** Values as the log holds them: the call before its result. */
  readonly raw: readonly unknown[]
  /** Where the first record stands, in files of lines. Documents: its place among the items. */
  readonly span?: RecordSpan
}

export interface Loaded {
  readonly facts: Partial<SessionFacts>
  readonly items: readonly Item[]
  readonly banners?: readonly Banner[]
  readonly diagnostics?: readonly Diagnostic[]
  /** The last turn has no end yet. */
  readonly open: boolean
}

export interface Stamp {
  /** Bytes on disk, of all files. */
  readonly size: number
  /** ms. */
  readonly updatedAt: number
  /** Anything that differs when the content does. */
  readonly tag: string
}

export interface DocumentSource {
  readonly path: string
  /** Null: it is gone. */
  stamp(): Promise<Stamp | null>
  load(): Promise<Outcome<Loaded>>
  close?(): Promise<void>
}

/** What is kept of an item to see whether it changed. */
interface Known {
  /** Differs where a row cannot be changed in place. */
  readonly place: string
  readonly digest: string
}

interface Read {
  readonly stamp: Stamp | null
  readonly loaded: Outcome<Loaded>
}

function knownOf({ entry }: Item): Known {
  const { kind, at, turn, step, inherited } = entry
  const callId = entry.kind === 'tool' ? entry.callId : null
  return {
    place: JSON.stringify([kind, at, turn, step, inherited, callId]),
    digest: createHash('sha1').update(JSON.stringify(entry)).digest('base64'),
  }
}

class DocumentReader implements SessionReader {
  readonly path: string
  readonly #source: DocumentSource
  #items: readonly Item[] = []
  #known: readonly Known[] = []
  #stamp: Stamp = { size: 0, updatedAt: 0, tag: '' }
  /** Read by `changed`, not yet scanned. */
  #next: Read | null = null
  readonly #said = new Set<string>()

  constructor(source: DocumentSource) {
    this.path = source.path
    this.#source = source
  }

  /** The stamp first: a change while loading is then seen the next time. */
  async #read(): Promise<Read> {
    const stamp = await this.#source.stamp()
    return { stamp, loaded: await this.#source.load() }
  }

  async scan(
    sink: EntrySink,
    options: ReaderScanOptions,
  ): Promise<{ open: boolean; stopped: boolean }> {
    const { stamp, loaded } = this.#next ?? (await this.#read())
    this.#next = null
    if (stamp) this.#stamp = stamp
    if (!loaded.ok) {
      // Half a document while its writer is at work: what was known stays.
      sink.pending(faultOf(loaded.reason))
      return { open: this.#items.length > 0, stopped: false }
    }
    sink.pending(null)
    sink.facts(loaded.value.facts)
    for (const banner of loaded.value.banners ?? []) sink.banner(banner)
    for (const diagnostic of loaded.value.diagnostics ?? []) {
      const key = JSON.stringify(diagnostic)
      if (!this.#said.has(key)) sink.diagnostic(diagnostic)
      this.#said.add(key)
    }
    this.#take(sink, loaded.value.items)
    options.onProgress?.(this.#stamp.size, this.#stamp.size)
    return { open: loaded.value.open, stopped: false }
  }

  /** New items become rows, changed ones are touched. */
  #take(sink: EntrySink, items: readonly Item[]): void {
    const before = this.#known
    this.#items = items
    this.#known = items.map(knownOf)
    for (const [index, item] of items.entries()) {
      if (index >= before.length) sink.add(rowAt(item, index))
      else if (before[index]?.digest !== this.#known[index]?.digest) {
        const row = sink.row(index)
        if (!row) continue
        const { error, window, path, usage, result, prompt, tone } = rowAt(item, index)
        Object.assign(row, { error, window, path, usage, result, prompt, tone })
        sink.touch(index)
      }
    }
  }

  #itemOf(row: EntryRow): Item | undefined {
    return typeof row.aux === 'number' ? this.#items[row.aux] : undefined
  }

  async decode(row: EntryRow, seq: number): Promise<Entry> {
    const source = { line: row.record.line, offset: row.record.offset }
    const entry =
      this.#itemOf(row)?.entry ??
      markerEntry(
        { at: row.at, turn: row.turn, step: row.step },
        'record',
        'This entry is not in the log any more',
        { severity: 'warning' },
      )
    if (entry.kind !== 'tool') return { ...entry, seq, source }
    const { result } = row
    const resultSource = result && { line: result.line, offset: result.offset }
    return { ...entry, seq, source, resultSource }
  }

  async raw(row: EntryRow, maxChars: number): Promise<RawRecord[]> {
    return (this.#itemOf(row)?.raw ?? []).map((value, nth) => {
      const text = JSON.stringify(value, null, 2) ?? ''
      return {
        role: row.kind === 'tool' ? (nth === 0 ? 'call' : 'result') : 'record',
        line: row.record.line,
        // Places of a document have no bytes; each record of an entry still needs its own.
        offset: row.record.offset + nth,
        bytes: Buffer.byteLength(text),
        text: text.slice(0, maxChars),
        cut: text.length > maxChars,
      }
    })
  }

  async image(ref: string): Promise<{ mediaType: string; bytes: Uint8Array } | null> {
    for (const { raw } of this.#items) {
      const found = findImage(raw, ref)
      if (found) return found
    }
    return null
  }

  async changed(): Promise<LogChange> {
    const stamp = await this.#source.stamp()
    if (!stamp) return 'gone'
    if (stamp.tag === this.#stamp.tag) return 'same'
    const loaded = await this.#source.load()
    this.#next = { stamp, loaded }
    return !loaded.ok || this.#goesOn(loaded.value.items) ? 'grown' : 'replaced'
  }

  /** The rows that are there still stand for these items. */
  #goesOn(items: readonly Item[]): boolean {
    return (
      items.length >= this.#known.length &&
      this.#known.every(({ place }, index) => {
        const item = items[index]
        return item !== undefined && knownOf(item).place === place
      })
    )
  }

  async stat(): Promise<{ size: number; updatedAt: number }> {
    const { size, updatedAt } = (await this.#source.stamp()) ?? this.#stamp
    return { size, updatedAt }
  }

  async close(): Promise<void> {
    this.#next = null
    await this.#source.close?.()
  }
}

function rowAt(item: Item, index: number): EntryRow {
  const record = item.span ?? { line: index + 1, offset: 0, length: 0 }
  const row = rowOf(item.entry, record, index)
  const { entry } = item
  if (entry.kind === 'tool' && (entry.status === 'ok' || entry.status === 'error')) {
    row.result = { ...record, at: entry.endedAt }
  }
  return row
}

function faultOf(reason: Reason): Diagnostic {
  return {
    severity: 'error',
    reason,
    line: null,
    offset: null,
    before: null,
    sample: null,
    path: null,
  }
}

/** Opens a source; nothing is loaded yet. */
export function openDocument(source: DocumentSource): Outcome<SessionReader> {
  return good(new DocumentReader(source))
}

/** The last turn waits: for an answer to its prompt, or for the result of a call. */
export function isWaiting(items: readonly Item[]): boolean {
  const last = items.at(-1)?.entry
  if (!last) return false
  if (last.kind === 'user') return true
  return items.some(
    ({ entry }) =>
      entry.kind === 'tool' && entry.status === 'unanswered' && entry.turn === last.turn,
  )
}
