/**
 * Recognises a file that was read before: the same one, one that grew, another
 * one in its place. Compares identity, size, and samples of the bytes already
 * read, so a rewrite of the same length is noticed without reading it all.
 */
import { createHash } from 'node:crypto'
import { open, stat, type FileHandle } from 'node:fs/promises'
import type { LogChange } from './line-log'

/** A log up to twice this size is compared as a whole. */
const edgeBytes = 64 * 1024
const sampleBytes = 512
const samples = 6

/** What is remembered of a file after reading its first `end` bytes. */
export interface FileMark {
  readonly dev: number
  readonly ino: number
  /** Bytes on disk that were there when it was read. */
  readonly size: number
  readonly mtimeMs: number
  /** Bytes that later growth must leave as they are. */
  readonly end: number
  readonly digest: string
}

/** Marks an open file of which `end` bytes were consumed and `size` bytes were seen. */
export async function markFile(handle: FileHandle, end: number, size: number): Promise<FileMark> {
  const { dev, ino, mtimeMs } = await handle.stat()
  return { dev, ino, size, mtimeMs, end, digest: await digestOf(handle, end) }
}

/** What became of the file at `path` since it was marked. Total: any fault of the disk reads as gone. */
export async function compareMark(path: string, mark: FileMark): Promise<LogChange> {
  try {
    const now = await stat(path)
    if (!now.isFile()) return 'gone'
    if (now.ino !== mark.ino || now.dev !== mark.dev || now.size < mark.end) return 'replaced'
    if (now.size === mark.size && now.mtimeMs === mark.mtimeMs) return 'same'
    const handle = await open(path, 'r')
    try {
      if ((await digestOf(handle, mark.end)) !== mark.digest) return 'replaced'
    } finally {
      await handle.close()
    }
    // Bytes that were seen and not consumed may read otherwise now: a drive gives sizes before bytes.
    return now.size === mark.size && mark.end === mark.size ? 'same' : 'grown'
  } catch {
    return 'gone'
  }
}

/**
 * True when the file is the marked one, as it was or grown: what was known of
 * it still holds. Stricter than a comparison within one run: a time that
 * changed without growth is taken for an edit.
 */
export async function isStill(path: string, mark: FileMark): Promise<boolean> {
  const change = await compareMark(path, mark)
  if (change !== 'same') return change === 'grown'
  return (await stat(path)).mtimeMs === mark.mtimeMs
}

async function digestOf(handle: FileHandle, end: number): Promise<string> {
  const hash = createHash('sha1')
  const buffer = Buffer.alloc(edgeBytes)
  const take = async (position: number, length: number): Promise<void> => {
    const { bytesRead } = await handle.read(buffer, 0, length, position)
    hash.update(buffer.subarray(0, bytesRead))
  }
  await take(0, Math.min(edgeBytes, end))
  const last = Math.max(0, end - edgeBytes)
  await take(last, end - last)
  if (end > edgeBytes * 4) {
    for (let i = 1; i <= samples; i++) {
      await take(Math.floor((end * i) / (samples + 1)), sampleBytes)
    }
  }
  return hash.digest('hex')
}
