/**
 * What of a file remains after a read window.
 * Rule: design, "Continuation"; dsh format, 11.3.
 */
import type { Continuation } from '../session'
import { isEmpty, windowOf, type LinedRead, type ReadWindow } from './window'

/**
 * First line that a read would go on from (1-based); null when the window
 * reaches the end, the file is empty, or the offset was past its end.
 */
export function resumesAt(window: ReadWindow): number | null {
  if (isEmpty(window)) return window.offset <= window.totalLines ? window.offset : null
  return window.last < window.totalLines ? window.last + 1 : null
}

/**
 * The continuation of a window. `continuedBy`: seq of the entry that reads on
 * there (`linkReads`), null when none does. A window without lines continues
 * at its own `offset` when the file has such a line.
 */
export function continuationOf(
  read: ReadWindow | LinedRead,
  continuedBy: number | null,
): Continuation {
  const window = windowOf(read)
  if (window.totalLines === 0) return { kind: 'empty' }
  const from = resumesAt(window)
  if (from === null) {
    if (!isEmpty(window)) return { kind: 'end' }
    return { kind: 'past-end', offset: window.offset, totalLines: window.totalLines }
  }
  const kind = isEmpty(window) ? 'nothing-fitted' : 'more'
  return { kind, from, remaining: window.totalLines - from + 1, continuedBy }
}
