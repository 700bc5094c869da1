/**
 * Rows of the timeline as numbers, so that a hundred thousand of them cost
 * little: an entry is its seq, the head of a turn is -(turn index + 1).
 */
import type { Turn } from '#shared/api/types'

export type TimelineRow = number

export interface RowsInput {
  readonly size: number
  readonly tones: string
  readonly flags: string
  readonly entryTurns: readonly (number | null)[]
  readonly turns: readonly Turn[]
  readonly collapsed: ReadonlySet<number>
  /** Letters of tones that are shown; null: all. */
  readonly letters: ReadonlySet<string> | null
  readonly errorsOnly: boolean
  /** Entries on the branch that is shown; null: there is only one. */
  readonly isOnPath: ((seq: number) => boolean) | null
}

export function turnRow(index: number): TimelineRow {
  return -(index + 1)
}

/** Index of the turn whose head a row is; -1 for entries. */
export function turnIndexOf(row: TimelineRow): number {
  return row < 0 ? -row - 1 : -1
}

/** Heads and entries in the order of the log; a filter hides entries, never heads with entries. */
export function timelineRows(input: RowsInput): TimelineRow[] {
  const { size, tones, flags, entryTurns, turns, collapsed, letters, errorsOnly, isOnPath } = input
  const indexOfTurn = new Map(turns.map((turn, index) => [turn.turn, index]))
  const rows: TimelineRow[] = []
  let shownTurn: number | null = null
  for (let seq = 0; seq < size; seq++) {
    if (isOnPath && !isOnPath(seq)) continue
    const turn = entryTurns[seq] ?? null
    if (turn !== null && turn !== shownTurn) {
      const index = indexOfTurn.get(turn)
      if (index !== undefined) {
        rows.push(turnRow(index))
        shownTurn = turn
      }
    }
    if (turn !== null && collapsed.has(turn)) continue
    if (letters && !letters.has(tones[seq] ?? '')) continue
    if (errorsOnly && flags[seq] !== 'e') continue
    rows.push(seq)
  }
  return rows
}
