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

export class SeqCheck {
  #expected = 0
  /** Line of the first record that dsh could not take. */
  #firstFault: number | null = null
  #isCommitted = false

  /** Seq of the next event, as its place in the log says. */
  get expected(): number {
    return this.#expected
  }

  /** True from the first fault on: dsh would have dropped what comes now. */
  get isBehindFault(): boolean {
    return this.#firstFault !== null
  }

  /** Takes `count` events from `seq` on (null: numbered by place). A gap is a diagnostic. */
  take(seq: number | null, count: number, place: RecordPlace): Diagnostic | null {
    const expected = this.#expected
    const first = seq ?? expected
    this.#expected = first + count
    if (first === expected) return null
    return this.fault({ code: 'dsh-seq-gap', params: { expected, found: first } }, place, null)
  }

  /** A record that dsh could not take. */
  fault(reason: Reason, place: RecordPlace, sample: string | null): Diagnostic {
    this.#firstFault ??= place.line
    return { severity: 'error', reason, ...place, before: null, sample, path: null }
  }

  /** A turn was completed: damage before it makes dsh refuse the log. */
  completesTurn(): void {
    if (this.#firstFault !== null) this.#isCommitted = true
  }

  /** What dsh would do with the log; null while nothing is wrong. */
  banner(): Banner | null {
    if (this.#firstFault === null) return null
    const params = { line: this.#firstFault }
    return this.#isCommitted
      ? { tone: 'error', reason: { code: 'dsh-committed-damage', params } }
      : { tone: 'warning', reason: { code: 'dsh-dropped-tail', params } }
  }
}
