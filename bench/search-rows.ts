/** How fast a log of a gigabyte is searched: the first hit, and all of it. */
import { logOf, shapeNamed } from './logs'
import { measure } from './index-rows'
import { head, judged, megabytes, ms, row } from './table'

const queries = [
  ['a literal that is everywhere', 'text', 'module-37'],
  ['a literal that is nowhere', 'text', 'xyzzy plugh'],
  ['a regular expression', 'regex', 'export function \\w+599\\b'],
] as const

/** One thread on one log: a library is searched by several at a time. */
export function searchRows(): void {
  head(
    'Search of one log, one thread',
    'query',
    'matches',
    'first hit',
    'all',
    'MB/s',
    'resident',
    'budget',
  )
  const shape = shapeNamed('dsh plain 1000 MB')
  const path = logOf(shape)
  for (const [name, kind, pattern] of queries) {
    const found = measure('search', path, kind, pattern)
    const speed = (shape.megabytes / found.ms) * 1000
    const first = found.firstMs ?? Number.NaN
    const isFast = kind === 'regex' || speed >= 500
    const [rate, budget] = judged(speed.toFixed(0), isFast, '≥ 500 MB/s')
    row(
      name,
      String(found.count),
      Number.isNaN(first) ? '–' : ms(first),
      ms(found.ms),
      rate,
      megabytes(found.rss),
      kind === 'regex' ? '–' : budget,
    )
  }
}
