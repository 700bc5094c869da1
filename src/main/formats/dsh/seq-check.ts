/**
 * The numbering of events, and what dsh makes of damage: behind the last
 * completed turn it is forgiven and dropped, before it the log is refused.
 * We show everything and say which of both it is. Rule: dsh format, 2.5.
 */
import type { Banner, Diagnostic } from '#shared/session'
import type { Reason } from '#shared/outcome'

export interface RecordPlace {
  readonly line: number
  readonly offset: number
}

/** Plain data. */
export interface SeqMemory {
  expected: number
  /** Line of the first record that dsh could not take. */
  firstFault: number | null
  isCommitted: boolean
}

export class SeqCheck {
  readonly #memory: SeqMemory

  constructor(memory: SeqMemory) {
    this.#memory = memory
  }

  /** Seq of the next event, as its place in the log says. */
  get expected(): number {
    return this.#memory.expected
  }

  /** True from the first fault on: dsh would have dropped what comes now. */
  get isBehindFault(): boolean {
    return this.#memory.firstFault !== null
  }

  /** Takes `count` events from `seq` on (null: numbered by place). A gap is a diagnostic. */
  take(seq: number | null, count: number, place: RecordPlace): Diagnostic | null {
    const expected = this.#memory.expected
    const first = seq ?? expected
    this.#memory.expected = first + count
    if (first === expected) return null
    return this.fault({ code: 'dsh-seq-gap', params: { expected, found: first } }, place, null)
  }

  /** A record that dsh could not take. */
  fault(reason: Reason, place: RecordPlace, sample: string | null): Diagnostic {
    this.#memory.firstFault ??= place.line
    return { severity: 'error', reason, ...place, before: null, sample, path: null }
  }

  /** A turn was completed: damage before it makes dsh refuse the log. */
  completesTurn(): void {
    if (this.#memory.firstFault !== null) this.#memory.isCommitted = true
  }

  /** What dsh would do with the log; null while nothing is wrong. */
  banner(): Banner | null {
    if (this.#memory.firstFault === null) return null
    const params = { line: this.#memory.firstFault }
    return this.#memory.isCommitted
      ? { tone: 'error', reason: { code: 'dsh-committed-damage', params } }
      : { tone: 'warning', reason: { code: 'dsh-dropped-tail', params } }
  }
}
