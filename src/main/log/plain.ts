/** A log whose bytes on disk are its lines. */
import type { FileHandle } from 'node:fs/promises'
import { compareMark, isStill, markFile, type FileMark } from './file-mark'
import {
  logStart,
  type LineLog,
  type LineVisitor,
  type LogChange,
  type LogMemory,
  type LogPosition,
  type ScanEnd,
  type ScanOptions,
} from './line-log'
import { LineSplitter } from './line-splitter'

/** Small enough to answer in between, large enough that a read costs little. */
const chunkBytes = 1 << 19

/** Read behind a record that is asked for, because its neighbours are asked for next. */
const nearBytes = 1 << 18
/** Read behind one that stands alone: the place before it was far away. */
const aloneBytes = 1 << 14

/** Reads lines of an open file. Takes the handle over: `close` closes it. */
export class PlainLog implements LineLog {
  readonly encoding = 'plain'
  readonly path: string
  readonly #handle: FileHandle
  readonly #chunkBytes: number
  #mark: FileMark | null = null
  #position: LogPosition = logStart
  /** The last piece that was read around a record, bytes [start, end). */
  #near: { readonly start: number; readonly end: number; readonly bytes: Promise<Buffer> } | null =
    null

  constructor(path: string, handle: FileHandle, chunk = chunkBytes) {
    this.path = path
    this.#handle = handle
    this.#chunkBytes = chunk
  }

  async size(): Promise<number> {
    return (await this.#handle.stat()).size
  }

  async scan(from: LogPosition, visit: LineVisitor, options: ScanOptions = {}): Promise<ScanEnd> {
    const splitter = new LineSplitter(visit, from)
    const total = await this.size()
    let at = from.fileOffset
    let stopped = false
    // The next piece is read while this one is taken apart.
    let next = this.#read(Buffer.allocUnsafe(this.#chunkBytes), at)
    let spare = Buffer.allocUnsafe(this.#chunkBytes)
    for (;;) {
      const piece = await next
      if (options.signal?.aborted) {
        stopped = true
        break
      }
      if (piece.length === 0) break
      at += piece.length
      next = this.#read(spare, at)
      splitter.feed(piece)
      spare = Buffer.from(piece.buffer, piece.byteOffset, this.#chunkBytes)
      options.onProgress?.(at, Math.max(total, at))
    }
    await next
    const { offset, line, pending } = splitter
    this.#mark = await markFile(this.#handle, offset, at)
    this.#position = { offset, line, fileOffset: offset }
    return {
      position: this.#position,
      torn: pending > 0 && !stopped ? { line, offset, bytes: pending } : null,
      stopped,
    }
  }

  async #read(into: Buffer<ArrayBuffer>, at: number): Promise<Buffer<ArrayBuffer>> {
    const { bytesRead } = await this.#handle.read(into, 0, into.length, at)
    return into.subarray(0, bytesRead)
  }

  /** Neighbouring records are asked for one after the other: one read serves many of them. */
  async read(offset: number, length: number): Promise<Buffer> {
    if (length > nearBytes) return this.#readAll(offset, length)
    if (!this.#near || offset < this.#near.start || offset + length > this.#near.end) {
      const isNext = this.#near && Math.abs(offset - this.#near.end) < nearBytes
      const size = isNext || length > aloneBytes ? nearBytes : aloneBytes
      this.#near = { start: offset, end: offset + size, bytes: this.#readAll(offset, size) }
    }
    const near = this.#near
    const bytes = await near.bytes
    // A log that is still written had less than was asked for.
    if (bytes.length < near.end - near.start && this.#near === near) {
      this.#near = { ...near, end: near.start + bytes.length }
    }
    return bytes.subarray(offset - near.start, offset - near.start + length)
  }

  async #readAll(offset: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length)
    let got = 0
    while (got < length) {
      const { bytesRead } = await this.#handle.read(bytes, got, length - got, offset + got)
      if (bytesRead === 0) break
      got += bytesRead
    }
    return got === length ? bytes : bytes.subarray(0, got)
  }

  async changed(position: LogPosition): Promise<LogChange> {
    this.#mark ??= await markFile(this.#handle, position.fileOffset, position.fileOffset)
    return compareMark(this.path, this.#mark)
  }

  memory(): LogMemory | null {
    return this.#mark && { position: this.#position, mark: this.#mark, own: null }
  }

  async resume({ position, mark }: LogMemory): Promise<boolean> {
    if (!(await isStill(this.path, mark))) return false
    this.#position = position
    this.#mark = mark
    return true
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }
}
