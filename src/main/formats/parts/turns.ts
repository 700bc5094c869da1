/** Turns and steps for agents whose logs do not number them: a prompt opens a turn, a response a step. */
import type { Place } from './entries'

export class Turns {
  #turn = 0
  #step = 0

  /** A person asks: a new turn. */
  prompt(): void {
    this.#turn += 1
    this.#step = 0
  }

  /** The model answers: a new step. */
  response(): void {
    if (this.#turn === 0) this.#turn = 1
    this.#step += 1
  }

  /** The place of what comes now. */
  at(at: number | null): Place {
    return {
      at,
      turn: this.#turn === 0 ? null : this.#turn,
      step: this.#step === 0 ? null : this.#step,
    }
  }
}
