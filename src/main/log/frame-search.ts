/** Finds where a damaged compressed log goes on: the next place that walks as a whole frame. */
import type { FileHandle } from 'node:fs/promises'
import { FileWindow } from './file-window'
import { FrameWalk, magicBytes } from './zstd-frames'

const step = 1 << 18

/** File position of the first whole frame at or after `from`; null when there is none. */
export async function findFrame(
  handle: FileHandle,
  from: number,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  const window = new FileWindow(handle, step)
  let at = from
  while (!signal?.aborted && (await window.fill(at, magicBytes.length))) {
    const found = window.bytes.indexOf(magicBytes, at - window.base)
    if (found < 0) {
      at = window.end - magicBytes.length + 1
      continue
    }
    const candidate = window.base + found
    if (await walksWhole(handle, candidate)) return candidate
    at = candidate + 1
  }
  return null
}

async function walksWhole(handle: FileHandle, start: number): Promise<boolean> {
  const window = new FileWindow(handle, 4096)
  const walk = new FrameWalk(start)
  const size = (await handle.stat()).size
  while (walk.state === 'open') {
    const before = walk.at
    await window.fill(walk.at, 18)
    walk.advance(window.bytes, window.base)
    if (walk.at === before) break
  }
  return walk.state === 'whole' && walk.at <= size
}
