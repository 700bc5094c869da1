/** A log whose bytes on disk are its lines. */
import type { FileHandle } from 'node:fs/promises'
import { compareMark, markFile, type FileMark } from './file-mark'
import type { LineLog, LineVisitor, LogChange, LogPosition, ScanEnd, ScanOptions } from './line-log'
import { LineSplitter } from './line-splitter'

/** Small enough to answer in between, large enough that a read costs little. */
const chunkBytes = 1 << 19

/** Reads lines of an open file. Takes the handle over: `close` closes it. */
export class PlainLog implements LineLog {
  readonly encoding = 'plain'
  readonly path: string
  readonly #handle: FileHandle
  readonly #chunkBytes: number
  #mark: FileMark | null = null

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
    return {
      position: { offset, line, fileOffset: offset },
      torn: pending > 0 && !stopped ? { line, offset, bytes: pending } : null,
      stopped,
    }
  }

  async #read(into: Buffer<ArrayBuffer>, at: number): Promise<Buffer<ArrayBuffer>> {
    const { bytesRead } = await this.#handle.read(into, 0, into.length, at)
    return into.subarray(0, bytesRead)
  }

  async read(offset: number, length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(length)
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

  async close(): Promise<void> {
    await this.#handle.close()
  }
}
