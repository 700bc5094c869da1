/** Which entries are open before the reader has folded anything. Rule: visual design, section 5. */
import type { Settings } from '#shared/api/types'
import type { Entry, ToolEntry } from '#shared/session'

/** Auto opens failures, edits, fallbacks and partial reads; it folds what went as expected. */
export function isOpenByDefault(entry: Entry, fold: Settings['fold']): boolean {
  if (entry.kind !== 'tool')
    return fold === 'all' ? entry.kind !== 'assistant' : isOpenMarker(entry)
  if (fold !== 'auto') return fold === 'all'
  return isOpenTool(entry)
}

function isOpenMarker(entry: Entry): boolean {
  if (entry.kind !== 'marker') return false
  return entry.severity === 'error' || entry.marker === 'plan' || entry.marker === 'todo'
}

function isOpenTool(entry: ToolEntry): boolean {
  if (entry.status === 'error' || entry.declined !== null || entry.links.length > 0) return true
  const view = entry.result
  switch (view?.card) {
    case 'read': {
      if (entry.readContext?.reread) return false
      const isWhole = view.lines[0]?.number === 1 && view.lines.at(-1)?.number === view.totalLines
      return !isWhole
    }
    case 'diff':
    case 'search':
      return true
    case 'terminal':
      return view.signal !== undefined || (view.exitCode ?? 0) !== 0
    default:
      return false
  }
}
