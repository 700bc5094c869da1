/** Matches and paths that a search left beside its result. Rule: dsh format, 14.6. */
import { decline, good, type Outcome } from '#shared/outcome'
import type { SearchView } from '#shared/views'
import { take, takeEach, takeMeta } from './field'

type MatchesView = Extract<SearchView, { shape: 'matches' }>

/**
 * The search card of a meta whose `shape` is the one asked for. Empty lists are
 * a card too: nothing was found. `lineNumber` is 1-based; `total` was counted
 * before capping. Extra keys are dropped.
 */
export function narrowSearch(meta: unknown, shape: 'matches' | 'paths'): Outcome<SearchView> {
  const object = takeMeta(meta)
  if (!object.ok) return object
  const found = take(object.value.shape, 'meta.shape', 'text')
  if (!found.ok) return found
  if (found.value !== shape) {
    return decline('shape-other', { shape: found.value, expected: shape })
  }
  const truncated = take(object.value.truncated, 'meta.truncated', 'boolean')
  if (!truncated.ok) return truncated
  const total = take(object.value.total, 'meta.total', 'number')
  if (!total.ok) return total
  const counts = { truncated: truncated.value, total: total.value }
  if (shape === 'paths') {
    const paths = takeEach(object.value.paths, 'meta.paths', (value, at) => take(value, at, 'text'))
    return paths.ok ? good({ card: 'search', shape, paths: paths.value, ...counts }) : paths
  }
  const files = takeEach(object.value.files, 'meta.files', narrowFile)
  return files.ok ? good({ card: 'search', shape, files: files.value, ...counts }) : files
}

function narrowFile(value: unknown, at: string): Outcome<MatchesView['files'][number]> {
  const object = take(value, at, 'object')
  if (!object.ok) return object
  const path = take(object.value.path, `${at}.path`, 'text')
  if (!path.ok) return path
  const matches = takeEach(object.value.matches, `${at}.matches`, narrowMatch)
  return matches.ok ? good({ path: path.value, matches: matches.value }) : matches
}

function narrowMatch(
  value: unknown,
  at: string,
): Outcome<MatchesView['files'][number]['matches'][number]> {
  const object = take(value, at, 'object')
  if (!object.ok) return object
  const lineNumber = take(object.value.lineNumber, `${at}.lineNumber`, 'number')
  if (!lineNumber.ok) return lineNumber
  const line = take(object.value.line, `${at}.line`, 'text')
  return line.ok ? good({ lineNumber: lineNumber.value, line: line.value }) : line
}
