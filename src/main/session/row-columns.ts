/**
 * Rows of an index as columns, for keeping: a hundred thousand objects of
 * twenty fields each take four times as long to write and to read again.
 */
import type { EntryRow, RecordSpan, RowWindow } from '../formats/format'
import type { Usage } from '#shared/session'

const kinds: readonly EntryRow['kind'][] = ['user', 'assistant', 'tool', 'marker']
/** Numbers per row: at, turn, step, branch, record (3), result (4). NaN: null. */
const perRow = 11
const perUsage = 5
const perWindow = 4

const flag = { error: 4, inherited: 8, closes: 16, result: 32, usage: 64, window: 128 } as const
const kindBits = 3

/** Some rows. Plain data. */
export interface RowColumns {
  readonly flags: Uint8Array
  readonly numbers: Float64Array
  readonly tones: readonly EntryRow['tone'][]
  readonly callIds: readonly (string | null)[]
  readonly names: readonly (string | null)[]
  readonly paths: readonly (string | null)[]
  readonly prompts: readonly (string | null)[]
  /** Of those rows that have one, in order; so are the windows. */
  readonly usages: Float64Array
  readonly windows: Float64Array
  readonly windowPaths: readonly string[]
  readonly aux: readonly unknown[]
}

export function columnsOf(rows: readonly EntryRow[]): RowColumns {
  const flags = new Uint8Array(rows.length)
  const numbers = new Float64Array(rows.length * perRow)
  const usages: number[] = []
  const windows: number[] = []
  const windowPaths: string[] = []
  for (const [index, row] of rows.entries()) {
    const { record, result, usage, window } = row
    flags[index] =
      Math.max(0, kinds.indexOf(row.kind)) |
      (row.error ? flag.error : 0) |
      (row.inherited ? flag.inherited : 0) |
      (row.closes ? flag.closes : 0) |
      (result ? flag.result : 0) |
      (usage ? flag.usage : 0) |
      (window ? flag.window : 0)
    numbers.set(
      [
        row.at ?? Number.NaN,
        row.turn ?? Number.NaN,
        row.step ?? Number.NaN,
        row.branch ?? Number.NaN,
        record.line,
        record.offset,
        record.length,
      ],
      index * perRow,
    )
    if (result) {
      const { line, offset, length, at } = result
      numbers.set([line, offset, length, at ?? Number.NaN], index * perRow + 7)
    }
    if (usage) {
      const { input, output, cacheRead, cacheWrite, reasoning } = usage
      usages.push(input, output, cacheRead, cacheWrite, reasoning)
    }
    if (window) {
      windows.push(window.offset, window.first, window.last, window.totalLines)
      windowPaths.push(window.path)
    }
  }
  return {
    flags,
    numbers,
    tones: rows.map(({ tone }) => tone),
    callIds: rows.map(({ callId }) => callId),
    names: rows.map(({ name }) => name),
    paths: rows.map(({ path }) => path),
    prompts: rows.map(({ prompt }) => prompt),
    usages: Float64Array.from(usages),
    windows: Float64Array.from(windows),
    windowPaths,
    aux: rows.map(({ aux }) => aux),
  }
}

export function rowsOf(columns: RowColumns): EntryRow[] {
  const { flags, numbers, usages, windows } = columns
  let nextUsage = 0
  let nextWindow = 0
  const rows: EntryRow[] = []
  for (const [index, bits] of flags.entries()) {
    const at = index * perRow
    const number = (nth: number): number => numbers[at + nth] ?? 0
    const branch = known(number(3))
    let usage: Usage | null = null
    if (bits & flag.usage) usage = usageAt(usages, nextUsage++)
    let window: RowWindow | null = null
    if (bits & flag.window) {
      window = windowAt(windows, nextWindow, columns.windowPaths[nextWindow] ?? '')
      nextWindow += 1
    }
    const row: EntryRow = {
      kind: kinds[bits & kindBits] ?? 'marker',
      tone: columns.tones[index] ?? 'marker',
      at: known(number(0)),
      turn: known(number(1)),
      step: known(number(2)),
      record: spanOf(number(4), number(5), number(6)),
      result:
        bits & flag.result
          ? { line: number(7), offset: number(8), length: number(9), at: known(number(10)) }
          : null,
      error: (bits & flag.error) !== 0,
      callId: columns.callIds[index] ?? null,
      name: columns.names[index] ?? null,
      path: columns.paths[index] ?? null,
      window,
      usage,
      prompt: columns.prompts[index] ?? null,
      inherited: (bits & flag.inherited) !== 0,
      closes: (bits & flag.closes) !== 0,
      aux: columns.aux[index] ?? null,
    }
    if (branch !== null) row.branch = branch
    rows.push(row)
  }
  return rows
}

function known(number: number): number | null {
  return Number.isNaN(number) ? null : number
}

function spanOf(line: number, offset: number, length: number): RecordSpan {
  return { line, offset, length }
}

function usageAt(usages: Float64Array, index: number): Usage {
  const number = (nth: number): number => usages[index * perUsage + nth] ?? 0
  return {
    input: number(0),
    output: number(1),
    cacheRead: number(2),
    cacheWrite: number(3),
    reasoning: number(4),
  }
}

function windowAt(windows: Float64Array, index: number, path: string): RowWindow {
  const number = (nth: number): number => windows[index * perWindow + nth] ?? 0
  return { path, offset: number(0), first: number(1), last: number(2), totalLines: number(3) }
}
