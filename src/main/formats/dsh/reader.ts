/** One opened dsh log: scans what is new, decodes rows on demand. */
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { good, type Outcome } from '#shared/outcome'
import type { Banner, Entry } from '#shared/session'
import type { RawRecord } from '#shared/api/types'
import { logStart, type LineLog, type LogChange, type LogPosition } from '../../log/line-log'
import { openLineLog } from '../../log/open-line-log'
import type {
  EntryRow,
  EntrySink,
  FoundLog,
  ReaderMemory,
  ReaderScanOptions,
  RecordSpan,
  RowRecords,
  SessionFacts,
  SessionReader,
} from '../format'
import { readAttachment } from './attachments'
import { decodeRow } from './decode'
import { generationOf } from './generations'
import { rawRecords } from './raw'
import { DshScan, nothingRead, type DshMemory } from './scan'
import { auxOf } from './timeline'

/** Up to this size every record is looked at whole: it costs less than a blink. */
const verifyBytes = 4 * 1024 * 1024

export class DshReader implements SessionReader {
  readonly path: string
  readonly #found: FoundLog
  readonly #log: LineLog
  #position: LogPosition = logStart
  #scan: DshScan | null = null
  #newest: number

  constructor(found: FoundLog, log: LineLog) {
    this.path = found.path
    this.#found = found
    this.#log = log
    this.#newest = generationOf(basename(found.path))?.version ?? 0
  }

  async scan(
    sink: EntrySink,
    options: ReaderScanOptions,
  ): Promise<{ open: boolean; stopped: boolean }> {
    let scan = this.#scan
    if (!scan) {
      const verify = (options.verify ?? false) || (await this.#log.size()) <= verifyBytes
      scan = new DshScan(sink, nothingRead(verify, this.#facts()))
      this.#scan = scan
      for (const banner of this.#banners()) sink.banner(banner)
    }
    await this.#lookForNewer(sink)
    const lines = scan
    const end = await this.#log.scan(
      this.#position,
      (bytes, start, stop, line, offset) => {
        const isRecord = lines.line(bytes, start, stop, line, offset)
        if (isRecord) options.onRecord?.(bytes.subarray(start, stop), offset)
      },
      { ...options, onDiagnostic: (diagnostic) => sink.diagnostic(diagnostic) },
    )
    this.#position = end.position
    return { open: scan.end(end.torn), stopped: end.stopped }
  }

  decode(row: EntryRow, seq: number): Promise<Entry> {
    return decodeRow(row, seq, {
      sessionId: this.#scan?.sessionId ?? '',
      text: async (offset, length) => (await this.#log.read(offset, length)).toString('utf8'),
    })
  }

  raw(row: EntryRow, maxChars: number): Promise<RawRecord[]> {
    return rawRecords(row, this.#log, maxChars)
  }

  recordsOf(row: EntryRow): RowRecords {
    const { chunks } = auxOf(row)
    if (chunks) return { spans: [chunks], isPacked: true }
    return { spans: row.result ? [row.record, row.result] : [row.record], isPacked: false }
  }

  bytesOf({ offset, length }: RecordSpan): Promise<Buffer> {
    return this.#log.read(offset, length)
  }

  image(ref: string): Promise<{ mediaType: string; bytes: Uint8Array } | null> {
    return readAttachment(this.path, ref)
  }

  async changed(): Promise<LogChange> {
    const change = await this.#log.changed(this.#position)
    if (change !== 'same') return change
    return (await this.#newestBeside()) > this.#newest ? 'grown' : 'same'
  }

  memory(): ReaderMemory | null {
    const log = this.#log.memory()
    return log && this.#scan && { log, told: this.#told(), scan: this.#scan.memory }
  }

  async resume(sink: EntrySink, { log, told, scan }: ReaderMemory): Promise<boolean> {
    if (told !== this.#told() || !(await this.#log.resume(log))) return false
    this.#position = log.position
    this.#scan = new DshScan(sink, scan as DshMemory) // made by `memory`
    return true
  }

  /** What lies beside the log is told of in its facts and banners. */
  #told(): string {
    return this.#found.others.join('\n')
  }

  async stat(): Promise<{ size: number; updatedAt: number }> {
    try {
      const { size, mtimeMs } = await stat(this.path)
      return { size, updatedAt: mtimeMs }
    } catch {
      return { size: 0, updatedAt: 0 }
    }
  }

  close(): Promise<void> {
    return this.#log.close()
  }

  #facts(): SessionFacts['extra'] {
    const extra = [{ label: 'File', value: basename(this.path) }]
    if (this.#found.others.length > 0) {
      const value = this.#found.others.map((path) => basename(path)).join(', ')
      extra.push({ label: 'Beside it', value })
    }
    return extra
  }

  /** The same session in another form or generation lies beside this file. */
  #banners(): Banner[] {
    const own = generationOf(basename(this.path))
    const banners: Banner[] = []
    for (const path of this.#found.others) {
      const other = generationOf(basename(path))
      if (!own || !other) continue
      if (other.version === own.version) {
        const reason = { code: 'dsh-two-encodings', params: { path: basename(path) } }
        banners.push({ tone: 'warning', reason })
      } else if (other.version > own.version) {
        const params = { version: own.version, newer: other.version }
        banners.push({ tone: 'warning', reason: { code: 'dsh-frozen-copy', params } })
      } else {
        const params = { read: own.version, others: basename(path) }
        banners.push({ tone: 'note', reason: { code: 'dsh-generations', params } })
      }
    }
    return banners
  }

  /** dsh may have moved the session on to a later generation while it was open. */
  async #lookForNewer(sink: EntrySink): Promise<void> {
    const own = generationOf(basename(this.path))
    const newer = await this.#newestBeside()
    if (!own || newer <= Math.max(own.version, this.#newest)) return
    this.#newest = newer
    const reason = { code: 'dsh-frozen-copy', params: { version: own.version, newer } }
    sink.banner({ tone: 'warning', reason })
  }

  async #newestBeside(): Promise<number> {
    if (!generationOf(basename(this.path))) return 0
    try {
      const names = await readdir(dirname(this.path))
      return Math.max(...names.map((name) => generationOf(name)?.version ?? 0))
    } catch {
      return 0
    }
  }
}

/** Opens a log that discovery found. Declines with what the file system says. */
export async function openDsh(found: FoundLog): Promise<Outcome<SessionReader>> {
  const log = await openLineLog(found.path)
  return log.ok ? good(new DshReader(found, log.value)) : log
}
