/**
 * Search threads, and the watch over them. A search that says nothing for
 * seconds hangs in a pattern: its thread is ended and the search says so.
 * Nothing that a user types can hang the core.
 */
import { Worker } from 'node:worker_threads'
import type { SearchQuery } from '#shared/api/search'
import type { FoundLog, LogFormat } from '../formats/format'
import type { SessionMatches } from './search-session'
import type { FromSearcher, SearcherFacts, ToSearcher } from './worker-messages'

/** Silence after which a thread counts as hanging, ms. Decoding the largest records takes less. */
const silenceMs = 4000
const watchMs = 500

export interface SearchTarget {
  readonly key: string
  readonly format: LogFormat
  readonly found: FoundLog
}

interface Thread {
  readonly worker: Worker
  job: number
  heardAt: number
  hear: (matches: SessionMatches) => void
}

const bundle = new URL('./search.js', import.meta.url)

export class SearchPool {
  readonly #threads: number
  readonly #url: URL
  readonly #facts: SearcherFacts
  /** `key`: of the session that the thread searched last and still has indexed. */
  readonly #idle: { readonly worker: Worker; readonly key: string | null }[] = []
  #jobs = 0

  constructor(threads: number, facts: SearcherFacts, url: URL = bundle) {
    this.#threads = Math.max(1, threads)
    this.#url = url
    this.#facts = facts
  }

  /**
   * Searches the targets in order, several at a time; resolves when all are
   * done, stopped or the signal aborts. `report` hears of each target as often
   * as there is news, last with done.
   */
  async run(
    targets: readonly SearchTarget[],
    query: SearchQuery,
    report: (target: SearchTarget, matches: SessionMatches) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const queue = [...targets]
    let hung = false
    const work = async (): Promise<void> => {
      for (;;) {
        const target = queue.shift()
        if (!target || signal.aborted || hung) return
        const last = await this.#searchOne(
          target,
          query,
          (matches) => report(target, matches),
          signal,
        )
        hung ||= last === 'hung'
      }
    }
    await Promise.all(Array.from({ length: Math.min(this.#threads, queue.length) }, work))
  }

  /** Starts a thread ahead of the first search: loading it takes longer than most searches. */
  warm(): void {
    if (this.#idle.length > 0) return
    const worker = this.#spawn()
    worker.unref()
    this.#idle.push({ worker, key: null })
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(({ worker }) => worker.terminate()))
  }

  /** A thread that dies while nobody uses it must not end the process. */
  #spawn(): Worker {
    const worker = new Worker(this.#url, { workerData: this.#facts })
    worker.on('error', () => {
      const at = this.#idle.findIndex((idle) => idle.worker === worker)
      if (at !== -1) this.#idle.splice(at, 1)
    })
    return worker
  }

  /** The thread that knows the session, else any. */
  #take(key: string): Worker {
    const known = this.#idle.findIndex((idle) => idle.key === key)
    const [idle] = this.#idle.splice(known === -1 ? this.#idle.length - 1 : known, 1)
    return idle?.worker ?? this.#spawn()
  }

  async #searchOne(
    target: SearchTarget,
    query: SearchQuery,
    report: (matches: SessionMatches) => void,
    signal: AbortSignal,
  ): Promise<'done' | 'hung' | 'stopped'> {
    const worker = this.#take(target.key)
    const thread: Thread = { worker, job: ++this.#jobs, heardAt: Date.now(), hear: report }
    let watch: ReturnType<typeof setInterval> | undefined
    let onAbort: (() => void) | undefined
    let onError: (() => void) | undefined
    try {
      const outcome = await new Promise<'done' | 'hung' | 'stopped'>((resolve) => {
        worker.on('message', (message: FromSearcher) => {
          if (message.job !== thread.job) return
          thread.heardAt = Date.now()
          thread.hear(message.matches)
          if (message.matches.done) resolve('done')
        })
        onError = () => resolve('hung')
        worker.on('error', onError)
        watch = setInterval(() => {
          if (Date.now() - thread.heardAt > silenceMs) resolve('hung')
        }, watchMs)
        onAbort = () => {
          const stop: ToSearcher = { kind: 'stop' }
          worker.postMessage(stop)
          resolve('stopped')
        }
        signal.addEventListener('abort', onAbort, { once: true })
        const start: ToSearcher = {
          kind: 'search',
          job: {
            job: thread.job,
            format: target.format.id,
            found: target.found,
            key: target.key,
            query,
          },
        }
        worker.postMessage(start)
      })
      if (outcome === 'hung') {
        report({
          hits: [],
          total: 0,
          entries: 0,
          bytes: 0,
          done: true,
          problem: { code: 'pattern-too-slow', params: { seconds: silenceMs / 1000 } },
        })
      }
      return outcome
    } finally {
      clearInterval(watch)
      if (onAbort) signal.removeEventListener('abort', onAbort)
      // Only ours: without its own listeners a worker would stay silent for the next search.
      worker.removeAllListeners('message')
      if (onError) worker.removeListener('error', onError)
      const rested = thread.job > 0 && !signal.aborted && Date.now() - thread.heardAt <= silenceMs
      if (rested) this.#idle.push({ worker, key: target.key })
      else void worker.terminate()
    }
  }
}
