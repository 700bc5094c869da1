/**
 * The outside of a Zstandard file: where frames begin and end, without
 * decompressing any. Rule: RFC 8878 section 3.1; docs/formats.md (dsh, framing).
 */

/** Most bytes that one block can hold once decompressed. */
export const blockLimit = 128 * 1024

const magic = 0xfd2fb528
const skippableMagic = 0x184d2a50
/** The four bytes every frame begins with. */
export const magicBytes = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Why bytes are no frame. */
export type FrameFault = 'magic' | 'descriptor' | 'block' | 'size'

/**
 * A walk along one frame, fed with whatever part of the file is at hand.
 * `state`: 'open' needs the bytes at `at`; 'whole' ends before `at` (which may
 * still lie past the end of the file); 'bad' is no frame.
 */
export class FrameWalk {
  readonly start: number
  /** Position in the file of the next byte to look at. */
  at: number
  state: 'open' | 'whole' | 'bad' = 'open'
  fault: FrameFault | null = null
  /** Holds nothing of the log. */
  skippable = false
  /** Decompressed bytes as the frame claims them; null when it does not say. */
  contentSize: number | null = null
  /** Decompressed bytes it can hold at most, by its blocks. */
  bound = 0
  #checksum = false
  #inBlocks = false

  constructor(start: number) {
    this.start = start
    this.at = start
  }

  /** Goes on as far as `bytes`, which lie at file position `base`, allow. */
  advance(bytes: Buffer, base: number): void {
    if (!this.#inBlocks) {
      if (this.state === 'open') this.#header(bytes, this.at - base)
      if (!this.#inBlocks) return
    }
    while (this.state === 'open') {
      const i = this.at - base
      if (i < 0 || i + 3 > bytes.length) return
      this.#block(bytes.readUIntLE(i, 3))
    }
  }

  #header(bytes: Buffer, i: number): void {
    if (i < 0 || i + 4 > bytes.length) return
    const word = bytes.readUInt32LE(i)
    if ((word & 0xfffffff0) >>> 0 === skippableMagic) {
      if (i + 8 > bytes.length) return
      this.skippable = true
      this.at = this.start + 8 + bytes.readUInt32LE(i + 4)
      this.state = 'whole'
      return
    }
    if (word !== magic) return this.#fail('magic')
    const descriptor = bytes[i + 4]
    if (descriptor === undefined) return
    if ((descriptor & 0x18) !== 0) return this.#fail('descriptor')
    const single = (descriptor & 0x20) !== 0
    const sizeCode = descriptor >> 6
    const sizeBytes = sizeCode === 0 ? (single ? 1 : 0) : 1 << sizeCode
    const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0
    const sizeAt = i + 5 + (single ? 0 : 1) + dictionary
    if (sizeAt + sizeBytes > bytes.length) return
    this.contentSize = contentSizeAt(bytes, sizeAt, sizeBytes)
    this.#checksum = (descriptor & 0x04) !== 0
    this.at = this.start + (sizeAt - i) + sizeBytes
    this.#inBlocks = true
  }

  #block(header: number): void {
    const kind = (header >> 1) & 3
    const size = header >> 3
    if (kind === 3 || size > blockLimit) return this.#fail('block')
    this.bound += kind === 2 ? blockLimit : size
    this.at += 3 + (kind === 1 ? 1 : size)
    if ((header & 1) === 0) return
    if (this.#checksum) this.at += 4
    // A frame cannot hold more than its blocks: such a claim is an error or a bomb.
    if (this.contentSize !== null && this.contentSize > this.bound) return this.#fail('size')
    this.state = 'whole'
  }

  #fail(fault: FrameFault): void {
    this.state = 'bad'
    this.fault = fault
  }
}

function contentSizeAt(bytes: Buffer, at: number, length: number): number | null {
  switch (length) {
    case 1:
      return bytes.readUInt8(at)
    case 2:
      return bytes.readUInt16LE(at) + 256
    case 4:
      return bytes.readUInt32LE(at)
    case 8:
      return bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32
    default:
      return null
  }
}
