/**
 * A long line as JSON with its long texts cut: what the index needs of a
 * record of half a megabyte, without making its strings. Texts keep their
 * first characters, long lists their first and last elements. The lines of a
 * read meta are jumped over by the bytes that must follow them.
 */
import { shortened } from './short-json'
import { isPlain, NameTable, skipString, skipValue } from './byte-json'

/** Bytes of a text that are kept; more than any id, path or first line of a prompt needs. */
const keptText = 1024
const keptElements = 64

/** Texts up to this are looked through for escapes, which costs less than parsing them. */
const plainText = 128

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
/** What can only be the end of a read meta's lines: quotes inside of texts are escaped. */
const afterLines = Buffer.from('],"totalLines":')
const lineStart = Buffer.from('{"number":')

const names = new NameTable()

/** What is left of a line without its long texts is parsed natively up to this size. */
const mostShort = 1 << 20

/**
 * The value in bytes[start, end), texts longer than `kept` bytes cut; undefined
 * when it is visibly no JSON.
 */
export function thinParse(bytes: Buffer, start: number, end: number, kept = keptText): unknown {
  const short = shortened(bytes, start, end, kept, mostShort)
  if (short !== null) {
    try {
      const value: unknown = JSON.parse(short)
      return value
    } catch {
      return undefined
    }
  }
  const reader = new ThinReader(bytes, start, end)
  const value = reader.value('')
  return reader.isAtEnd() ? value : undefined
}

class ThinReader {
  readonly #bytes: Buffer
  readonly #end: number
  #at: number
  #failed = false

  constructor(bytes: Buffer, start: number, end: number) {
    this.#bytes = bytes
    this.#at = start
    this.#end = end
  }

  isAtEnd(): boolean {
    this.#space()
    return !this.#failed && this.#at === this.#end
  }

  /** The value at the current place, which moves behind it. `name`: the field it belongs to. */
  value(name: string): unknown {
    this.#space()
    const first = this.#bytes[this.#at]
    if (first === quote) return this.#text()
    if (first === 0x7b) return this.#object()
    if (first === 0x5b) return name === 'lines' ? this.#lines() : this.#list()
    const start = this.#at
    this.#moveTo(skipValue(this.#bytes, start, this.#end))
    return this.#failed ? undefined : this.#parse(this.#bytes.toString('latin1', start, this.#at))
  }

  #object(): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    this.#at += 1
    if (this.#takes(0x7d)) return object
    while (!this.#failed) {
      this.#space()
      const name = this.#bytes[this.#at] === quote ? this.#name() : undefined
      if (typeof name !== 'string' || !this.#takes(colon)) return this.#fail(object)
      const value = this.value(name)
      // A plain assignment would take this one for the prototype.
      if (name === '__proto__') Object.defineProperty(object, name, { value, enumerable: true })
      else object[name] = value
      if (this.#takes(0x7d)) return object
      if (!this.#takes(comma)) return this.#fail(object)
    }
    return object
  }

  #list(): unknown[] {
    const list: unknown[] = []
    this.#at += 1
    if (this.#takes(0x5d)) return list
    let skipped = -1
    while (!this.#failed) {
      this.#space()
      if (list.length < keptElements) list.push(this.value(''))
      else {
        skipped = this.#at
        this.#moveTo(skipValue(this.#bytes, this.#at, this.#end))
      }
      if (this.#takes(0x5d)) break
      if (!this.#takes(comma)) return this.#fail(list)
    }
    if (skipped !== -1 && !this.#failed) list.push(this.#valueAt(skipped))
    return list
  }

  /** First and last line of a window, where they are written as dsh does; else as any list. */
  #lines(): unknown[] {
    const start = this.#at
    const rest = this.#bytes.subarray(start, this.#end)
    const close = start + rest.lastIndexOf(afterLines)
    const last = close > start ? this.#bytes.lastIndexOf(lineStart, close) : -1
    if (last <= start + 1) return this.#list()
    const lines = [this.#valueAt(start + 1), this.#valueAt(last)]
    this.#at = close + 1
    return lines
  }

  #valueAt(at: number): unknown {
    const behind = this.#at
    this.#at = at
    const value = this.value('')
    this.#at = behind
    return value
  }

  /** A field's name: records repeat a few hundred of them, so known ones are not made anew. */
  #name(): unknown {
    const start = this.#at + 1
    const close = this.#bytes.indexOf(quote, start)
    const name = close === -1 || close >= this.#end ? null : names.get(this.#bytes, start, close)
    if (name === null) return this.#text()
    this.#at = close + 1
    return name
  }

  #text(): unknown {
    const start = this.#at
    this.#moveTo(skipString(this.#bytes, start, this.#end))
    if (this.#failed) return undefined
    if (this.#at - start <= plainText && isPlain(this.#bytes, start + 1, this.#at - 1)) {
      return this.#bytes.toString('latin1', start + 1, this.#at - 1)
    }
    if (this.#at - start <= keptText) {
      return this.#parse(this.#bytes.toString('utf8', start, this.#at))
    }
    // A cut may fall into an escape or a character: give up bytes until it is whole.
    for (let cut = keptText; cut > keptText - 16; cut--) {
      const text = this.#bytes.toString('utf8', start, start + cut)
      if (text.endsWith('\ufffd')) continue
      try {
        const value: unknown = JSON.parse(`${text}"`)
        return value
      } catch {
        continue
      }
    }
    return ''
  }

  #parse(text: string): unknown {
    try {
      const value: unknown = JSON.parse(text)
      return value
    } catch {
      return this.#fail(undefined)
    }
  }

  #takes(byte: number): boolean {
    this.#space()
    if (this.#bytes[this.#at] !== byte || this.#at >= this.#end) return false
    this.#at += 1
    return true
  }

  #space(): void {
    while (this.#at < this.#end) {
      const byte = this.#bytes[this.#at]
      if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return
      this.#at += 1
    }
  }

  #moveTo(at: number): void {
    if (at === -1) this.#failed = true
    else this.#at = at
  }

  #fail<T>(value: T): T {
    this.#failed = true
    return value
  }
}
