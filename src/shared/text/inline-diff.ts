/** A hunk to rows with numbers, and the words that changed inside a line. */
import { diffArrays, diffWordsWithSpace } from 'diff'

/** UTF-16 positions in the row's text, the end not included. */
export type Mark = readonly [start: number, end: number]

export interface DiffRow {
  readonly kind: 'same' | 'del' | 'add'
  /** 1-based; null on the side that has no such line, or where the log states no numbers. */
  readonly oldNumber: number | null
  readonly newNumber: number | null
  readonly text: string
  readonly marks: readonly Mark[]
}

/** Beyond these a hunk is drawn as old lines, then new lines: pairing them would cost more than it tells. */
const maxLines = 4_000
const maxLineChars = 2_000

/** Rows of a hunk. `oldText` null: everything is new. Starts are 1-based. */
export function diffRows(
  oldText: string | null,
  newText: string,
  oldStart?: number,
  newStart?: number,
): DiffRow[] {
  const before = linesOf(oldText ?? '')
  const after = linesOf(newText)
  const rows: DiffRow[] = []
  let oldLine = oldStart ?? null
  let newLine = newStart ?? null
  const push = (kind: DiffRow['kind'], text: string): void => {
    const oldNumber = kind === 'add' ? null : oldLine
    const newNumber = kind === 'del' ? null : newLine
    if (kind !== 'add' && oldLine !== null) oldLine += 1
    if (kind !== 'del' && newLine !== null) newLine += 1
    rows.push({ kind, oldNumber, newNumber, text, marks: [] })
  }
  for (const { kind, lines } of changesOf(before, after)) for (const line of lines) push(kind, line)
  return withMarks(rows)
}

/** Added and removed lines of rows. */
export function countDiff(rows: readonly DiffRow[]): { added: number; removed: number } {
  let added = 0
  let removed = 0
  for (const { kind } of rows) {
    if (kind === 'add') added += 1
    else if (kind === 'del') removed += 1
  }
  return { added, removed }
}

/** One final line break ends the last line; it is no line of its own. */
function linesOf(text: string): string[] {
  if (text === '') return []
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

interface Change {
  readonly kind: DiffRow['kind']
  readonly lines: readonly string[]
}

function changesOf(before: string[], after: string[]): Change[] {
  const whole: Change[] = [
    { kind: 'del', lines: before },
    { kind: 'add', lines: after },
  ]
  if (before.length === 0 || before.length + after.length > maxLines) return whole
  const parts = diffArrays(before, after, { timeout: 200 })
  if (!parts) return whole
  const changes: Change[] = parts.map(({ added, removed, value }) => ({
    kind: added ? 'add' : removed ? 'del' : 'same',
    lines: value,
  }))
  // Removed before added, whatever order the algorithm found them in.
  for (let i = 1; i < changes.length; i++) {
    const [one, two] = [changes[i - 1], changes[i]]
    if (one?.kind === 'add' && two?.kind === 'del') changes.splice(i - 1, 2, two, one)
  }
  return changes
}

/** A run of removed lines and the added ones right behind it: changed words, where two lines are alike. */
function withMarks(rows: readonly DiffRow[]): DiffRow[] {
  const marked = [...rows]
  let at = 0
  while (at < rows.length) {
    const dels = runOf(rows, at, 'del')
    const adds = runOf(rows, at + dels, 'add')
    pairLines(marked, at, dels, adds)
    at += Math.max(1, dels + adds)
  }
  return marked
}

/** Added lines that are looked at for each removed one. */
const pairReach = 40

/** Each removed line with the next added one that shares enough of it; order is kept. */
function pairLines(rows: DiffRow[], from: number, dels: number, adds: number): void {
  let next = 0
  for (let i = 0; i < dels; i++) {
    const del = rows[from + i]
    for (let j = next; j < Math.min(adds, next + pairReach); j++) {
      const add = rows[from + dels + j]
      if (!del || !add) continue
      const marks = wordMarks(del.text, add.text)
      if (!marks) continue
      rows[from + i] = { ...del, marks: marks.before }
      rows[from + dels + j] = { ...add, marks: marks.after }
      next = j + 1
      break
    }
  }
}

function runOf(rows: readonly DiffRow[], from: number, kind: DiffRow['kind']): number {
  let at = from
  while (rows[at]?.kind === kind) at += 1
  return at - from
}

/** Changed ranges of two lines that are alike; null for lines that share too little. */
function wordMarks(before: string, after: string): { before: Mark[]; after: Mark[] } | null {
  if (before.length > maxLineChars || after.length > maxLineChars) return null
  const marks: { before: Mark[]; after: Mark[] } = { before: [], after: [] }
  let oldAt = 0
  let newAt = 0
  let same = 0
  for (const { added, removed, value } of diffWordsWithSpace(before, after)) {
    if (added) marks.after.push([newAt, (newAt += value.length)])
    else if (removed) marks.before.push([oldAt, (oldAt += value.length)])
    else {
      same += value.trim().length
      oldAt += value.length
      newAt += value.length
    }
  }
  // Lines that share next to nothing are other lines, not changed ones.
  const least = Math.min(before.trim().length, after.trim().length)
  return same * 2 < Math.max(8, least) ? null : marks
}
