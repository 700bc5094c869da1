/**
 * The text of a read window, followed through the edits that came after it.
 * Exact or nothing: an edit is applied only where its old text stands once.
 */
import type { FileDiff, ReadLine } from '../views'
import { changedLines } from './changed-lines'

interface TrackedLine {
  readonly text: string
  /** 1-based number in the window; null for a line that an edit wrote. */
  readonly origin: number | null
}

/** Where a text stands: indexes of its first and last line, from 0. */
export interface TextPlace {
  readonly first: number
  readonly last: number
}

/** A place with what its lines hold before and after the text. */
interface Located extends TextPlace {
  readonly head: string
  readonly tail: string
  readonly takesLastBreak: boolean
}

export class WindowText {
  #lines: TrackedLine[]
  /** 1-based number that index 0 has now, as far as edits inside the window tell. */
  readonly firstNumber: number

  /** Lines with gaps in their numbers hold no text that could be searched: nothing is found in them. */
  constructor(lines: readonly ReadLine[]) {
    const first = lines[0]?.number ?? 1
    const whole = lines.every((line, index) => line.number === first + index)
    this.firstNumber = first
    this.#lines = whole ? lines.map((line) => ({ text: line.text, origin: line.number })) : []
  }

  /** The one place of `text`; null when it is empty, absent, or stands more than once. */
  find(text: string): TextPlace | null {
    const place = this.#locate(text)
    return place && { first: place.first, last: place.last }
  }

  /**
   * Applies a hunk. Returns the window numbers of the lines it replaced, each
   * once; null when its old text does not stand here exactly once.
   */
  apply(diff: FileDiff): number[] | null {
    if (diff.oldText === null) return null
    const place = this.#locate(diff.oldText)
    if (!place) return null
    const before = this.#lines.slice(place.first, place.last + 1)
    const after = (place.head + withoutCr(diff.newText) + place.tail).split('\n')
    if (place.takesLastBreak && after.at(-1) === '') after.pop()
    const old = before.map((line) => line.text)
    const changed = new Set(changedLines(old, after))
    const kept = before.filter((_, index) => !changed.has(index))
    let next = 0
    const written = after.map((text): TrackedLine => {
      const same = kept[next]
      if (same?.text !== text) return { text, origin: null }
      next += 1
      return same
    })
    this.#lines.splice(place.first, before.length, ...written)
    return [...changed].flatMap((index) => before[index]?.origin ?? [])
  }

  #locate(raw: string): Located | null {
    const text = withoutCr(raw)
    // Whether the last line has a break is not known; a text that takes it in was matched with it.
    const joined = this.#lines.map((line) => line.text + '\n').join('')
    const start = joined.indexOf(text)
    if (text === '' || start < 0 || joined.indexOf(text, start + 1) >= 0) return null
    const end = start + text.length
    let first = 0
    let firstStart = 0
    let last = 0
    let lastEnd = 0
    let lineStart = 0
    for (const [index, line] of this.#lines.entries()) {
      const lineEnd = lineStart + line.text.length
      if (lineStart <= start) {
        first = index
        firstStart = lineStart
      }
      if (lineStart <= end) {
        last = index
        lastEnd = lineEnd
      }
      lineStart = lineEnd + 1
    }
    return {
      first,
      last,
      head: joined.slice(firstStart, start),
      tail: joined.slice(end, lastEnd),
      takesLastBreak: end === joined.length,
    }
  }
}

function withoutCr(text: string): string {
  return text.replaceAll('\r\n', '\n')
}
