/** Hunks that a write or an edit left beside its result. Rule: dsh format, 14.2. */
import { decline, good, type Outcome } from '#shared/outcome'
import type { DiffView, FileDiff } from '#shared/views'
import { take, takeEach, takeMeta } from './field'

/**
 * The hunks of `{diffs}`, at least one: an empty list is what a tool leaves
 * for a new file or an unchanged one and declines with 'diffs-empty'.
 */
export function narrowDiffs(meta: unknown): Outcome<FileDiff[]> {
  const object = takeMeta(meta)
  if (!object.ok) return object
  const diffs = takeEach(object.value.diffs, 'meta.diffs', narrowDiff)
  if (!diffs.ok) return diffs
  return diffs.value.length > 0 ? diffs : decline('diffs-empty')
}

function narrowDiff(value: unknown, at: string): Outcome<FileDiff> {
  const object = take(value, at, 'object')
  if (!object.ok) return object
  const path = take(object.value.path, `${at}.path`, 'text')
  if (!path.ok) return path
  const { oldText } = object.value
  const old = oldText === null ? good(null) : take(oldText, `${at}.oldText`, 'text')
  if (!old.ok) return old
  const newText = take(object.value.newText, `${at}.newText`, 'text')
  if (!newText.ok) return newText
  return good({ path: path.value, oldText: old.value, newText: newText.value })
}

/** The diff card of some hunks. */
export function diffView(title: string, diffs: FileDiff[]): DiffView {
  return { card: 'diff', title, diffs }
}
