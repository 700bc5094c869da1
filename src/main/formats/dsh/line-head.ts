/**
 * The first bytes of a line: which record it is, its seq, how many events it
 * packs. dsh writes the keys of a record in one order, so chunk rows (most of
 * a log) are told apart and counted without parsing. Anything that is not
 * written just so gives null and is parsed whole.
 * Rule: dsh format, 2.4 and 4.
 */

/** What the index does with a record. */
export type LineKind = 'event' | 'chunk' | 'packed'

export interface LineHead {
  kind: LineKind
  /** Type of an event; '' for chunks, whose type is in `kind`. */
  type: string
  /** Null in the dialect of test fixtures, which has none. */
  seq: number | null
  /** ms; null likewise. */
  time: number | null
  /** Events this line unpacks to. */
  count: number
  /** Where `data` begins. */
  data: number
}

function ascii(text: string): readonly number[] {
  return [...text].map((char) => char.charCodeAt(0))
}

const prefix = ascii('{"type":"')
const chunk = ascii('assistant/chunk"')
const packedTypes = ['text-chunks"', 'reasoning-chunks"', 'tool-call-chunks"'].map(ascii)
const seqKey = ascii(',"seq":')
const seq0Key = ascii(',"seq0":')
const timeKey = ascii(',"time":')
const time0Key = ascii(',"time0":')
const dataKey = ascii(',"data":{')
const turnKey = ascii('"turn":')
const stepKey = ascii(',"step":')
const dtKey = ascii('"dt":[')

function isAt(bytes: Buffer, at: number, key: readonly number[]): boolean {
  for (let i = 0; i < key.length; i++) if (bytes[at + i] !== key[i]) return false
  return true
}

/** Both objects close here and so does the line. */
function isEnd(bytes: Buffer, at: number, end: number): boolean {
  return at === end - 2 && bytes[at] === 0x7d && bytes[at + 1] === 0x7d
}

/** Reads heads of lines. One per scan: it fills the same object each time. */
export class LineHeads {
  readonly #head: LineHead = { kind: 'event', type: '', seq: null, time: null, count: 1, data: 0 }
  #at = 0

  /** The head of bytes[start, end), valid until the next call; null when it is not written as dsh does. */
  read(bytes: Buffer, start: number, end: number): LineHead | null {
    if (end - start < 20 || bytes[end - 1] !== 0x7d || !isAt(bytes, start, prefix)) return null
    const head = this.#head
    const name = start + prefix.length
    this.#at = name
    const kind = kindAt(bytes, name)
    head.kind = kind
    head.count = 1
    if (kind === 'packed') return this.#packed(bytes, name, end)
    const close = bytes.indexOf(0x22, name)
    if (close === -1 || close >= end || close - name > 80) return null
    head.type = kind === 'chunk' ? '' : bytes.toString('latin1', name, close)
    this.#at = close + 1
    return this.#rest(bytes, end, seqKey, timeKey) ? head : null
  }

  /** Turn and step of the line just read, where its data are these and nothing else. */
  place(bytes: Buffer, end: number): { readonly turn: number; readonly step?: number } | null {
    this.#at = this.#head.data + 1
    if (!isAt(bytes, this.#at, turnKey)) return null
    this.#at += turnKey.length
    const turn = this.#integer(bytes, end)
    if (turn === null) return null
    if (isEnd(bytes, this.#at, end)) return { turn }
    if (!isAt(bytes, this.#at, stepKey)) return null
    this.#at += stepKey.length
    const step = this.#integer(bytes, end)
    return step !== null && isEnd(bytes, this.#at, end) ? { turn, step } : null
  }

  #packed(bytes: Buffer, name: number, end: number): LineHead | null {
    const head = this.#head
    head.type = ''
    this.#at = bytes.indexOf(0x22, name) + 1
    if (!this.#rest(bytes, end, seq0Key, time0Key)) return null
    // The first bracket is that of `dt`: what stands before it are numbers and, in calls, an id.
    let at = head.data
    while (at < end && bytes[at] !== 0x5b) at += 1
    if (!isAt(bytes, at + 1 - dtKey.length, dtKey)) return null
    at += 1
    let count = bytes[at] === 0x5d ? 1 : 2
    for (; at < end && bytes[at] !== 0x5d; at++) if (bytes[at] === 0x2c) count += 1
    head.count = count
    return at < end ? head : null
  }

  /** seq, time and the start of data, from the end of the type on. */
  #rest(
    bytes: Buffer,
    end: number,
    seqName: readonly number[],
    timeName: readonly number[],
  ): boolean {
    const head = this.#head
    head.seq = null
    head.time = null
    if (isAt(bytes, this.#at, seqName)) {
      this.#at += seqName.length
      head.seq = this.#integer(bytes, end)
      if (head.seq === null || !isAt(bytes, this.#at, timeName)) return false
      this.#at += timeName.length
      head.time = this.#integer(bytes, end)
      if (head.time === null) return false
    }
    if (!isAt(bytes, this.#at, dataKey)) return false
    head.data = this.#at + dataKey.length - 1
    return true
  }

  #integer(bytes: Buffer, end: number): number | null {
    let value = 0
    let at = this.#at
    for (; at < end && at - this.#at < 16; at++) {
      const digit = (bytes[at] ?? 0) - 0x30
      if (digit < 0 || digit > 9) break
      value = value * 10 + digit
    }
    if (at === this.#at || !Number.isSafeInteger(value)) return null
    this.#at = at
    return value
  }
}

function kindAt(bytes: Buffer, name: number): LineKind {
  const first = bytes[name]
  if (first === 0x61) return isAt(bytes, name, chunk) ? 'chunk' : 'event'
  if (first !== 0x74 && first !== 0x72) return 'event'
  return packedTypes.some((type) => isAt(bytes, name, type)) ? 'packed' : 'event'
}
