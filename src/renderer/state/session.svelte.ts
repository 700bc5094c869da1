/** One opened session as the window sees it: facts, outline, entries near the screen, selection, folds. */
import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { Outline, Overview, Page, SessionUpdate } from '#shared/api/types'
import type { Reason } from '#shared/outcome'
import type { Diagnostic, Entry } from '#shared/session'
import { toneLetter } from '#shared/tones'
import type { Connection } from './connection.svelte'
import { EntryStore } from './entry-store.svelte'
import { kindFilters, type KindFilter } from './kind-filters'
import { OutlineState } from './outline.svelte'
import { forksOf, isOnPath, pathTo } from './branches'
import { timelineRows } from './timeline-rows'

const shownDiagnostics = 500

export class SessionState {
  readonly key: string
  overview = $state.raw<Overview | null>(null)
  /** Why the log cannot be shown at all. */
  problem = $state.raw<Reason | null>(null)
  update = $state.raw<SessionUpdate | null>(null)
  diagnostics = $state.raw<readonly Diagnostic[]>([])
  readonly outline = new OutlineState()
  readonly entries = new EntryStore((from, to) => this.#page(from, to))
  /** The entry that keys and inspector speak of. */
  selected = $state<number | null>(null)
  readonly folds = new SvelteMap<number, boolean>()
  readonly collapsedTurns = new SvelteSet<number>()
  kind = $state<KindFilter>('all')
  /** Sticks to the end while the log grows. */
  isFollowing = $state(false)
  /** Where the timeline should go; each wish has a number, so that the same place can be asked for twice. */
  wish = $state.raw<{ seq: number; align: 'center' | 'nearest' | 'end'; count: number } | null>(
    null,
  )
  /** Entries whose full text is shown. */
  readonly fulls = new SvelteSet<number>()
  /** Entries that came since the reader scrolled away from the end. */
  arrived = $state(0)
  /** Entries that were there when the reader left the end. */
  #seen = 0
  /** Everything that was there when the session opened has come. */
  #isLoaded = false
  readonly #connection: Connection
  readonly #abort = new AbortController()
  #catchUp: Promise<void> = Promise.resolve()
  #owesRenewal = false
  /** Whether it is live was looked at, once it was whole. */
  #isJudged = false

  /** The branch that is shown; null: the one that was written last. */
  branch = $state<number | null>(null)
  readonly path = $derived.by(() => {
    void this.outline.version
    const last = this.outline.branches[this.outline.size - 1] ?? 0
    return pathTo(this.overview?.branches ?? [], this.branch ?? last)
  })
  /** Where the shown path could go on otherwise, by the entry it would leave after. */
  readonly forks = $derived(
    forksOf(this.overview?.branches ?? [], this.path, this.outline.branches),
  )

  readonly rows = $derived.by(() => {
    void this.outline.version
    const filter = kindFilters[this.kind]
    return timelineRows({
      size: this.outline.size,
      tones: this.outline.tones,
      flags: this.outline.flags,
      entryTurns: this.outline.turns,
      turns: this.overview?.turns ?? [],
      collapsed: this.collapsedTurns,
      letters: filter.tones ? new Set(filter.tones.map(toneLetter)) : null,
      errorsOnly: this.kind === 'error',
      isOnPath: this.path && ((seq) => this.isShown(seq)),
    })
  })
  /** On the branch that is shown. */
  isShown(seq: number): boolean {
    return isOnPath(this.path, this.outline.branches[seq] ?? 0, seq)
  }

  readonly counts = $derived.by(() => {
    const { tones, flags, size } = this.outline
    const letters = new Map<string, number>()
    let errors = 0
    let all = 0
    for (let seq = 0; seq < size; seq++) {
      if (this.path && !this.isShown(seq)) continue
      const letter = tones[seq] ?? ''
      letters.set(letter, (letters.get(letter) ?? 0) + 1)
      if (flags[seq] === 'e') errors += 1
      all += 1
    }
    const of = (kind: KindFilter): number =>
      (kindFilters[kind].tones ?? []).reduce(
        (sum, tone) => sum + (letters.get(toneLetter(tone)) ?? 0),
        0,
      )
    return {
      of: (kind: KindFilter) => (kind === 'error' ? errors : kind === 'all' ? all : of(kind)),
    }
  })
  readonly selectedEntry: Entry | undefined = $derived(
    this.selected === null ? undefined : this.entries.get(this.selected),
  )
  readonly isLive = $derived(
    (this.update?.live ?? this.overview?.live) === 'running' ||
      (this.update?.live ?? this.overview?.live) === 'waiting',
  )
  /** First time of the log, ms: what the times in the rail count from. */
  readonly startedAt = $derived(this.overview?.header.startedAt ?? null)

  constructor(connection: Connection, key: string) {
    this.#connection = connection
    this.key = key
  }

  start(): void {
    void this.#connection.follow(
      (api, signal) => api.session.follow({ key: this.key }, { signal }),
      (update) => this.#take(update),
      this.#abort.signal,
    )
    void this.#facts()
  }

  stop(): void {
    this.#abort.abort()
  }

  async #take(update: SessionUpdate): Promise<void> {
    const before = this.outline.size
    this.update = update
    if (update.reset) {
      this.outline.clear()
      this.entries.clear()
      this.folds.clear()
    }
    const from = update.reset ? 0 : Math.min(update.changedFrom ?? before, before)
    this.#catchUp = this.#catchUp.then(async () => {
      if (update.entries > from)
        await this.outline.fetch(from, update.entries, (a, b) => this.#outline(a, b))
      await this.#facts()
      this.#renew(update)
      if (!this.#isLoaded || this.isFollowing || update.reset) this.#seen = this.outline.size
      this.#isLoaded ||= update.progress.done
      this.arrived = Math.max(0, this.outline.size - this.#seen)
    })
    await this.#catchUp.catch(() => undefined)
  }

  /**
   * Links reach backwards: a new read continues an old one, so what changed
   * makes all entries old. While a log is indexed for the first time, that
   * waits for its end.
   */
  #renew({ changedFrom, progress }: SessionUpdate): void {
    if (changedFrom === null && !this.#owesRenewal) return
    this.#owesRenewal = !progress.done
    this.entries.invalidate(progress.done ? 0 : (changedFrom ?? Infinity))
    if (this.selected !== null) this.entries.want(this.selected)
  }

  async #facts(): Promise<void> {
    const api = await this.#connection.api()
    const overview = await api.session.overview({ key: this.key })
    if (!overview.ok) {
      this.problem = overview.reason
      return
    }
    const { value } = overview
    this.overview = value
    this.problem = null
    // Not known before the log is whole.
    if (!this.#isJudged && value.progress.done) {
      this.#isJudged = true
      if (value.live === 'running' || value.live === 'waiting') this.isFollowing = true
    }
    if (value.header.diagnostics !== this.diagnostics.length) {
      const range = { key: this.key, from: 0, to: shownDiagnostics }
      this.diagnostics = await api.session.diagnostics(range)
    }
  }

  async #outline(from: number, to: number): Promise<Outline> {
    const api = await this.#connection.api()
    return api.session.outline({ key: this.key, from, to })
  }

  async #page(from: number, to: number): Promise<Page | null> {
    try {
      const api = await this.#connection.api()
      return await api.session.page({ key: this.key, from, to })
    } catch {
      return null // the stream will break too, and everything is asked for again
    }
  }

  /** Number of the step over the whole session; null outside of steps. */
  stepOf(seq: number): number | null {
    void this.outline.version
    return this.outline.steps[seq] ?? null
  }

  /** Selects an entry and brings it on screen. */
  goTo(seq: number, align: 'center' | 'nearest' | 'end' = 'center'): void {
    this.reveal(seq)
    this.selected = seq
    this.wish = { seq, align, count: (this.wish?.count ?? 0) + 1 }
    this.isFollowing = false
  }

  /** The reader is at the end again, and has seen what came. */
  arriveAtEnd(): void {
    this.isFollowing = true
    this.#seen = this.outline.size
    this.arrived = 0
  }

  /** Sticks to the end again. */
  follow(): void {
    this.arriveAtEnd()
    const last = this.outline.size - 1
    if (last >= 0) this.wish = { seq: last, align: 'end', count: (this.wish?.count ?? 0) + 1 }
  }

  /** Shows the entry also where a filter or a fold hides it. */
  reveal(seq: number): void {
    if (!this.isShown(seq)) this.branch = this.outline.branches[seq] ?? 0
    const turn = this.outline.turns[seq] ?? null
    if (turn !== null) this.collapsedTurns.delete(turn)
    if (this.kind !== 'all' && !this.rows.includes(seq)) this.kind = 'all'
  }

  /** The shown entry `by` rows from the selected one; the nearest at the ends. */
  neighbour(by: number): number | null {
    const entries = this.rows.filter((row) => row >= 0)
    if (entries.length === 0) return null
    const at = this.selected === null ? -1 : entries.indexOf(this.selected)
    if (at === -1) return (by > 0 ? entries[0] : entries.at(-1)) ?? null
    return entries[Math.max(0, Math.min(entries.length - 1, at + by))] ?? null
  }

  /** The next entry with an error in a direction; null when there is none. */
  nextError(by: 1 | -1): number | null {
    const { flags } = this.outline
    let at = this.selected ?? (by > 0 ? -1 : flags.length)
    do {
      at = by > 0 ? flags.indexOf('e', at + 1) : at > 0 ? flags.lastIndexOf('e', at - 1) : -1
    } while (at !== -1 && !this.isShown(at))
    return at === -1 ? null : at
  }

  /** First entry of the turn before or after the selected one's. */
  nextTurn(by: 1 | -1): number | null {
    const turns = this.overview?.turns ?? []
    const seq = this.selected ?? -1
    if (by > 0) return turns.find((turn) => turn.first > seq)?.first ?? null
    return turns.findLast((turn) => turn.first < seq)?.first ?? null
  }

  toggleTurn(turn: number): void {
    if (!this.collapsedTurns.delete(turn)) this.collapsedTurns.add(turn)
  }
}
