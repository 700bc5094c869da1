/** The hits of a query in one entry. */
import type { SearchHit, SearchQuery } from '#shared/api/search'
import type { Entry } from '#shared/session'
import { fieldsOf } from './fields'
import type { Matcher } from './query'

/** Characters of a line that a hit carries, around its first match. */
const lineCap = 400
/** Hits kept of one entry; further matches are counted only. */
const hitsPerEntry = 50

export interface EntryMatches {
  readonly hits: SearchHit[]
  /** All matches in the entry, also beyond the kept hits. */
  readonly total: number
}

/** Lines of the entry that match, within the fields asked for. `step` as counted over the session. */
export function matchEntry(
  entry: Entry,
  step: number | null,
  query: SearchQuery,
  matcher: Matcher,
): EntryMatches {
  const hits: SearchHit[] = []
  let total = 0
  for (const { field, text, firstLine } of fieldsOf(entry)) {
    if (query.fields.length > 0 && !query.fields.includes(field)) continue
    if (!matcher.isIn(text)) continue
    let number = firstLine
    for (const line of text.split('\n')) {
      const ranges = matcher.ranges(line)
      if (ranges.length > 0) {
        total += ranges.length
        if (hits.length < hitsPerEntry) {
          const shown = cutAround(line, ranges)
          hits.push({
            seq: entry.seq,
            field,
            lineNumber: number,
            line: shown.line,
            ranges: shown.ranges,
            step,
            tone: entry.tone,
            label: labelOf(entry),
          })
        }
      }
      number += 1
    }
  }
  return { hits, total }
}

function cutAround(
  line: string,
  ranges: { start: number; end: number }[],
): { line: string; ranges: { start: number; end: number }[] } {
  if (line.length <= lineCap) return { line, ranges }
  const first = ranges[0]?.start ?? 0
  const from = Math.max(0, Math.min(first - 80, line.length - lineCap))
  const to = from + lineCap
  const before = from > 0 ? '…' : ''
  const after = to < line.length ? '…' : ''
  return {
    line: before + line.slice(from, to) + after,
    ranges: ranges
      .filter((range) => range.start < to && range.end > from)
      .map((range) => ({
        start: Math.max(range.start, from) - from + before.length,
        end: Math.min(range.end, to) - from + before.length,
      })),
  }
}

function labelOf(entry: Entry): string {
  switch (entry.kind) {
    case 'user':
      return entry.label ?? 'prompt'
    case 'assistant':
      return 'answer'
    case 'marker':
      return entry.title
    case 'tool': {
      if (entry.result?.card === 'read') return entry.result.path
      if (entry.call?.card === 'terminal') return entry.call.title
      if (entry.call?.card === 'diff') return entry.call.diffs[0]?.path ?? entry.name
      return entry.call?.title ?? entry.name
    }
  }
}
