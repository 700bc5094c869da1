/**
 * Hears of changes in many folders with few handles: one `fs.watch` per folder
 * within a budget. What it cannot watch, or what a watch loses (network
 * drives, a paused machine), the library's sweep finds.
 */
import { watch, type FSWatcher } from 'node:fs'

const debounceMs = 80

export class FolderWatcher {
  readonly #watches = new Map<string, FSWatcher>()
  readonly #timers = new Map<string, NodeJS.Timeout>()
  readonly #budget: number
  readonly #onChange: (path: string) => void
  #isExhausted = false

  constructor(budget: number, onChange: (path: string) => void) {
    this.#budget = budget
    this.#onChange = onChange
  }

  has(path: string): boolean {
    return this.#watches.has(path)
  }

  /** Watches a folder if the budget allows. */
  add(path: string): void {
    if (this.#isExhausted || this.#watches.has(path)) return
    if (this.#watches.size >= this.#budget) return
    try {
      const watcher = watch(path, { persistent: false }, () => this.#soon(path))
      watcher.on('error', () => this.#drop(path))
      this.#watches.set(path, watcher)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null
      // No handles left on this machine: asking on would only fail again.
      if (code === 'ENOSPC' || code === 'EMFILE') this.#isExhausted = true
    }
  }

  remove(path: string): void {
    this.#drop(path)
    clearTimeout(this.#timers.get(path))
    this.#timers.delete(path)
  }

  dispose(): void {
    for (const path of [...this.#watches.keys()]) this.remove(path)
  }

  #drop(path: string): void {
    this.#watches.get(path)?.close()
    this.#watches.delete(path)
  }

  #soon(path: string): void {
    if (this.#timers.has(path)) return
    const timer = setTimeout(() => {
      this.#timers.delete(path)
      this.#onChange(path)
    }, debounceMs)
    timer.unref()
    this.#timers.set(path, timer)
  }
}
