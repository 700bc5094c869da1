/** The two ends of a log, for whoever must not read all of it. */
import { open, type FileHandle } from 'node:fs/promises'
import { decline, good, type Outcome } from '#shared/outcome'
import { findFrame } from './frame-search'
import { fileFault, isZstd } from './open-line-log'
import { FileWindow } from './file-window'
import { decodeFrame, loadDecoder, recoverTorn, wholeFrameLimit } from './zstd-decoder'
import { FrameWalk } from './zstd-frames'

export interface LogEnds {
  /** Decompressed text from the start. */
  readonly head: Buffer
  /** Decompressed text up to the end, from some line start on; empty when `head` is everything. */
  readonly tail: Buffer
  /** Bytes on disk. */
  readonly size: number
  /** Last change, ms. */
  readonly mtimeMs: number
  readonly encoding: 'plain' | 'zstd'
}

/** Reads at most `budget` bytes on disk from either end. Declines like `openLineLog`. */
export async function readLogEnds(path: string, budget: number): Promise<Outcome<LogEnds>> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path, 'r')
    const { size, mtimeMs } = await handle.stat()
    const head = await part(handle, 0, Math.min(size, budget))
    const tailAt = Math.max(head.length, size - budget)
    if (!isZstd(head)) {
      const tail = await part(handle, tailAt, size - tailAt)
      return good({ head, tail: fromLineStart(tail), size, mtimeMs, encoding: 'plain' })
    }
    await loadDecoder()
    const first = await frames(handle, 0, budget)
    const next =
      first.end >= size ? null : await findFrame(handle, Math.max(first.end, tailAt), undefined)
    const tail = next === null ? Buffer.alloc(0) : (await frames(handle, next, size - next)).bytes
    return good({ head: first.bytes, tail, size, mtimeMs, encoding: 'zstd' })
  } catch (error) {
    return decline(fileFault(error), { path })
  } finally {
    await handle?.close().catch(() => undefined)
  }
}

async function part(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, length))
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, at)
  return bytes.subarray(0, bytesRead)
}

function fromLineStart(bytes: Buffer): Buffer {
  const lf = bytes.indexOf(10)
  return lf < 0 ? Buffer.alloc(0) : bytes.subarray(lf + 1)
}

/** Decoded frames from `start` on, as far as `budget` bytes on disk hold them whole. */
async function frames(
  handle: FileHandle,
  start: number,
  budget: number,
): Promise<{ bytes: Buffer; end: number }> {
  const window = new FileWindow(handle, Math.max(1, budget))
  await window.fill(start, 1)
  const parts: Buffer[] = []
  let at = start
  while (at < window.end) {
    const walk = new FrameWalk(at)
    walk.advance(window.bytes, window.base)
    if (walk.state === 'bad') break
    const whole = walk.state === 'whole' && walk.at <= window.end && walk.bound <= wholeFrameLimit
    const packed = window.bytes.subarray(
      at - window.base,
      whole ? walk.at - window.base : undefined,
    )
    if (!whole) {
      // The frame goes on past the budget (or is torn): its first blocks will do.
      parts.push(recoverTorn(packed))
      at = window.end
      break
    }
    if (!walk.skippable) parts.push(decodeFrame(packed, walk) ?? Buffer.alloc(0))
    at = walk.at
  }
  return { bytes: Buffer.concat(parts), end: at }
}
