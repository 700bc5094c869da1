/** Patches in the forms agents keep them, as hunks with the numbers the log states and no others. */
import type { FileDiff } from '#shared/views'
import { fieldsOf, listOf, numberOr } from './fields'

/** Rows with a sign each, as both sides. `\` rows are notes of the last line's break. */
export function sidesOf(rows: readonly string[]): { oldText: string; newText: string } {
  const side = (sign: string): string =>
    rows
      .filter((row) => row.startsWith(sign) || row.startsWith(' ') || row === '')
      .map((row) => row.slice(1))
      .join('\n')
  return { oldText: side('-'), newText: side('+') }
}

/** Hunks of a structured patch: `{oldStart, oldLines, newStart, newLines, lines[]}`. */
export function structuredHunks(path: string, patch: unknown): FileDiff[] {
  return listOf(patch).flatMap((raw) => {
    const hunk = fieldsOf(raw)
    const rows = listOf(hunk.lines).filter((line): line is string => typeof line === 'string')
    if (rows.length === 0) return []
    const { oldText, newText } = sidesOf(rows)
    const oldStart = numberOr(hunk.oldStart, null)
    const newStart = numberOr(hunk.newStart, null)
    const isNew = numberOr(hunk.oldLines, null) === 0 && !rows.some((row) => !row.startsWith('+'))
    return [
      {
        path,
        oldText: isNew ? null : oldText,
        newText,
        ...(oldStart === null || isNew ? {} : { oldStart }),
        ...(newStart === null ? {} : { newStart }),
      },
    ]
  })
}

const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/** Hunks of a unified diff of one file; rows before the first header are passed over. */
export function unifiedHunks(path: string, text: string): FileDiff[] {
  const hunks: FileDiff[] = []
  let rows: string[] = []
  let start: { oldStart: number; newStart: number } | null = null
  const flush = (): void => {
    if (start) hunks.push({ path, ...sidesOf(rows), ...start })
    rows = []
  }
  for (const row of text.replace(/\n$/, '').split('\n')) {
    const match = header.exec(row)
    if (match) {
      flush()
      start = { oldStart: Number(match[1]), newStart: Number(match[3]) }
    } else if (start && /^[ +\-\\]|^$/.test(row) && !/^(?:---|\+\+\+) /.test(row)) rows.push(row)
  }
  flush()
  return hunks
}

/** A whole file that is new: no earlier text. */
export function newFile(path: string, content: string): FileDiff {
  return { path, oldText: null, newText: content }
}
