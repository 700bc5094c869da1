/**
 * Chunks of text to lines, each cut at a number of characters, so that a line
 * of any length takes no more memory than it shows.
 */

export class LineCutter {
  readonly #maxChars: number
  readonly #onLine: (text: string) => void
  #kept = ''
  #length = 0
  #endsInCr = false

  /** `onLine` gets each line without its break, cut at `maxChars` UTF-16 units and marked where it was. */
  constructor(maxChars: number, onLine: (text: string) => void) {
    this.#maxChars = maxChars
    this.#onLine = onLine
  }

  /** Lines end at LF; one CR right before it belongs to the break. */
  push(chunk: string): void {
    let start = 0
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      this.#grow(chunk.slice(start, end))
      if (this.#endsInCr) this.#length -= 1
      this.#flush()
      start = end + 1
    }
    this.#grow(chunk.slice(start))
  }

  /** The end of the text: what follows the last break is a line unless it is empty. */
  end(): void {
    if (this.#length > 0) this.#flush()
  }

  #grow(piece: string): void {
    if (piece === '') return
    this.#kept += piece.slice(0, Math.max(0, this.#maxChars - this.#kept.length))
    this.#length += piece.length
    this.#endsInCr = piece.endsWith('\r')
  }

  #flush(): void {
    const isCut = this.#length > this.#maxChars
    const text = this.#kept.slice(0, this.#length)
    this.#onLine(isCut ? `${text}... (line truncated to ${this.#maxChars} chars)` : text)
    this.#kept = ''
    this.#length = 0
    this.#endsInCr = false
  }
}
