/** The foot of a read card in words: what of the file remains. Rule: visual design, section 3. */
import { assertNever } from '../outcome'
import type { Continuation, ReadContext } from '../session'
import type { ReadView } from '../views'
import { mergeRanges } from '../windows/coverage'
import { count, plural, range } from './numbers'

export interface FootWords {
  /** Set in bold. */
  readonly strong: string
  readonly rest: string
  /** 1-based line to continue from; null where nothing is left. */
  readonly next: number | null
}

/** Words of each state. `seen`: lines read before, for what was never read of a file that ends here. */
export function footWords(
  view: Pick<ReadView, 'lines' | 'totalLines' | 'offset'>,
  continuation: Continuation,
  context: Pick<ReadContext, 'before'> | null,
): FootWords {
  switch (continuation.kind) {
    case 'more':
      return {
        strong: count(continuation.remaining),
        rest: ` ${continuation.remaining === 1 ? 'line remains' : 'lines remain'}`,
        next: continuation.from,
      }
    case 'end':
      return { strong: 'End of file', rest: ` · ${unreadWords(view, context)}`, next: null }
    case 'nothing-fitted':
      return {
        strong: 'Empty window',
        rest: `: byte cap – starts at ${count(view.offset)}, nothing shown`,
        next: continuation.from,
      }
    case 'past-end':
      return {
        strong: 'Past the end',
        rest: `: starts at ${count(continuation.offset)}, the file has ${plural(continuation.totalLines, 'line')}`,
        next: null,
      }
    case 'empty':
      return { strong: 'Empty file', rest: ' · 0 bytes', next: null }
    default:
      return assertNever(continuation)
  }
}

function unreadWords(
  view: Pick<ReadView, 'lines' | 'totalLines'>,
  context: Pick<ReadContext, 'before'> | null,
): string {
  const first = view.lines[0]?.number ?? 1
  const last = view.lines.at(-1)?.number ?? 0
  const seen = mergeRanges([...(context?.before ?? []), { first, last }])
  const gaps: string[] = []
  let at = 1
  for (const part of seen) {
    if (part.first > at) gaps.push(range(at, part.first - 1))
    at = part.last + 1
  }
  if (at <= view.totalLines) gaps.push(range(at, view.totalLines))
  if (gaps.length === 0) return `all ${plural(view.totalLines, 'line')} read`
  const shown = gaps.slice(0, 3).join(', ')
  return `lines ${shown}${gaps.length > 3 ? ' …' : ''} never read`
}

/** One line for exports and the text timeline. */
export function continuationText(
  view: Pick<ReadView, 'lines' | 'totalLines' | 'offset'>,
  continuation: Continuation,
  context: Pick<ReadContext, 'before'> | null,
): string {
  const { strong, rest, next } = footWords(view, continuation, context)
  return `${strong}${rest}${next === null ? '' : ` · continue from ${count(next)}`}`
}
