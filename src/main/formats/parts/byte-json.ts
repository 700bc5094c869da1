/**
 * Stepping over JSON values by their bytes, strings by native search. Exact for
 * JSON; returns -1 for what is visibly none, and checks no more than it steps on.
 */

const quote = 0x22
const backslash = 0x5c
const lineBreak = Buffer.from('\\n')

/** `at` is an opening quote. Returns the place after the closing one, or -1. */
export function skipString(bytes: Buffer, at: number, end: number): number {
  let close = bytes.indexOf(quote, at + 1)
  while (close !== -1 && close < end) {
    let slashes = 0
    while (bytes[close - 1 - slashes] === backslash) slashes += 1
    if (slashes % 2 === 0) return close + 1
    close = bytes.indexOf(quote, close + 1)
  }
  return -1
}

/** Returns the place after the value that begins at `at`, or -1. */
export function skipValue(bytes: Buffer, at: number, end: number): number {
  const first = bytes[at]
  if (first === quote) return skipString(bytes, at, end)
  if (first !== 0x7b && first !== 0x5b) return skipScalar(bytes, at, end)
  let depth = 0
  while (at < end) {
    const byte = bytes[at]
    if (byte === quote) {
      at = skipString(bytes, at, end)
      if (at === -1) return -1
      continue
    }
    at += 1
    if (byte === 0x7b || byte === 0x5b) depth += 1
    else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return -1
}

function skipScalar(bytes: Buffer, at: number, end: number): number {
  const start = at
  while (at < end) {
    const byte = bytes[at]
    if (byte === 0x2c || byte === 0x7d || byte === 0x5d || byte === 0x20) break
    at += 1
  }
  return at === start ? -1 : at
}

/**
 * Line breaks in the last text named `key` behind the first `within` of
 * bytes[start, end), counted by their escapes; null where there is no such text.
 * `key` and `within` are names with quotes and colon, `key` with its opening quote.
 */
export function breaksOf(
  bytes: Buffer,
  start: number,
  end: number,
  within: Buffer,
  key: Buffer,
): number | null {
  const line = bytes.subarray(start, end)
  const from = line.indexOf(within)
  // Quotes inside of texts are escaped, so that these bytes can only be names.
  const at = from === -1 ? -1 : line.lastIndexOf(key)
  if (at < from || at === -1) return null
  const open = at + key.length - 1
  const close = skipString(line, open, line.length)
  if (close === -1) return null
  let breaks = 0
  let place = line.indexOf(lineBreak, open)
  while (place !== -1 && place < close) {
    let slashes = 0
    while (line[place - 1 - slashes] === backslash) slashes += 1
    if (slashes % 2 === 0) breaks += 1
    place = line.indexOf(lineBreak, place + 2)
  }
  return breaks
}

/** Nothing but printable ASCII without a backslash: the text is its bytes. */
export function isPlain(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0
    if (byte < 0x20 || byte > 0x7e || byte === backslash) return false
  }
  return true
}

const slots = 1024
const longestName = 32

/** Short names by their bytes. Those that share a place are made anew each time: no more. */
export class NameTable {
  readonly #names: (string | undefined)[] = new Array<string | undefined>(slots)

  /** The name in bytes[start, end); null where it is long or not plain. */
  get(bytes: Buffer, start: number, end: number): string | null {
    const length = end - start
    if (length === 0 || length > longestName) return null
    let hash = length
    for (let at = start; at < end; at++) {
      const byte = bytes[at] ?? 0
      if (byte < 0x20 || byte > 0x7e || byte === backslash) return null
      hash = (Math.imul(hash, 31) + byte) | 0
    }
    const slot = (hash ^ (hash >>> 10)) & (slots - 1)
    const known = this.#names[slot]
    if (known !== undefined && known.length === length && isName(known, bytes, start)) return known
    const name = bytes.toString('latin1', start, end)
    this.#names[slot] = name
    return name
  }
}

function isName(name: string, bytes: Buffer, start: number): boolean {
  for (let index = 0; index < name.length; index++) {
    if (name.charCodeAt(index) !== bytes[start + index]) return false
  }
  return true
}
