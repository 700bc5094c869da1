/** From a query to a regular expression that finds it in a line of decoded text. */
import { decline, good, type Outcome } from '#shared/outcome'
import type { SearchQuery } from '#shared/api/search'

/** What a compiled query is asked. */
export interface Matcher {
  /** Matches in one line, in order, as UTF-16 ranges; empty matches count for nothing. */
  ranges(line: string): { start: number; end: number }[]
  /** Cheap test of a whole text, lines and all. */
  isIn(text: string): boolean
}

const wordCharacter = '[\\p{L}\\p{N}_]'

/**
 * Compiles a query. Literal text is found as it stands, a whole word is bounded
 * by anything but letters, digits and underscore in any script. A pattern that
 * does not compile declines with the engine's message.
 */
export function compile(query: SearchQuery): Outcome<Matcher> {
  const body = query.regex ? `(?:${query.text})` : escapePattern(query.text)
  const source = query.wholeWord ? `(?<!${wordCharacter})${body}(?!${wordCharacter})` : body
  const flags = query.caseSensitive ? 'gu' : 'giu'
  try {
    const pattern = new RegExp(source, flags)
    // `^` and `$` mean the ends of a line, also when a whole text is tested.
    const anywhere = new RegExp(source, query.caseSensitive ? 'mu' : 'imu')
    return good({
      ranges: (line) => rangesOf(pattern, line),
      isIn: (text) => anywhere.test(text),
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return decline('pattern-invalid', { message })
  }
}

function rangesOf(pattern: RegExp, line: string): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = []
  pattern.lastIndex = 0
  for (const match of line.matchAll(pattern)) {
    if (match[0].length > 0) ranges.push({ start: match.index, end: match.index + match[0].length })
  }
  return ranges
}

/** Escapes what a pattern in `u` mode reads as syntax. */
function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
