/**
 * A stream of merged facts: what is pushed while nobody listens is folded into
 * one value, so a slow window gets the latest state and never a backlog.
 */
export class Feed<T> {
  #pending: T | undefined
  #wake: (() => void) | null = null
  #closed = false
  readonly #merge: (older: T, newer: T) => T

  constructor(merge: (older: T, newer: T) => T) {
    this.#merge = merge
  }

  push(value: T): void {
    this.#pending = this.#pending === undefined ? value : this.#merge(this.#pending, value)
    this.#wake?.()
  }

  close(): void {
    this.#closed = true
    this.#wake?.()
  }

  /** Yields merged values until the feed is closed or the signal aborts. One reader. */
  async *read(signal: AbortSignal | undefined): AsyncGenerator<T, void, void> {
    const stop = (): void => this.close()
    signal?.addEventListener('abort', stop, { once: true })
    try {
      for (;;) {
        while (this.#pending === undefined && !this.#closed && !signal?.aborted) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve
          })
        }
        if (this.#closed || signal?.aborted) return
        const value = this.#pending
        this.#pending = undefined
        if (value !== undefined) yield value
      }
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }
}
