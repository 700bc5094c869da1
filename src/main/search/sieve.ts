/**
 * Tells from the bytes of a record that it cannot match, without decoding it.
 * Only certain where JSON writes the searched characters as themselves; in
 * every other case the record is decoded, so search stays exact.
 */
import type { SearchQuery } from '#shared/api/search'

/** Shorter runs let nearly everything through; not worth a pass over the bytes. */
const shortestRun = 2

export class Sieve {
  readonly #needle: Buffer | null
  readonly #pattern: RegExp | null

  constructor(query: SearchQuery) {
    const run = query.regex ? '' : longestPlainRun(query.text)
    const usable = run.length >= shortestRun
    this.#needle = usable && query.caseSensitive ? Buffer.from(run, 'latin1') : null
    this.#pattern = usable && !query.caseSensitive ? caseless(run) : null
  }

  /** Whether the sieve can rule anything out. */
  get isUseful(): boolean {
    return this.#needle !== null || this.#pattern !== null
  }

  /**
   * False: no decoded text of this record holds the query. True: it may.
   * A character may also be written as a `\uXXXX` escape; a record with such
   * an escape always passes.
   */
  mayHold(record: Buffer): boolean {
    if (this.#needle) return record.includes(this.#needle) || hasEscape(record)
    if (this.#pattern) return this.#pattern.test(record.toString('latin1')) || hasEscape(record)
    return true
  }
}

const escape = Buffer.from('\\u')
const zero = 0x30
const one = 0x31

/** An escape that could be one of the searched characters: those of control characters, as terminals leave them, are none. */
function hasEscape(record: Buffer): boolean {
  for (let at = record.indexOf(escape); at !== -1; at = record.indexOf(escape, at + 2)) {
    const isControl =
      record[at + 2] === zero &&
      record[at + 3] === zero &&
      (record[at + 4] === zero || record[at + 4] === one)
    if (!isControl) return true
  }
  return false
}

/** The longest run of characters that JSON writes as one byte each: printable ASCII but `"`, `\` and `/`. */
export function longestPlainRun(text: string): string {
  let longest = ''
  for (const run of text.match(/[ !#-.0-[\]-~]+/g) ?? []) {
    if (run.length > longest.length) longest = run
  }
  return longest
}

/** Letters of two cases; k and s have a third outside of ASCII, the Kelvin sign and the long s. */
function caseless(run: string): RegExp {
  const source = [...run]
    .map((character) => {
      const lower = character.toLowerCase()
      const upper = character.toUpperCase()
      if (lower === 'k') return '(?:[kK]|\\xe2\\x84\\xaa)'
      if (lower === 's') return '(?:[sS]|\\xc5\\xbf)'
      if (lower === upper) return character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
      return `[${lower}${upper}]`
    })
    .join('')
  return new RegExp(source)
}
