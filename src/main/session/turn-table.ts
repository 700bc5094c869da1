/** Turns of a session, kept up to date as rows arrive. Rows without a turn belong to none. */
import type { Turn } from '#shared/api/types'
import type { EntryRow } from '../formats/format'

/** A turn as it is counted. Plain data. */
export interface TurnDraft {
  turn: number
  first: number
  last: number
  prompt: string | null
  steps: Set<number>
  startedAt: number | null
  endedAt: number | null
  inputTokens: number
  errors: number
}

export class TurnTable {
  readonly #turns: Map<number, TurnDraft>

  /** `turns`: as an earlier table of the same session had them. */
  constructor(turns: Map<number, TurnDraft>) {
    this.#turns = turns
  }

  get size(): number {
    return this.#turns.size
  }

  /** `step` as counted over the session; 0: none. */
  add(seq: number, row: EntryRow, step: number): void {
    if (row.turn === null) return
    let turn = this.#turns.get(row.turn)
    if (!turn) {
      turn = {
        turn: row.turn,
        first: seq,
        last: seq,
        prompt: null,
        steps: new Set(),
        startedAt: row.at,
        endedAt: row.at,
        inputTokens: 0,
        errors: 0,
      }
      this.#turns.set(row.turn, turn)
    }
    turn.last = seq
    turn.prompt ??= row.prompt
    if (step > 0) turn.steps.add(step)
    if (row.usage) {
      turn.inputTokens += row.usage.input + row.usage.cacheRead + row.usage.cacheWrite
    }
    if (row.error) turn.errors += 1
    this.touch(row)
  }

  /** Takes a changed row's times over. */
  touch(row: EntryRow): void {
    const turn = row.turn === null ? undefined : this.#turns.get(row.turn)
    if (!turn) return
    turn.prompt ??= row.prompt
    for (const at of [row.at, row.result?.at ?? null]) {
      if (at === null) continue
      if (turn.startedAt === null || at < turn.startedAt) turn.startedAt = at
      if (turn.endedAt === null || at > turn.endedAt) turn.endedAt = at
    }
  }

  addErrors(turn: number | null, count: number): void {
    const draft = turn === null ? undefined : this.#turns.get(turn)
    if (draft) draft.errors += count
  }

  /** Number of the last turn that began; null when there is none. */
  last(): number | null {
    let last: number | null = null
    for (const turn of this.#turns.keys()) last = turn
    return last
  }

  list(): Turn[] {
    return [...this.#turns.values()].map((draft) => ({ ...draft, steps: draft.steps.size }))
  }
}
