/**
 * Agents of JSON Lines whose entries come of one record, of a call's record
 * and its result's, or of a response and what later records add to it. Rules
 * look at one record at a time, without memory; scan and decode both follow
 * them, so what the index says and what is shown cannot differ.
 */
import type { AssistantEntry, Entry, ToolEntry } from '#shared/session'
import type { RecordSpan, SessionFacts } from '../format'
import { assistantEntry, toolEntry, type Place } from '../parts/entries'
import { isObject, type Fields } from '../parts/fields'
import { Turns, type TurnsMemory } from '../parts/turns'
import {
  lineAdapter,
  type DecodeInput,
  type LineAdapter,
  type LineRecord,
  type LineScan,
  type ScanOut,
} from './adapter'

/** What a record says. `open`: whether the turn waits for more afterwards, where that is not plain. */
export type Part = { readonly open?: boolean } & (
  | { readonly kind: 'prompt' | 'entry'; build(place: Place): Entry }
  /** A second record with the same id adds to the first. */
  | { readonly kind: 'response'; readonly id: string | null; build(place: Place): AssistantEntry }
  /** A second one with the same id repeats the first. */
  | { readonly kind: 'call'; readonly id: string | null; build(place: Place): ToolEntry }
  | {
      readonly kind: 'result'
      readonly id: string | null
      apply(call: ToolEntry, at: number | null): ToolEntry
    }
  /** More about the last response, or about the one that was announced. */
  | { readonly kind: 'amend'; apply(answer: AssistantEntry): AssistantEntry }
  /** A response follows: what amends it may come first. */
  | { readonly kind: 'announce' }
)

export interface FoldRules {
  /** The record's time, ms. */
  timeOf(record: Fields): number | null
  /** Its parts in order; none: shown beside the next entry. Long texts of `record` may be cut. */
  partsOf(record: Fields): readonly Part[]
  /** `isFirst`: of the log. */
  factsOf?(record: Fields, isFirst: boolean): Partial<SessionFacts> | null
}

/** Lists longer than this may have been thinned out, and parts are counted. */
const longList = 32

function hasLongList(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > longList || value.some(hasLongList)
  return isObject(value) && Object.values(value).some(hasLongList)
}

/** Which part of its first record an entry is. */
function indexOf(aux: unknown): number {
  return typeof aux === 'number' ? aux : 0
}

interface FoldMemory {
  readonly turns: TurnsMemory
  /** Calls by id; answered ones keep only their id. */
  readonly calls: Map<string, { seq: number; entry: ToolEntry } | null>
  answer: { seq: number; entry: AssistantEntry; id: string | null } | null
  isAnnounced: boolean
  /** What amends a response that was announced: its record, and which of its parts. */
  ahead: { span: RecordSpan; value: Fields; index: number }[]
  isOpen: boolean
  /** No record was read yet. */
  isFirst: boolean
  title: string | null
}

function nothingRead(): FoldMemory {
  return {
    turns: { turn: 0, step: 0 },
    calls: new Map(),
    answer: null,
    isAnnounced: false,
    ahead: [],
    isOpen: false,
    isFirst: true,
    title: null,
  }
}

class FoldScan implements LineScan<FoldMemory> {
  readonly #out: ScanOut
  readonly #rules: FoldRules
  readonly #turns: Turns
  readonly #memory: FoldMemory

  constructor(out: ScanOut, rules: FoldRules, memory: FoldMemory = nothingRead()) {
    this.#out = out
    this.#rules = rules
    this.#memory = memory
    this.#turns = new Turns(memory.turns)
  }

  get memory(): FoldMemory {
    return this.#memory
  }

  isOpen(): boolean {
    return this.#memory.isOpen
  }

  record(record: LineRecord): void {
    const { span } = record
    const value = record.isThin && hasLongList(record.value) ? record.full() : record.value
    const facts = this.#rules.factsOf?.(value, this.#memory.isFirst)
    this.#memory.isFirst = false
    if (facts) this.#facts(facts)
    const at = this.#rules.timeOf(value)
    const parts = this.#rules.partsOf(value)
    let claimed = false
    for (const [index, part] of parts.entries()) {
      claimed = this.#part(part, index, record, value, at) || claimed
      if (part.open !== undefined) this.#memory.isOpen = part.open
    }
    if (!claimed) this.#out.beside(span)
  }

  #facts(facts: Partial<SessionFacts>): void {
    this.#out.facts(facts)
    this.#memory.title = facts.title ?? this.#memory.title
  }

  /** False: nothing shows this record. */
  #part(part: Part, index: number, record: LineRecord, value: Fields, at: number | null): boolean {
    const { span } = record
    switch (part.kind) {
      case 'prompt': {
        this.#turns.prompt()
        this.#memory.isOpen = true
        const entry = part.build(this.#turns.at(at))
        this.#out.add(entry, [span], index)
        if (this.#memory.title === null && entry.kind === 'user' && entry.tone === 'user') {
          const [first = ''] = entry.text.trim().split('\n')
          if (first !== '') this.#facts({ title: first.slice(0, 200) })
        }
        return true
      }
      case 'entry':
        this.#out.add(part.build(this.#turns.at(at)), [span], index)
        return true
      case 'response':
        this.#response(part, index, span, at)
        return true
      case 'call':
        return this.#call(part, index, span, at)
      case 'result':
        return this.#result(part.id, index, record, at)
      case 'amend':
        return this.#amend(part, index, value, span)
      case 'announce':
        this.#memory.isAnnounced = true
        return false
    }
  }

  #response(
    part: Part & { kind: 'response' },
    index: number,
    span: RecordSpan,
    at: number | null,
  ): void {
    const before = this.#memory.answer
    this.#memory.isOpen = false
    if (before && part.id !== null && before.id === part.id) {
      before.entry = merged(before.entry, part.build(this.#turns.at(at)))
      this.#out.update(before.seq, before.entry, { record: span })
      return
    }
    this.#turns.response()
    const entry = part.build(this.#turns.at(at))
    const seq = this.#out.add(entry, [span], index)
    this.#memory.answer = { seq, entry, id: part.id }
    this.#memory.isAnnounced = false
    const ahead = this.#memory.ahead
    this.#memory.ahead = []
    for (const { span: place, value, index: nth } of ahead) {
      const first = this.#rules.partsOf(value)[nth]
      if (first?.kind === 'amend') this.#amend(first, nth, value, place)
    }
  }

  #amend(part: Part & { kind: 'amend' }, index: number, value: Fields, span: RecordSpan): boolean {
    if (this.#memory.isAnnounced || !this.#memory.answer) {
      this.#memory.ahead.push({ span, value, index })
      return false
    }
    this.#memory.answer.entry = part.apply(this.#memory.answer.entry)
    this.#out.update(this.#memory.answer.seq, this.#memory.answer.entry, { record: span })
    return true
  }

  #call(
    part: Part & { kind: 'call' },
    index: number,
    span: RecordSpan,
    at: number | null,
  ): boolean {
    if (part.id !== null && this.#memory.calls.has(part.id)) return false
    const entry = part.build(this.#turns.at(at))
    const seq = this.#out.add(entry, [span], index)
    if (part.id !== null) this.#memory.calls.set(part.id, { seq, entry })
    this.#memory.isOpen = true
    return true
  }

  #result(id: string | null, index: number, record: LineRecord, at: number | null): boolean {
    const known = id === null ? undefined : this.#memory.calls.get(id)
    if (known === null) return false
    // A window is only known of the whole text.
    const whole = record.isThin ? record.full() : record.value
    const part = this.#rules.partsOf(whole)[index]
    if (part?.kind !== 'result') return false
    this.#memory.isOpen = true
    if (id !== null) this.#memory.calls.set(id, null)
    if (known) this.#out.update(known.seq, part.apply(known.entry, at), { result: record.span })
    else this.#out.add(orphan(part, this.#turns.at(at), at), [record.span], index)
    return true
  }
}

function orphan(part: Part & { kind: 'result' }, place: Place, at: number | null): ToolEntry {
  const call = { name: 'unknown tool', callId: part.id, args: null }
  const entry = part.apply(toolEntry(place, call, 'generic', { call: null }), at)
  return { ...entry, declined: { code: 'call-unknown', params: {} } }
}

/** Two records of one response: their texts one after the other, or the longer of two states. */
function merged(first: AssistantEntry, second: AssistantEntry): AssistantEntry {
  const join = (a: string, b: string): string =>
    b.startsWith(a) ? b : a.startsWith(b) ? a : `${a}\n\n${b}`
  return {
    ...first,
    text: join(first.text, second.text),
    reasoning: join(first.reasoning, second.reasoning),
    images: [...first.images, ...second.images],
    model: second.model ?? first.model,
    usage: second.usage ?? first.usage,
    interrupted: first.interrupted || second.interrupted,
  }
}

function decode(rules: FoldRules, { row, aux, records, result }: DecodeInput): Entry {
  const [first = {}, ...more] = records
  const part = rules.partsOf(first)[indexOf(aux)]
  const place = { at: row.at, turn: row.turn, step: row.step }
  switch (part?.kind) {
    case 'prompt':
    case 'entry':
      return part.build(place)
    case 'response': {
      let entry = part.build(place)
      for (const further of more.flatMap((record) => rules.partsOf(record))) {
        if (further.kind === 'amend') entry = further.apply(entry)
        if (further.kind === 'response') entry = merged(entry, further.build(place))
      }
      return entry
    }
    case 'call': {
      const entry = part.build(place)
      if (!result) return entry
      const answer = rules
        .partsOf(result)
        .find((one) => one.kind === 'result' && one.id === part.id)
      return answer?.kind === 'result' ? answer.apply(entry, row.result?.at ?? null) : entry
    }
    case 'result':
      return orphan(part, place, row.at)
    default:
      return assistantEntry(place, '', { interrupted: true })
  }
}

/** The adapter that follows these rules. `told`: see `LineAdapter`. */
export function foldLines(rules: FoldRules, told = ''): LineAdapter {
  return lineAdapter<FoldMemory>({
    startScan: (out, memory) => new FoldScan(out, rules, memory),
    decode: (input) => decode(rules, input),
    told,
  })
}
