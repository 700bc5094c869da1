/**
 * The sessions that windows look at: opened by key when first asked for,
 * indexed in the background, watched while somebody follows them, closed when
 * they were not asked for lately.
 */
import { decline, type Outcome } from '#shared/outcome'
import type { SessionCounts, SessionUpdate } from '#shared/api/types'
import type { FoundLog, LogFormat } from '../formats/format'
import type { Family } from '../session/family'
import type { IndexStore } from '../session/index-store'
import { KeptIndex } from '../session/kept-index'
import { openFound, type OpenSession } from '../session/open-session'
import { Feed } from './feed'

/** How often an open log is looked at, ms: its stat is the truth, watches only hint. */
const pollMs = 100
/** How often followers hear of an index that runs, ms: each time they ask for what is new. */
const progressMs = 250
/** Sessions kept open though nobody follows them. */
const keptIdle = 3

export interface Located {
  readonly format: LogFormat
  readonly found: FoundLog
}

export interface DeskOptions {
  locate(key: string): Located | undefined
  readonly family: Family
  /** Indexes of large logs from one run to the next. */
  readonly indexes: IndexStore
  /** Hears of fresh counts after each completed index. */
  onCounts(key: string, counts: SessionCounts, title: string | null): void
}

interface Seat {
  readonly session: OpenSession
  readonly feeds: Set<Feed<SessionUpdate>>
  timer: ReturnType<typeof setTimeout> | null
  gone: boolean
  /** Set when the log was replaced and followers were not told yet. */
  reset: boolean
  usedAt: number
}

export class SessionDesk {
  readonly #options: DeskOptions
  readonly #seats = new Map<string, Promise<Outcome<Seat>>>()
  #uses = 0

  constructor(options: DeskOptions) {
    this.#options = options
  }

  /** The opened session of a key; a reason when there is none or it cannot be opened. */
  async open(key: string): Promise<Outcome<OpenSession>> {
    const seat = await this.#seat(key)
    return seat.ok ? { ok: true, value: seat.value.session } : seat
  }

  /** Updates of a session until the signal aborts. The first comes at once. */
  async *follow(key: string, signal: AbortSignal | undefined): AsyncGenerator<SessionUpdate> {
    const opened = await this.#seat(key)
    if (!opened.ok) return
    const seat = opened.value
    const feed = new Feed<SessionUpdate>(mergeUpdates)
    seat.feeds.add(feed)
    feed.push(updateOf(seat, 0))
    this.#watch(key, seat)
    try {
      yield* feed.read(signal)
    } finally {
      seat.feeds.delete(feed)
      if (seat.feeds.size === 0 && seat.timer) {
        clearTimeout(seat.timer)
        seat.timer = null
      }
      void this.#sweep()
    }
  }

  async dispose(): Promise<void> {
    for (const pending of this.#seats.values()) {
      const seat = await pending
      if (!seat.ok) continue
      if (seat.value.timer) clearTimeout(seat.value.timer)
      for (const feed of seat.value.feeds) feed.close()
      await seat.value.session.close()
    }
    this.#seats.clear()
  }

  async #seat(key: string): Promise<Outcome<Seat>> {
    let pending = this.#seats.get(key)
    if (!pending) {
      pending = this.#open(key)
      this.#seats.set(key, pending)
    }
    const seat = await pending
    if (seat.ok) seat.value.usedAt = ++this.#uses
    else this.#seats.delete(key)
    return seat
  }

  async #open(key: string): Promise<Outcome<Seat>> {
    const located = this.#options.locate(key)
    if (!located) return decline('session-unknown', { key })
    const opened = await openFound(located.format, located.found, {
      key,
      family: this.#options.family,
      kept: new KeptIndex(this.#options.indexes, located.format.id, located.found),
    })
    if (!opened.ok) return opened
    const session = opened.value
    const seat: Seat = {
      session,
      feeds: new Set(),
      timer: null,
      gone: false,
      reset: false,
      usedAt: ++this.#uses,
    }
    let toldAt = 0
    session.onProgress(() => {
      if (!session.progress.done && Date.now() - toldAt < progressMs) return
      publish(seat)
      toldAt = Date.now()
    })
    const indexed = session.index().then(
      () => {
        this.#options.onCounts(key, session.counted.counts(), session.counted.known.title)
        publish(seat)
      },
      (error: unknown) => fail(seat, error),
    )
    // A small log is whole before its first screen; a large one shows what is there by then.
    await Promise.race([indexed, new Promise((resolve) => setTimeout(resolve, 120))])
    void this.#sweep()
    return { ok: true, value: seat }
  }

  #watch(key: string, seat: Seat): void {
    if (seat.timer) return
    const look = async (): Promise<void> => {
      const before = seat.session.live
      const change = await seat.session.refresh()
      seat.reset ||= change === 'replaced'
      const gone = change === 'gone'
      if (change === 'grown' || change === 'replaced') {
        this.#options.onCounts(key, seat.session.counted.counts(), seat.session.counted.known.title)
      }
      if (
        change === 'grown' ||
        change === 'replaced' ||
        gone !== seat.gone ||
        before !== seat.session.live
      ) {
        seat.gone = gone
        publish(seat)
      }
    }
    const again = (): void => {
      seat.timer = setTimeout(() => {
        void look()
          .catch((error: unknown) => fail(seat, error))
          .finally(() => {
            if (seat.feeds.size > 0) again()
            else seat.timer = null
          })
      }, pollMs)
    }
    again()
  }

  /** Closes the sessions nobody follows, beyond the few used last. */
  async #sweep(): Promise<void> {
    const idle: { key: string; seat: Seat }[] = []
    for (const [key, pending] of this.#seats) {
      const seat = await pending
      if (seat.ok && seat.value.feeds.size === 0) idle.push({ key, seat: seat.value })
    }
    idle.sort((a, b) => b.seat.usedAt - a.seat.usedAt)
    for (const { key, seat } of idle.slice(keptIdle)) {
      if (seat.feeds.size > 0 || !seat.session.progress.done) continue
      this.#seats.delete(key)
      await seat.session.close()
    }
  }
}

/** A fault of ours while reading: said on the session instead of lost. */
function fail(seat: Seat, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  seat.session.counted.banner({
    tone: 'error',
    reason: { code: 'index-failed', params: { message } },
  })
  publish(seat)
}

function publish(seat: Seat): void {
  const changedFrom = seat.session.takeChanged()
  for (const feed of seat.feeds) feed.push(updateOf(seat, changedFrom))
  if (seat.feeds.size > 0) seat.reset = false
}

function updateOf(seat: Seat, changedFrom: number | null): SessionUpdate {
  const session = seat.session
  return {
    revision: session.revision,
    entries: session.size,
    changedFrom,
    reset: seat.reset,
    progress: session.progress,
    live: session.live,
    updatedAt: session.updatedAt,
    gone: seat.gone,
  }
}

/** Two updates as one: the newer facts, the lower change, a reset that must not get lost. */
export function mergeUpdates(older: SessionUpdate, newer: SessionUpdate): SessionUpdate {
  const from = [older.changedFrom, newer.changedFrom].filter((seq) => seq !== null)
  return {
    ...newer,
    changedFrom: from.length > 0 ? Math.min(...from) : null,
    reset: older.reset || newer.reset,
  }
}
