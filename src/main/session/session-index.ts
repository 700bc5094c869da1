/**
 * The index of one session: rows in order, and everything counted over them.
 * An adapter's scan fills it; counts follow each row, also when a row changes
 * later (a result joins its call). Holds no text of the log.
 */
import type { Branch, SessionCounts, Turn } from '#shared/api/types'
import {
  addUsage,
  noUsage,
  type Banner,
  type Diagnostic,
  type SessionHeader,
  type Usage,
} from '#shared/session'
import type { AgentId } from '#shared/session'
import type { EntryRow, EntrySink, SessionFacts } from '../formats/format'
import { FileReads } from './file-reads'
import { TurnTable } from './turn-table'

/** Diagnostics kept whole; beyond them they are only counted. */
const keptDiagnostics = 10_000

const emptyFacts: SessionFacts = {
  id: '',
  title: null,
  cwd: null,
  model: null,
  startedAt: null,
  endedAt: null,
  parent: null,
  relation: null,
  childIds: [],
  extra: [],
}

/** What of a row went into the counts, so that a changed row can be taken out again. */
interface Counted {
  readonly error: boolean
  readonly usage: Usage | null
}

export class SessionIndex implements EntrySink {
  readonly #rows: EntryRow[] = []
  readonly #counted: Counted[] = []
  /** Step over the whole session per row; 0 where a row has none. */
  readonly #steps: number[] = []
  #stepCount = 0
  #stepKey: string | null = null
  #facts: SessionFacts = { ...emptyFacts }
  #banners: Banner[] = []
  readonly #diagnostics: Diagnostic[] = []
  #diagnosticCount = 0
  #pending: Diagnostic | null = null
  #usage: Usage = noUsage
  #toolCalls = 0
  #errors = 0
  #lastAt: number | null = null
  #firstAt: number | null = null
  #changedFrom: number | null = null
  #revision = 0
  /** From 1 on: the beginning is branch 0. */
  readonly #branches: { readonly parent: number; readonly after: number }[] = []
  readonly turns = new TurnTable()
  readonly files = new FileReads()

  add(row: EntryRow): number {
    const seq = this.#rows.length
    this.#rows.push(row)
    this.#steps.push(this.#stepOf(row))
    this.#counted.push({ error: row.error, usage: countedUsage(row) })
    if (row.error) this.#errors += 1
    if (row.kind === 'tool') this.#toolCalls += 1
    const usage = countedUsage(row)
    if (usage) this.#usage = addUsage(this.#usage, usage)
    this.#noteTime(row.at)
    this.#noteTime(row.result?.at ?? null)
    this.turns.add(seq, row, this.#steps[seq] ?? 0)
    this.files.note(seq, row, this.#facts.cwd)
    this.#mark(seq)
    return seq
  }

  touch(seq: number): void {
    const row = this.#rows[seq]
    const before = this.#counted[seq]
    if (!row || !before) return
    if (before.error !== row.error) {
      const step = row.error ? 1 : -1
      this.#errors += step
      this.turns.addErrors(row.turn, step)
    }
    const usage = countedUsage(row)
    if (before.usage !== usage) {
      if (before.usage) this.#usage = addUsage(this.#usage, negative(before.usage))
      if (usage) this.#usage = addUsage(this.#usage, usage)
    }
    this.#counted[seq] = { error: row.error, usage }
    this.#noteTime(row.result?.at ?? null)
    this.turns.touch(row)
    this.files.note(seq, row, this.#facts.cwd)
    this.#mark(seq)
  }

  row(seq: number): EntryRow | undefined {
    return this.#rows[seq]
  }

  branch(parent: number, after: number): number {
    this.#branches.push({ parent, after })
    this.#revision += 1
    return this.#branches.length
  }

  get hasBranches(): boolean {
    return this.#branches.length > 0
  }

  /** The branches, that of the beginning first; none where the session has no other. */
  branchList(): Branch[] {
    if (this.#branches.length === 0) return []
    const list: Branch[] = [{ parent: null, after: -1 }, ...this.#branches].map(
      ({ parent, after }, id) => ({ id, parent, after, title: null, entries: 0, at: null }),
    )
    for (const row of this.#rows) {
      const branch = list[row.branch ?? 0]
      if (!branch) continue
      branch.entries += 1
      branch.title ??= row.prompt
      branch.at = row.at ?? branch.at
    }
    return list
  }

  facts(patch: Partial<SessionFacts>): void {
    this.#facts = { ...this.#facts, ...patch }
    this.#revision += 1
  }

  banner(banner: Banner): void {
    const same = (other: Banner): boolean =>
      JSON.stringify(other.reason) === JSON.stringify(banner.reason)
    if (!this.#banners.some(same)) this.#banners = [...this.#banners, banner]
    this.#revision += 1
  }

  diagnostic(diagnostic: Diagnostic): void {
    this.#diagnosticCount += 1
    this.#revision += 1
    if (this.#diagnostics.length >= keptDiagnostics) return
    // Faults come in the order of the log: the next entry is the first after this one.
    this.#diagnostics.push({ ...diagnostic, before: diagnostic.before ?? this.#rows.length })
  }

  pending(diagnostic: Diagnostic | null): void {
    if (this.#pending === null && diagnostic === null) return
    this.#pending = diagnostic
    this.#revision += 1
  }

  get size(): number {
    return this.#rows.length
  }
  get stepCount(): number {
    return this.#stepCount
  }
  get known(): SessionFacts {
    return this.#facts
  }
  get banners(): readonly Banner[] {
    return this.#banners
  }
  get diagnostics(): readonly Diagnostic[] {
    return this.#pending ? [...this.#diagnostics, this.#pending] : this.#diagnostics
  }
  get lastAt(): number | null {
    return this.#lastAt
  }
  /** Grows with every change. */
  get revision(): number {
    return this.#revision
  }

  /** Step of an entry counted over the whole session, 1-based; null outside of steps. */
  stepOf(seq: number): number | null {
    return this.#steps[seq] || null
  }

  /** Lowest seq changed since the last call; null when nothing did. */
  takeChanged(): number | null {
    const from = this.#changedFrom
    this.#changedFrom = null
    return from
  }

  counts(): SessionCounts {
    return {
      turns: this.turns.size,
      steps: this.#stepCount,
      entries: this.#rows.length,
      toolCalls: this.#toolCalls,
      errors: this.#errors,
      durationMs:
        this.#firstAt === null || this.#lastAt === null ? null : this.#lastAt - this.#firstAt,
      diagnostics: this.#diagnosticCount + (this.#pending ? 1 : 0),
    }
  }

  /** `ended`: false while the last turn is open, so that no end is claimed. */
  header(agent: AgentId, fallbackId: string, ended: boolean): SessionHeader {
    const facts = this.#facts
    return {
      id: facts.id || fallbackId,
      agent,
      title: facts.title,
      cwd: facts.cwd,
      model: facts.model,
      startedAt: facts.startedAt ?? this.#firstAt,
      endedAt: facts.endedAt ?? (ended ? this.#lastAt : null),
      parent: facts.parent,
      children: [...facts.childIds],
      turns: this.turns.size,
      entries: this.#rows.length,
      toolCalls: this.#toolCalls,
      errors: this.#errors,
      usage: this.#usage,
      diagnostics: this.#diagnosticCount + (this.#pending ? 1 : 0),
    }
  }

  turnList(): Turn[] {
    return this.turns.list()
  }

  #mark(seq: number): void {
    this.#revision += 1
    if (this.#changedFrom === null || seq < this.#changedFrom) this.#changedFrom = seq
  }

  #noteTime(at: number | null): void {
    if (at === null) return
    if (this.#firstAt === null || at < this.#firstAt) this.#firstAt = at
    if (this.#lastAt === null || at > this.#lastAt) this.#lastAt = at
  }

  /** Steps restart in each turn of some agents; a reader counts them through. */
  #stepOf(row: EntryRow): number {
    if (row.step === null) return 0
    const key = `${row.turn ?? ''}:${row.step}`
    if (key !== this.#stepKey) {
      this.#stepKey = key
      this.#stepCount += 1
    }
    return this.#stepCount
  }
}

/** What a fork copied was paid for by its parent. */
function countedUsage(row: EntryRow): Usage | null {
  return row.inherited ? null : row.usage
}

function negative(usage: Usage): Usage {
  return {
    input: -usage.input,
    output: -usage.output,
    cacheRead: -usage.cacheRead,
    cacheWrite: -usage.cacheWrite,
    reasoning: -usage.reasoning,
  }
}
