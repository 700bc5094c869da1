/** Turns and steps for agents whose logs do not number them: a prompt opens a turn, a response a step. */
import type { Place } from './entries'

/** Numbers so far; 0: none yet. Plain data. */
export interface TurnsMemory {
  turn: number
  step: number
}

export class Turns {
  readonly memory: TurnsMemory

  constructor(memory: TurnsMemory = { turn: 0, step: 0 }) {
    this.memory = memory
  }

  /** A person asks: a new turn. */
  prompt(): void {
    this.memory.turn += 1
    this.memory.step = 0
  }

  /** The model answers: a new step. */
  response(): void {
    if (this.memory.turn === 0) this.memory.turn = 1
    this.memory.step += 1
  }

  /** The place of what comes now. */
  at(at: number | null): Place {
    return {
      at,
      turn: this.memory.turn === 0 ? null : this.memory.turn,
      step: this.memory.step === 0 ? null : this.memory.step,
    }
  }
}
