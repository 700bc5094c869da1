/** Opens a log by what it holds: a compressed one begins with a magic number, whatever its name. */
import { open } from 'node:fs/promises'
import { decline, good, type Outcome } from '#shared/outcome'
import type { LineLog } from './line-log'
import { PlainLog } from './plain'
import { ZstdLog } from './zstd'
import { magicBytes } from './zstd-frames'

/** A file below this size that begins like a frame is one (the rest may still be written). */
const magicLength = magicBytes.length

/**
 * Opens a file of lines. Declines with `file-missing`, `file-is-folder`,
 * `file-denied` or `file-unreadable` (params: path).
 */
export async function openLineLog(path: string): Promise<Outcome<LineLog>> {
  let handle
  try {
    handle = await open(path, 'r')
    const info = await handle.stat()
    if (info.isDirectory()) {
      await handle.close()
      return decline('file-is-folder', { path })
    }
    const head = Buffer.alloc(magicLength)
    const { bytesRead } = await handle.read(head, 0, magicLength, 0)
    return good(
      isZstd(head.subarray(0, bytesRead)) ? new ZstdLog(path, handle) : new PlainLog(path, handle),
    )
  } catch (error) {
    await handle?.close().catch(() => undefined)
    return decline(fileFault(error), { path })
  }
}

/** True when bytes begin a Zstandard frame, a skippable one included. */
export function isZstd(head: Uint8Array): boolean {
  if (head.length < magicLength) return false
  const [a = 0, b = 0, c = 0, d = 0] = head
  if (b === 0x2a && c === 0x4d && d === 0x18) return a >= 0x50 && a <= 0x5f
  return magicBytes.equals(head.subarray(0, magicLength))
}

/** Stable code of what the file system says. */
export function fileFault(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'file-missing'
  if (code === 'EISDIR') return 'file-is-folder'
  if (code === 'EACCES' || code === 'EPERM') return 'file-denied'
  return 'file-unreadable'
}
