/** One line of a terminal while it is written: a cursor over styled characters. */
import type { AnsiLine, AnsiSpan, AnsiStyle } from './ansi'

interface Cell {
  readonly text: string
  readonly style: AnsiStyle
}

/** Columns a line may have; a cursor sent further away stays here. */
const maxColumns = 100_000

export class Screen {
  #cells: Cell[] = []
  #column = 0
  /** Text that was only ever appended: no cells needed. */
  #runs: Cell[] = []
  #isPlain = true

  write(text: string, style: AnsiStyle): void {
    if (text === '') return
    if (this.#isPlain) {
      this.#runs.push({ text, style })
      return
    }
    for (const char of text) {
      while (this.#cells.length < this.#column) this.#cells.push({ text: ' ', style })
      this.#cells[this.#column] = { text: char, style }
      this.#column += 1
    }
  }

  moveTo(column: number): void {
    this.#toCells()
    this.#column = Math.max(0, Math.min(maxColumns, Number.isFinite(column) ? column : 0))
  }

  back(): void {
    this.#toCells()
    this.#column = Math.max(0, this.#column - 1)
  }

  /** Erases to the end of the line, from its start ('1'), or all of it ('2'). */
  erase(how: string): void {
    this.#toCells()
    if (how === '2') this.#cells = []
    else if (how === '1') {
      for (let i = 0; i <= this.#column && i < this.#cells.length; i++) {
        const cell = this.#cells[i]
        if (cell) this.#cells[i] = { ...cell, text: ' ' }
      }
    } else this.#cells = this.#cells.slice(0, this.#column)
  }

  /** The line, neighbours of one style joined. */
  spans(): AnsiLine {
    const spans: AnsiSpan[] = []
    for (const { text, style } of this.#isPlain ? this.#runs : this.#cells) {
      const last = spans.at(-1)
      if (last && isSame(last, style)) spans[spans.length - 1] = { ...last, text: last.text + text }
      else spans.push({ text, ...style })
    }
    return spans
  }

  #toCells(): void {
    if (!this.#isPlain) return
    this.#isPlain = false
    for (const { text, style } of this.#runs) {
      for (const char of text) this.#cells.push({ text: char, style })
    }
    this.#column = this.#cells.length
    this.#runs = []
  }
}

function isSame(a: AnsiStyle, b: AnsiStyle): boolean {
  return (
    a.fg === b.fg &&
    a.bg === b.bg &&
    a.bold === b.bold &&
    a.dim === b.dim &&
    a.underline === b.underline &&
    a.inverse === b.inverse
  )
}
