/**
 * A log kept as a chain of Zstandard frames. Frames are decoded one by one and
 * indexed, so a page decodes only the frames it lies in. Damaged frames are
 * reported and passed over; a torn last one gives up its whole lines and is
 * looked at again when the file has grown.
 */
import type { FileHandle } from 'node:fs/promises'
import type { Diagnostic } from '#shared/session'
import { compareMark, isStill, markFile, type FileMark } from './file-mark'
import { FileWindow } from './file-window'
import { FrameIndex, type IndexedFrame } from './frame-index'
import { findFrame } from './frame-search'
import type {
  LineLog,
  LineVisitor,
  LogChange,
  LogMemory,
  LogPosition,
  ScanEnd,
  ScanOptions,
} from './line-log'
import { LineSplitter } from './line-splitter'
import { decodeFrame, FrameStream, loadDecoder, recoverTorn, wholeFrameLimit } from './zstd-decoder'
import { FrameWalk } from './zstd-frames'

const windowBytes = 1 << 18
/** Compressed frames larger than this are not held in memory. */
const heldFrameBytes = 64 * 1024 * 1024
/** Decompressed bytes of frames kept for the next read. */
const cacheBytes = 32 * 1024 * 1024
/** Read around a place in a frame that is too large to hold. */
const streamedReadBytes = 4 * 1024 * 1024

/** Where the chain of whole frames ends: the next frame would begin here. */
interface ChainEnd {
  fileOffset: number
  offset: number
  line: number
}

/** What a chain of frames knows besides its place. */
interface ChainMemory {
  readonly frames: Float64Array
  readonly chain: ChainEnd
  readonly again: number | null
  readonly reported: ReadonlySet<number>
  readonly torn: { readonly offset: number; readonly bytes: Buffer } | null
}

/** What the walk along one frame found. */
type Step =
  | { readonly kind: 'end' }
  | { readonly kind: 'torn' }
  | { readonly kind: 'damaged'; readonly fault: string }
  | { readonly kind: 'frame'; readonly walk: FrameWalk; readonly held: boolean }

/** Reads lines of an open file of frames. Takes the handle over: `close` closes it. */
export class ZstdLog implements LineLog {
  readonly encoding = 'zstd'
  readonly path: string
  readonly #handle: FileHandle
  readonly #windowBytes: number
  readonly #frames = new FrameIndex()
  readonly #cache = new Map<number, { offset: number; bytes: Buffer }>()
  #cached = 0
  #chain: ChainEnd = { fileOffset: 0, offset: 0, line: 1 }
  #torn: { offset: number; bytes: Buffer } | null = null
  /** First frame that the next scan goes through again; until then its lines can be read. */
  #again: number | null = null
  #reported = new Set<number>()
  #mark: FileMark | null = null
  #position: LogPosition | null = null

  constructor(path: string, handle: FileHandle, window = windowBytes) {
    this.path = path
    this.#handle = handle
    this.#windowBytes = window
  }

  /** Whole frames indexed so far. */
  get frameCount(): number {
    return this.#frames.count
  }

  async size(): Promise<number> {
    return (await this.#handle.stat()).size
  }

  async scan(from: LogPosition, visit: LineVisitor, options: ScanOptions = {}): Promise<ScanEnd> {
    await loadDecoder()
    // A position of another time has no index before it: go through the start again, unseen.
    if (from.fileOffset !== this.#chain.fileOffset || from.fileOffset === 0) this.#forget()
    this.#torn = null
    this.#cutAgain()
    const splitter = new LineSplitter((bytes, start, end, line, offset) => {
      if (offset >= from.offset) visit(bytes, start, end, line, offset)
    }, this.#chain)
    const window = new FileWindow(this.#handle, this.#windowBytes)
    const total = await this.size()
    let at = this.#chain.fileOffset
    let stopped = false
    let told = -1
    for (;;) {
      if (options.signal?.aborted) {
        stopped = true
        break
      }
      const step = await this.#walk(window, at)
      if (window.base !== told) {
        told = window.base
        options.onProgress?.(Math.min(at, total), total)
      }
      if (step.kind === 'end') break
      if (step.kind === 'frame' && (await this.#take(step.walk, step.held, window, splitter))) {
        at = step.walk.at
        continue
      }
      const next = await findFrame(this.#handle, at + 1, options.signal)
      if (next === null && step.kind === 'torn') break
      this.#report(at, step.kind === 'damaged' ? step.fault : 'content', splitter, options)
      splitter.breakLine()
      at = next ?? (step.kind === 'frame' ? step.walk.at : at)
      this.#chain = { fileOffset: at, offset: splitter.offset, line: splitter.line }
      if (next === null && step.kind === 'damaged') break
    }
    const seen = Math.max(window.end, at)
    options.onProgress?.(seen, Math.max(total, seen))
    return this.#finish(at, seen, splitter, stopped)
  }

  async read(offset: number, length: number): Promise<Buffer> {
    await loadDecoder()
    const parts: Buffer[] = []
    let at = offset
    const end = offset + length
    for (let i = this.#frames.find(offset); at < end && i < this.#frames.count; i++) {
      const frame = this.#frames.at(i)
      if (!frame || at >= frame.offset + frame.length) continue
      const piece = await this.#piece(i, frame, at, end)
      const part = piece.bytes.subarray(at - piece.offset, Math.max(0, end - piece.offset))
      if (part.length === 0) break
      parts.push(part)
      at += part.length
    }
    if (at < end && this.#torn && at >= this.#torn.offset) {
      parts.push(this.#torn.bytes.subarray(at - this.#torn.offset, end - this.#torn.offset))
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
  }

  async changed(position: LogPosition): Promise<LogChange> {
    this.#mark ??= await markFile(this.#handle, position.fileOffset, position.fileOffset)
    return compareMark(this.path, this.#mark)
  }

  memory(): LogMemory | null {
    if (!this.#mark || !this.#position) return null
    const own: ChainMemory = {
      frames: this.#frames.cells(),
      chain: { ...this.#chain },
      again: this.#again,
      reported: this.#reported,
      torn: this.#torn,
    }
    return { position: this.#position, mark: this.#mark, own }
  }

  async resume({ position, mark, own }: LogMemory): Promise<boolean> {
    if (!(await isStill(this.path, mark))) return false
    const { frames, chain, again, reported, torn } = own as ChainMemory // made by `memory`
    this.#frames.restore(frames)
    this.#chain = { ...chain }
    this.#again = again
    this.#reported = new Set(reported)
    this.#torn = torn && { offset: torn.offset, bytes: Buffer.from(torn.bytes) }
    this.#position = position
    this.#mark = mark
    return true
  }

  async close(): Promise<void> {
    this.#cache.clear()
    await this.#handle.close()
  }

  #forget(): void {
    this.#frames.cut(0)
    this.#cache.clear()
    this.#cached = 0
    this.#chain = { fileOffset: 0, offset: 0, line: 1 }
    this.#reported = new Set()
  }

  /** Walks the frame at `at`; afterwards its bytes are at hand when `held`. */
  async #walk(window: FileWindow, at: number): Promise<Step> {
    const walk = new FrameWalk(at)
    if (at < window.base || at >= window.end) await window.fill(at, 1)
    if (at >= window.end) return { kind: 'end' }
    let held = true
    walk.advance(window.bytes, window.base)
    while (walk.state === 'open' || (walk.state === 'whole' && held && walk.at > window.end)) {
      held &&= walk.at - at <= heldFrameBytes && walk.bound <= wholeFrameLimit
      const from = held ? at : walk.at
      // Twice what is at hand, so that a large frame is copied a few times only.
      const length = held ? Math.max(walk.at - at, (window.end - at) * 2) : 0
      const grew = await window.fill(from, Math.max(length, 18))
      const before = walk.at
      walk.advance(window.bytes, window.base)
      if (!grew && walk.at === before) break
    }
    if (walk.state === 'bad') return { kind: 'damaged', fault: walk.fault ?? 'magic' }
    if (walk.state === 'open' || walk.at > (await this.#end(window, walk.at)))
      return { kind: 'torn' }
    return { kind: 'frame', walk, held: held && walk.bound <= wholeFrameLimit }
  }

  async #end(window: FileWindow, needed: number): Promise<number> {
    return needed <= window.end ? window.end : this.size()
  }

  /** Feeds the lines of a whole frame. False when it is damaged. */
  async #take(
    walk: FrameWalk,
    held: boolean,
    window: FileWindow,
    splitter: LineSplitter,
  ): Promise<boolean> {
    const { line } = splitter
    const offset = splitter.offset + splitter.pending
    let length = 0
    if (!walk.skippable) {
      if (held) {
        const bytes = window.bytes.subarray(walk.start - window.base, walk.at - window.base)
        const data = decodeFrame(bytes, walk)
        if (!data) return false
        length = data.length
        splitter.feed(data)
      } else {
        const whole = await this.#stream(walk.start, walk.at - walk.start, (data) => {
          length += data.length
          splitter.feed(data)
          return true
        })
        if (!whole && length === 0) return false
      }
      const size = walk.at - walk.start
      this.#frames.push({ fileOffset: walk.start, size, offset, length, line })
    }
    this.#chain = { fileOffset: walk.at, offset: offset + length, line: splitter.line }
    return true
  }

  /** Decodes a frame piece by piece until `onData` returns false. False when it is damaged. */
  async #stream(start: number, size: number, onData: (bytes: Buffer) => boolean): Promise<boolean> {
    let more = true
    const stream = new FrameStream((data) => {
      if (more) more = onData(data)
    })
    const chunk = Buffer.allocUnsafe(windowBytes)
    for (let done = 0; done < size && more;) {
      const wanted = Math.min(chunk.length, size - done)
      const { bytesRead } = await this.#handle.read(chunk, 0, wanted, start + done)
      if (bytesRead === 0 || !stream.push(chunk.subarray(0, bytesRead))) return false
      done += bytesRead
    }
    return true
  }

  #report(at: number, fault: string, splitter: LineSplitter, options: ScanOptions): void {
    if (this.#reported.has(at)) return
    this.#reported.add(at)
    const diagnostic: Diagnostic = {
      severity: 'error',
      reason: { code: 'zstd-frame-damaged', params: { fileOffset: at, fault } },
      line: splitter.line,
      offset: splitter.offset,
      before: null,
      sample: null,
      path: null,
    }
    options.onDiagnostic?.(diagnostic)
  }

  async #finish(
    at: number,
    seen: number,
    splitter: LineSplitter,
    stopped: boolean,
  ): Promise<ScanEnd> {
    const rest = stopped ? 0 : Math.max(0, (await this.size()) - at)
    const linesBefore = splitter.line
    if (rest > 0 && rest <= heldFrameBytes) {
      const packed = Buffer.alloc(rest)
      const { bytesRead } = await this.#handle.read(packed, 0, rest, at)
      const bytes = recoverTorn(packed.subarray(0, bytesRead))
      this.#torn = { offset: splitter.offset + splitter.pending, bytes }
      splitter.feed(bytes)
    }
    const { offset, line, pending } = splitter
    const recovered = line > linesBefore
    const torn = rest > 0 || (pending > 0 && !stopped)
    // A line that crosses frames waits: go back to the frame it begins in.
    if (pending > 0 && !recovered && rest === 0) this.#rewind(offset)
    const { fileOffset } = this.#chain
    this.#mark = await markFile(
      this.#handle,
      recovered ? at + rest : fileOffset,
      recovered ? at + rest : seen,
    )
    this.#position = { offset, line, fileOffset }
    return {
      position: this.#position,
      torn: torn ? { line, offset, bytes: pending > 0 ? pending : rest } : null,
      stopped,
    }
  }

  #cutAgain(): void {
    if (this.#again === null) return
    this.#frames.cut(this.#again)
    this.#cache.clear()
    this.#cached = 0
    this.#again = null
  }

  #rewind(offset: number): void {
    const index = this.#frames.find(offset)
    const frame = this.#frames.at(index)
    if (!frame) return
    this.#again = index
    this.#chain = { fileOffset: frame.fileOffset, offset: frame.offset, line: frame.line }
  }

  /** Decompressed bytes around `at`, of one frame, from the cache where they are. */
  async #piece(
    index: number,
    frame: IndexedFrame,
    at: number,
    end: number,
  ): Promise<{ offset: number; bytes: Buffer }> {
    const known = this.#cache.get(index)
    if (known && at >= known.offset && at < known.offset + known.bytes.length) {
      this.#cache.delete(index)
      this.#cache.set(index, known)
      if (frame.length <= wholeFrameLimit || end <= known.offset + known.bytes.length) return known
    }
    const piece = await this.#decode(frame, at, end)
    this.#remember(index, piece)
    return piece
  }

  async #decode(
    frame: IndexedFrame,
    at: number,
    end: number,
  ): Promise<{ offset: number; bytes: Buffer }> {
    if (frame.size <= heldFrameBytes && frame.length <= wholeFrameLimit) {
      const packed = Buffer.alloc(frame.size)
      const { bytesRead } = await this.#handle.read(packed, 0, frame.size, frame.fileOffset)
      const walk = new FrameWalk(0)
      walk.advance(packed.subarray(0, bytesRead), 0)
      const bytes = walk.state === 'whole' ? decodeFrame(packed, walk) : null
      return { offset: frame.offset, bytes: bytes ?? Buffer.alloc(0) }
    }
    const first = at - frame.offset
    const last = Math.max(end - frame.offset, first + streamedReadBytes)
    const parts: Buffer[] = []
    let passed = 0
    await this.#stream(frame.fileOffset, frame.size, (data) => {
      parts.push(data.subarray(Math.max(0, first - passed), Math.max(0, last - passed)))
      passed += data.length
      return passed < last
    })
    return { offset: at, bytes: Buffer.concat(parts) }
  }

  #remember(index: number, piece: { offset: number; bytes: Buffer }): void {
    this.#cached += piece.bytes.length - (this.#cache.get(index)?.bytes.length ?? 0)
    this.#cache.delete(index)
    this.#cache.set(index, piece)
    for (const [oldest, { bytes }] of this.#cache) {
      if (this.#cached <= cacheBytes || oldest === index) break
      this.#cache.delete(oldest)
      this.#cached -= bytes.length
    }
  }
}
