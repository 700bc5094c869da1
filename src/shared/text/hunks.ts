/** Two texts to hunks with their context, as an edit tool keeps them beside its result. */
import { structuredPatch } from 'diff'
import type { FileDiff } from '../views'

/**
 * One entry per changed run, `context` unchanged lines around it in both texts.
 * `oldText` is null where a hunk has no old side. Line ends are kept as they
 * are inside; the last one of a hunk is not part of it. Equal texts give none.
 */
export function hunksOf(path: string, before: string, after: string, context = 3): FileDiff[] {
  const patch = structuredPatch(path, path, before, after, '', '', { context })
  return patch.hunks.map((hunk) => {
    const side = (sign: string): string =>
      hunk.lines
        .filter((line) => line.startsWith(' ') || line.startsWith(sign))
        .map((line) => line.slice(1))
        .join('\n')
    return { path, oldText: hunk.oldLines === 0 ? null : side('-'), newText: side('+') }
  })
}
