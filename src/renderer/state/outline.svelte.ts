/** The light columns of all entries: what rails, filters, jumps and the scrubber need. */
import { outlineLimit } from '#shared/api/contract'
import { emptyOutline, type Outline } from '#shared/api/types'

export class OutlineState {
  /** Grows with each change of the columns below. */
  version = $state(0)
  tones = ''
  flags = ''
  turns: (number | null)[] = []
  steps: (number | null)[] = []
  ats: (number | null)[] = []
  /** 0 where nothing is said. */
  branches: number[] = []

  /** Entries; reactive. */
  get size(): number {
    void this.version
    return this.tones.length
  }

  /** Replaces what was known from `from` on, up to `to`. */
  async fetch(
    from: number,
    to: number,
    ask: (from: number, to: number) => Promise<Outline>,
  ): Promise<void> {
    let at = Math.min(from, this.size)
    while (at < to) {
      const part = await ask(at, Math.min(to, at + outlineLimit))
      this.#take(part)
      if (part.tones.length === 0) return
      at = part.from + part.tones.length
    }
  }

  clear(): void {
    this.#take(emptyOutline(0, 0))
  }

  #take(part: Outline): void {
    const { from } = part
    const end = from + part.tones.length
    const splice = (old: string, now: string): string =>
      old.slice(0, from) + now + (from === 0 && now === '' ? '' : old.slice(end))
    this.tones = splice(this.tones, part.tones)
    this.flags = splice(this.flags, part.flags)
    if (part.tones === '' && from === 0) {
      this.turns = []
      this.steps = []
      this.ats = []
      this.branches = []
    }
    for (const [i, turn] of part.turns.entries()) {
      this.turns[from + i] = turn
      this.steps[from + i] = part.steps[i] ?? null
      this.ats[from + i] = part.ats[i] ?? null
      this.branches[from + i] = part.branches[i] ?? 0
    }
    this.version += 1
  }
}
