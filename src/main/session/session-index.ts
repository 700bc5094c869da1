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
import { FileReads, type FileReadsMemory } from './file-reads'
import { TurnTable, type TurnDraft } from './turn-table'

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

/** Rows that were kept by another run, unpacked some at a time when they are asked for. */
export interface KeptRows {
  readonly count: number
  /** The rows that are packed together with `seq`, which is below `count`; each is given out once. */
  around(seq: number): { readonly first: number; readonly rows: readonly EntryRow[] }
}

/** What of a row went into the counts, so that a changed row can be taken out again. */
interface Counted {
  readonly error: boolean
  readonly usage: Usage | null
}

/** What an index knows besides its rows. Plain data. */
export interface IndexMemory {
  /** Step over the whole session per row; 0 where a row has none. */
  readonly steps: number[]
  stepCount: number
  stepKey: string | null
  facts: SessionFacts
  banners: Banner[]
  readonly diagnostics: Diagnostic[]
  diagnosticCount: number
  pending: Diagnostic | null
  usage: Usage
  toolCalls: number
  errors: number
  lastAt: number | null
  firstAt: number | null
  /** From 1 on: the beginning is branch 0. */
  readonly branches: { readonly parent: number; readonly after: number }[]
  readonly turns: Map<number, TurnDraft>
  readonly files: FileReadsMemory
}

function nothingCounted(): IndexMemory {
  return {
    steps: [],
    stepCount: 0,
    stepKey: null,
    facts: { ...emptyFacts },
    banners: [],
    diagnostics: [],
    diagnosticCount: 0,
    pending: null,
    usage: noUsage,
    toolCalls: 0,
    errors: 0,
    lastAt: null,
    firstAt: null,
    branches: [],
    turns: new Map(),
    files: { files: new Map(), noted: new Set() },
  }
}

export class SessionIndex implements EntrySink {
  /** Undefined: still where it was kept. */
  readonly #rows: (EntryRow | undefined)[] = []
  readonly #counted: (Counted | undefined)[] = []
  #kept: KeptRows | null = null
  readonly #memory: IndexMemory
  #changedFrom: number | null = null
  #revision = 0
  readonly turns: TurnTable
  readonly files: FileReads

  constructor(memory: IndexMemory = nothingCounted()) {
    this.#memory = memory
    this.turns = new TurnTable(memory.turns)
    this.files = new FileReads(memory.files)
  }

  /** The index as it was kept, all of its rows new to whoever looks. */
  static from(memory: IndexMemory, kept: KeptRows): SessionIndex {
    const index = new SessionIndex(memory)
    for (let seq = 0; seq < kept.count; seq++) {
      index.#rows.push(undefined)
      index.#counted.push(undefined)
    }
    index.#kept = kept
    if (kept.count > 0) index.#mark(0)
    return index
  }

  get memory(): IndexMemory {
    return this.#memory
  }

  /** Rows [from, to), cut to what exists. */
  rows(from: number, to: number): EntryRow[] {
    const rows: EntryRow[] = []
    for (let seq = from; seq < Math.min(to, this.#rows.length); seq++) {
      const row = this.row(seq)
      if (row) rows.push(row)
    }
    return rows
  }

  add(row: EntryRow): number {
    const seq = this.#rows.length
    this.#rows.push(row)
    this.#memory.steps.push(this.#stepOf(row))
    this.#counted.push({ error: row.error, usage: countedUsage(row) })
    if (row.error) this.#memory.errors += 1
    if (row.kind === 'tool') this.#memory.toolCalls += 1
    const usage = countedUsage(row)
    if (usage) this.#memory.usage = addUsage(this.#memory.usage, usage)
    this.#noteTime(row.at)
    this.#noteTime(row.result?.at ?? null)
    this.turns.add(seq, row, this.#memory.steps[seq] ?? 0)
    this.files.note(seq, row, this.#memory.facts.cwd)
    this.#mark(seq)
    return seq
  }

  touch(seq: number): void {
    const row = this.row(seq)
    const before = this.#counted[seq]
    if (!row || !before) return
    if (before.error !== row.error) {
      const step = row.error ? 1 : -1
      this.#memory.errors += step
      this.turns.addErrors(row.turn, step)
    }
    const usage = countedUsage(row)
    if (before.usage !== usage) {
      if (before.usage) this.#memory.usage = addUsage(this.#memory.usage, negative(before.usage))
      if (usage) this.#memory.usage = addUsage(this.#memory.usage, usage)
    }
    this.#counted[seq] = { error: row.error, usage }
    this.#noteTime(row.result?.at ?? null)
    this.turns.touch(row)
    this.files.note(seq, row, this.#memory.facts.cwd)
    this.#mark(seq)
  }

  row(seq: number): EntryRow | undefined {
    return this.#rows[seq] ?? this.#unpack(seq)
  }

  #unpack(seq: number): EntryRow | undefined {
    if (!this.#kept || seq < 0 || seq >= this.#kept.count) return undefined
    const { first, rows } = this.#kept.around(seq)
    for (const [index, row] of rows.entries()) {
      this.#rows[first + index] = row
      this.#counted[first + index] = { error: row.error, usage: countedUsage(row) }
    }
    return this.#rows[seq]
  }

  branch(parent: number, after: number): number {
    this.#memory.branches.push({ parent, after })
    this.#revision += 1
    return this.#memory.branches.length
  }

  get hasBranches(): boolean {
    return this.#memory.branches.length > 0
  }

  /** The branches, that of the beginning first; none where the session has no other. */
  branchList(): Branch[] {
    if (this.#memory.branches.length === 0) return []
    const list: Branch[] = [{ parent: null, after: -1 }, ...this.#memory.branches].map(
      ({ parent, after }, id) => ({ id, parent, after, title: null, entries: 0, at: null }),
    )
    for (const row of this.rows(0, this.#rows.length)) {
      const branch = list[row.branch ?? 0]
      if (!branch) continue
      branch.entries += 1
      branch.title ??= row.prompt
      branch.at = row.at ?? branch.at
    }
    return list
  }

  facts(patch: Partial<SessionFacts>): void {
    this.#memory.facts = { ...this.#memory.facts, ...patch }
    this.#revision += 1
  }

  banner(banner: Banner): void {
    const same = (other: Banner): boolean =>
      JSON.stringify(other.reason) === JSON.stringify(banner.reason)
    if (!this.#memory.banners.some(same)) this.#memory.banners = [...this.#memory.banners, banner]
    this.#revision += 1
  }

  diagnostic(diagnostic: Diagnostic): void {
    this.#memory.diagnosticCount += 1
    this.#revision += 1
    if (this.#memory.diagnostics.length >= keptDiagnostics) return
    // Faults come in the order of the log: the next entry is the first after this one.
    this.#memory.diagnostics.push({ ...diagnostic, before: diagnostic.before ?? this.#rows.length })
  }

  pending(diagnostic: Diagnostic | null): void {
    if (this.#memory.pending === null && diagnostic === null) return
    this.#memory.pending = diagnostic
    this.#revision += 1
  }

  get size(): number {
    return this.#rows.length
  }
  get stepCount(): number {
    return this.#memory.stepCount
  }
  get known(): SessionFacts {
    return this.#memory.facts
  }
  get banners(): readonly Banner[] {
    return this.#memory.banners
  }
  get diagnostics(): readonly Diagnostic[] {
    return this.#memory.pending
      ? [...this.#memory.diagnostics, this.#memory.pending]
      : this.#memory.diagnostics
  }
  get lastAt(): number | null {
    return this.#memory.lastAt
  }
  /** Grows with every change. */
  get revision(): number {
    return this.#revision
  }

  /** Step of an entry counted over the whole session, 1-based; null outside of steps. */
  stepOf(seq: number): number | null {
    return this.#memory.steps[seq] || null
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
      steps: this.#memory.stepCount,
      entries: this.#rows.length,
      toolCalls: this.#memory.toolCalls,
      errors: this.#memory.errors,
      durationMs:
        this.#memory.firstAt === null || this.#memory.lastAt === null
          ? null
          : this.#memory.lastAt - this.#memory.firstAt,
      diagnostics: this.#memory.diagnosticCount + (this.#memory.pending ? 1 : 0),
    }
  }

  /** `ended`: false while the last turn is open, so that no end is claimed. */
  header(agent: AgentId, fallbackId: string, ended: boolean): SessionHeader {
    const facts = this.#memory.facts
    return {
      id: facts.id || fallbackId,
      agent,
      title: facts.title,
      cwd: facts.cwd,
      model: facts.model,
      startedAt: facts.startedAt ?? this.#memory.firstAt,
      endedAt: facts.endedAt ?? (ended ? this.#memory.lastAt : null),
      parent: facts.parent,
      children: [...facts.childIds],
      turns: this.turns.size,
      entries: this.#rows.length,
      toolCalls: this.#memory.toolCalls,
      errors: this.#memory.errors,
      usage: this.#memory.usage,
      diagnostics: this.#memory.diagnosticCount + (this.#memory.pending ? 1 : 0),
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
    if (this.#memory.firstAt === null || at < this.#memory.firstAt) this.#memory.firstAt = at
    if (this.#memory.lastAt === null || at > this.#memory.lastAt) this.#memory.lastAt = at
  }

  /** Steps restart in each turn of some agents; a reader counts them through. */
  #stepOf(row: EntryRow): number {
    if (row.step === null) return 0
    const key = `${row.turn ?? ''}:${row.step}`
    if (key !== this.#memory.stepKey) {
      this.#memory.stepKey = key
      this.#memory.stepCount += 1
    }
    return this.#memory.stepCount
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
