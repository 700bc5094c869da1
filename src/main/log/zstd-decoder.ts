/**
 * The inside of Zstandard frames. Whole frames go through libzstd (it checks
 * the checksum); what is torn or too large to hold goes through a streaming
 * decoder that gives up what it has.
 */
import { decompress, init } from '@bokuweb/zstd-wasm'
import { Decompress } from 'fzstd'
import type { FrameWalk } from './zstd-frames'

/** Frames that could grow past this are streamed: WebAssembly memory never shrinks again. */
export const wholeFrameLimit = 256 * 1024 * 1024

let ready: Promise<void> | null = null

/** Loads the decoder once; call before `decodeFrame`. */
export function loadDecoder(): Promise<void> {
  ready ??= init()
  return ready
}

/** Decompressed bytes of one whole frame; null when it is damaged. Needs `loadDecoder`. */
export function decodeFrame(bytes: Buffer, walk: FrameWalk): Buffer | null {
  try {
    // A frame without content size needs a bound; one byte more keeps an empty frame legal.
    const data = decompress(bytes, { defaultHeapSize: walk.bound + 1 })
    if (walk.contentSize !== null && data.length !== walk.contentSize) return null
    return Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  } catch {
    return null
  }
}

/** Decodes a frame piece by piece. */
export class FrameStream {
  readonly #decoder: Decompress
  #broken = false

  /** `onData` gets bytes that are its own to keep. */
  constructor(onData: (bytes: Buffer) => void) {
    this.#decoder = new Decompress((data) => {
      if (data.length > 0) onData(Buffer.from(data))
    })
  }

  /** False once the frame turned out damaged; what came before stands. */
  push(bytes: Uint8Array): boolean {
    if (this.#broken) return false
    try {
      this.#decoder.push(bytes)
    } catch {
      this.#broken = true
    }
    return !this.#broken
  }
}

/** What a frame without its end gives up: the content of its whole blocks. */
export function recoverTorn(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  new FrameStream((data) => parts.push(data)).push(bytes)
  return Buffer.concat(parts)
}
