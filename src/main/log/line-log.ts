/**
 * A log made of lines, plain or compressed: the one way formats read one.
 * Offsets are bytes of the decompressed text, lines are 1-based. Knows nothing
 * of what a line means.
 */
import type { Diagnostic } from '#shared/session'
import type { FileMark } from './file-mark'

/** Where a scan stands: everything before it was visited. Plain data, can be stored. */
export interface LogPosition {
  /** Decompressed byte offset of the next line. */
  readonly offset: number
  /** 1-based number of the next line. */
  readonly line: number
  /** Byte offset in the file on disk where reading resumes (a line or frame start). */
  readonly fileOffset: number
}

export const logStart: LogPosition = { offset: 0, line: 1, fileOffset: 0 }

/**
 * One complete line without its LF (nor a CR before it): bytes[start, end).
 * `bytes` is only valid during the call. `line` and `offset` as in LogPosition.
 */
export type LineVisitor = (
  bytes: Buffer,
  start: number,
  end: number,
  line: number,
  offset: number,
) => void

export interface ScanOptions {
  readonly signal?: AbortSignal
  /** Bytes on disk done so far, and how many there are. At most once per chunk. */
  readonly onProgress?: (bytes: number, total: number) => void
  /** Damaged frames and the like; lines are the visitor's business. */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => void
}

export interface ScanEnd {
  readonly position: LogPosition
  /** A last line (or frame) that has no end yet: it may still be written. */
  readonly torn: { readonly line: number; readonly offset: number; readonly bytes: number } | null
  /** True when `signal` stopped it early. */
  readonly stopped: boolean
}

export type LogChange = 'same' | 'grown' | 'replaced' | 'gone'

/** What a log knows after a scan, as plain data: enough to go on from there another day. */
export interface LogMemory {
  readonly position: LogPosition
  readonly mark: FileMark
  /** What only this encoding knows. */
  readonly own: unknown
}

export interface LineLog {
  readonly path: string
  readonly encoding: 'plain' | 'zstd'
  /** Bytes on disk now. */
  size(): Promise<number>
  /**
   * Visits every complete line from `from` on, in order, yielding to the event
   * loop between chunks. A last line without LF waits (see `torn`).
   */
  scan(from: LogPosition, visit: LineVisitor, options?: ScanOptions): Promise<ScanEnd>
  /** Bytes [offset, offset + length) of the decompressed log, which a scan has passed. */
  read(offset: number, length: number): Promise<Buffer>
  /**
   * What became of the file since the last scan ended: compares size, inode and
   * a fingerprint of the bytes before the position, so a rewrite is noticed.
   */
  changed(position: LogPosition): Promise<LogChange>
  /** What is known after the last scan; null before one. */
  memory(): LogMemory | null
  /**
   * Takes over what was known of this file. False, and nothing taken, when the
   * file is not that one any more: replaced, cut, or changed without growing.
   */
  resume(memory: LogMemory): Promise<boolean>
  close(): Promise<void>
}
