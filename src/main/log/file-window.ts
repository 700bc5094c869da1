/** A moving view of a file: the bytes at hand, and a way to have more. */
import type { FileHandle } from 'node:fs/promises'

export class FileWindow {
  readonly #handle: FileHandle
  readonly #step: number
  #buffer = Buffer.alloc(0)
  #length = 0
  /** Position in the file of the first byte at hand. */
  base = 0

  /** `step`: bytes read at least at a time. */
  constructor(handle: FileHandle, step: number) {
    this.#handle = handle
    this.#step = step
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  /** Position in the file after the last byte at hand. */
  get end(): number {
    return this.base + this.#length
  }

  /**
   * Has [from, from + length) at hand as far as the file reaches, forgetting
   * what lies before. Returns false when the file ends first.
   */
  async fill(from: number, length: number): Promise<boolean> {
    const kept = from >= this.base && from <= this.end ? this.end - from : 0
    const room = Math.max(length, kept + this.#step)
    const target = this.#buffer.length >= room ? this.#buffer : Buffer.allocUnsafe(room)
    if (kept > 0) this.#buffer.copy(target, 0, from - this.base, from - this.base + kept)
    this.#buffer = target
    this.base = from
    this.#length = kept
    while (this.#length < room) {
      const at = this.base + this.#length
      const { bytesRead } = await this.#handle.read(target, this.#length, room - this.#length, at)
      if (bytesRead === 0) break
      this.#length += bytesRead
    }
    return this.#length >= length
  }
}
