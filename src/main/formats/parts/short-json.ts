/**
 * A long line of JSON with its long texts cut short, as bytes: what is left is
 * small and parsed natively. The lines of a read meta keep their first and last.
 */
import { skipString, skipValue } from './byte-json'

const quote = 0x22
const backslash = 0x5c
/** What can only be the end of a read meta's lines: quotes inside of texts are escaped. */
const afterLines = Buffer.from('],"totalLines":')
const lineStart = Buffer.from('{"number":')
const linesKey = Buffer.from('"lines"')
/** Most texts are names and ids: looked through here before the native search is asked. */
const nearBytes = 40

/** One for all: it is only filled and read within one call. */
let scratch = Buffer.allocUnsafe(1 << 16)
let filled = 0

/**
 * bytes[start, end) with every text longer than `kept` bytes cut there, as text;
 * null where a text does not end, or where more than `most` bytes are left.
 */
export function shortened(
  bytes: Buffer,
  start: number,
  end: number,
  kept: number,
  most: number,
): string | null {
  filled = 0
  let from = start
  let at = start
  for (;;) {
    let open = at
    while (open < end && bytes[open] !== quote) open += 1
    if (open >= end) break
    const close = closeOf(bytes, open, end)
    if (close === -1) return null
    at = close
    if (close - open > kept + 16) {
      put(bytes, from, cutAt(bytes, open + 1, open + 1 + kept))
      from = close - 1
    } else if (close - open === linesKey.length && isLines(bytes, open)) {
      const window = linesOf(bytes, close, end)
      if (window !== null) {
        put(bytes, from, window.firstEnd)
        putComma()
        from = window.last
        at = window.last
      }
    }
    if (filled > most) return null
  }
  if (filled + end - from > most) return null
  put(bytes, from, end)
  return scratch.toString('utf8', 0, filled)
}

function closeOf(bytes: Buffer, open: number, end: number): number {
  const near = Math.min(end, open + nearBytes)
  for (let at = open + 1; at < near; at++) {
    const byte = bytes[at]
    if (byte === quote) return at + 1
    if (byte === backslash) break
  }
  return skipString(bytes, open, end)
}

/** A place at or before `at` where a text can end: no character and no escape is cut in two. */
function cutAt(bytes: Buffer, start: number, at: number): number {
  let cut = at
  while (cut > start && ((bytes[cut] ?? 0) & 0xc0) === 0x80) cut -= 1
  for (let back = 1; back <= 6 && cut - back >= start; back++) {
    const place = cut - back
    if (bytes[place] !== backslash || !beginsEscape(bytes, start, place)) continue
    const length = bytes[place + 1] === 0x75 ? 6 : 2
    return back < length ? place : cut
  }
  return cut
}

function beginsEscape(bytes: Buffer, start: number, at: number): boolean {
  let slashes = 0
  while (at - 1 - slashes >= start && bytes[at - 1 - slashes] === backslash) slashes += 1
  return slashes % 2 === 0
}

function isLines(bytes: Buffer, at: number): boolean {
  for (let index = 1; index < linesKey.length; index++) {
    if (bytes[at + index] !== linesKey[index]) return false
  }
  return true
}

/** Where the first line ends and the last begins, of a list written as dsh does. `at`: after its name. */
function linesOf(
  bytes: Buffer,
  at: number,
  end: number,
): { readonly firstEnd: number; readonly last: number } | null {
  const first = at + 2
  if (bytes[at] !== 0x3a || bytes[at + 1] !== 0x5b || bytes[first] !== 0x7b) return null
  const rest = bytes.subarray(first, end)
  const close = rest.lastIndexOf(afterLines)
  const last = close === -1 ? -1 : first + rest.subarray(0, close).lastIndexOf(lineStart)
  const firstEnd = last > first ? skipValue(bytes, first, end) : -1
  return firstEnd !== -1 && firstEnd < last ? { firstEnd, last } : null
}

function put(bytes: Buffer, start: number, end: number): void {
  const need = filled + end - start + 1
  if (need > scratch.length) {
    const larger = Buffer.allocUnsafe(Math.max(need, scratch.length * 2))
    scratch.copy(larger, 0, 0, filled)
    scratch = larger
  }
  bytes.copy(scratch, filled, start, end)
  filled += end - start
}

function putComma(): void {
  scratch[filled] = 0x2c
  filled += 1
}
