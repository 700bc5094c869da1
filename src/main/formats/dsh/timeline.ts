/**
 * Events to rows, in the order of the log: joins results to their calls and
 * second events to their markers, counts usage once per model response, keeps
 * a step that has no message by the chunks it left. Rule: dsh format, 6 and 7.
 */
import { addUsage, type Usage } from '#shared/session'
import { windowOf } from '#shared/windows/window'
import { isObject } from '../../views/field'
import { narrowRead } from '../../views/read'
import type { EntryRow, EntrySink, RecordSpan } from '../format'
import { completes } from './event-types'
import { endsInFailure } from './failed-end'
import {
  callBlocksOf,
  fieldsOf,
  firstLine,
  joinedText,
  listOf,
  numberOr,
  resultBlockOf,
  textOr,
  usageOf,
} from './facts-of'
import { argumentsOf } from './present'
import { pathOfCall, toneOfCall } from './present/tones'
import { parseLine, type DshEvent } from './record'

/** What decode needs of a row besides its records; null for most. */
export interface DshAux {
  /** No message: the step is read from its chunks, which lie in this span. */
  readonly chunks?: RecordSpan
  /** No `tool/call`: the call is a block of the message that `record` holds. */
  readonly block?: string
  /** dsh would not have loaded this. */
  readonly isBehindFault?: boolean
  /** What stands above was copied from the parent of this fork. */
  readonly endsCopies?: boolean
  /** A shell command whose end its result text tells. */
  readonly isCommand?: boolean
}

export function auxOf(row: EntryRow): DshAux {
  return isObject(row.aux) ? row.aux : {}
}

/** The bytes an event was read from. */
export interface EventBytes {
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
}

/** What is known of the records so far. Plain data. */
export interface TimelineMemory {
  readonly calls: Map<string, number>
  /** Calls that a message names and no `tool/call` has begun yet. */
  readonly asked: Map<string, { name: string; record: RecordSpan }>
  readonly firsts: Map<string, number>
  turn: number | null
  step: number | null
  chunks: RecordSpan | null
  hasDeltas: boolean
  /** What the step's stream reported: its line, read only where no message follows, or the usage itself. */
  chunkUsage: string | Usage | null
  /** The row that shows a step from its chunks while it runs. */
  unfinished: number | null
  uncounted: Usage | null
  seedLength: number
  last: number
  isBehindFault: boolean
}

export function emptyTimeline(): TimelineMemory {
  return {
    calls: new Map(),
    asked: new Map(),
    firsts: new Map(),
    turn: null,
    step: null,
    chunks: null,
    hasDeltas: false,
    chunkUsage: null,
    unfinished: null,
    uncounted: null,
    seedLength: 0,
    last: -1,
    isBehindFault: false,
  }
}

export class Timeline {
  readonly #sink: EntrySink
  readonly #memory: TimelineMemory

  constructor(sink: EntrySink, memory: TimelineMemory) {
    this.#sink = sink
    this.#memory = memory
  }

  get isTurnOpen(): boolean {
    return this.#memory.turn !== null
  }

  /** A chunk row: unread, only its place is kept until the step has a message. */
  chunk(span: RecordSpan, hasDeltas: boolean): void {
    const { line, offset } = this.#memory.chunks ?? span
    this.#memory.chunks = { line, offset, length: span.offset + span.length - offset }
    this.#memory.hasDeltas ||= hasDeltas
  }

  /** The usage that a step's stream reported, or the line that says it: counts only where no message follows. */
  chunkUsage(usage: string | Usage | null): void {
    this.#memory.chunkUsage = usage
  }

  #usageOfChunks(): Usage | null {
    const { chunkUsage } = this.#memory
    return typeof chunkUsage === 'string' ? usageIn(chunkUsage) : chunkUsage
  }

  /** `seq`: by its place in the log. `isBehindFault`: dsh would have dropped it. */
  event(
    event: DshEvent,
    seq: number,
    span: RecordSpan,
    from: EventBytes,
    isBehindFault: boolean,
  ): void {
    this.#memory.isBehindFault = isBehindFault
    const { type, data } = event
    switch (type) {
      case 'turn/start':
        this.#flushChunks(seq)
        this.#memory.turn = numberOr(data.turn, null)
        this.#memory.step = null
        return
      case 'step/start':
        this.#flushChunks(seq)
        this.#memory.turn ??= numberOr(data.turn, null)
        this.#memory.step = numberOr(data.step, null)
        return
      case 'step/end':
        this.#flushChunks(seq)
        this.#neverStarted(seq, event.time)
        this.#memory.step = null
        return
      case 'user/message':
        if (event.surface === 'replace') this.#marker(event, seq, span)
        else this.#user(event, seq, span)
        return
      case 'assistant/message':
        if (event.surface === 'replace') this.#marker(event, seq, span)
        else this.#assistant(event, seq, span)
        return
      case 'tool/call':
        this.#call(event, seq, span)
        return
      case 'tool/result':
        if (event.surface === 'replace') this.#marker(event, seq, span)
        else this.#result(event, seq, span, from)
        return
      case 'turn/end':
        this.#flushChunks(seq)
        this.#neverStarted(seq, event.time)
        this.#memory.step = null
        this.#marker(event, seq, span)
        this.#memory.turn = null
        return
      case 'agent/inbox/spliced':
        if (data.outcome === 'canceled') this.#marker(event, seq, span)
        return
      case 'llm/retry':
        this.#flushChunks(seq)
        this.#marker(event, seq, span)
        return
      case 'llm/retry-started':
      case 'compaction/end':
        this.#failCompaction(event)
        return
      default:
        this.#marker(event, seq, span)
    }
  }

  /** A record that is no event: shown as it stands. */
  unknown(span: RecordSpan, isBehindFault: boolean): void {
    this.#memory.isBehindFault = isBehindFault
    this.#add(
      this.#row({ kind: 'marker', tone: 'marker', record: span }, this.#memory.last + 1),
      null,
    )
  }

  /** The scan is at the end of what there is: a running step is shown from what it streamed so far. */
  end(seq: number): void {
    if (!this.#memory.chunks || !this.#memory.hasDeltas) return
    const row =
      this.#memory.unfinished === null ? undefined : this.#sink.row(this.#memory.unfinished)
    if (row && this.#memory.unfinished !== null) {
      row.aux = { ...auxOf(row), chunks: this.#memory.chunks }
      this.#sink.touch(this.#memory.unfinished)
      return
    }
    this.#memory.unfinished = this.#addChunks(seq)
  }

  /** All rows so far are copies: some logs say so only after them. */
  markInherited(): void {
    for (let seq = 0; seq <= this.#memory.last; seq++) {
      const row = this.#sink.row(seq)
      if (!row || row.inherited) continue
      row.inherited = true
      this.#sink.touch(seq)
    }
  }

  #user(event: DshEvent, seq: number, span: RecordSpan): void {
    const isPerson = fieldsOf(event.data.source).kind === 'user'
    const prompt = isPerson ? firstLine(joinedText(event.data.content, 'text')) : null
    const tone = isPerson ? 'user' : 'injected'
    this.#add(this.#row({ kind: 'user', tone, record: span, prompt }, seq), event.time)
  }

  #assistant(event: DshEvent, seq: number, span: RecordSpan): void {
    const { data } = event
    const content = listOf(fieldsOf(data.message).content)
    for (const block of callBlocksOf(content)) {
      this.#memory.asked.set(block.id, { name: block.name, record: span })
    }
    const usage = usageOf(data.usage) ?? this.#usageOfChunks()
    const unfinished = this.#memory.unfinished
    this.#dropChunks()
    const row = unfinished === null ? undefined : this.#sink.row(unfinished)
    if (row && unfinished !== null) {
      row.record = span
      row.aux = null
      row.usage = usage
      this.#sink.touch(unfinished)
    } else if (content.length === 0) {
      // It exists only to carry usage: counted with what comes next, not drawn. Rule: 6.3.
      if (usage)
        this.#memory.uncounted = this.#memory.uncounted
          ? addUsage(this.#memory.uncounted, usage)
          : usage
    } else {
      const turn = numberOr(data.turn, this.#memory.turn)
      const step = numberOr(data.step, this.#memory.step)
      const patch = { kind: 'assistant', tone: 'say', record: span, usage, turn, step } as const
      this.#add(this.#row(patch, seq), event.time)
    }
  }

  #call(event: DshEvent, seq: number, span: RecordSpan): void {
    const { data } = event
    const name = textOr(data.name, '')
    const callId = textOr(data.callId, null)
    const args = argumentsOf(textOr(data.arguments, ''))
    const row = this.#row(
      {
        kind: 'tool',
        tone: toneOfCall(name, args),
        record: span,
        name,
        callId,
        path: pathOfCall(args),
        turn: numberOr(data.turn, this.#memory.turn),
        step: numberOr(data.step, this.#memory.step),
      },
      seq,
    )
    if (isCommand(name, args)) row.aux = { ...auxOf(row), isCommand: true }
    const at = this.#add(row, event.time)
    if (callId === null) return
    this.#memory.asked.delete(callId)
    this.#memory.calls.set(callId, at)
  }

  #result(event: DshEvent, seq: number, span: RecordSpan, from: EventBytes): void {
    const { data } = event
    const { callId, content, isError } = resultBlockOf(data)
    let call = callId === null ? undefined : this.#memory.calls.get(callId)
    if (call === undefined && callId !== null && this.#memory.asked.has(callId)) {
      call = this.#addAsked(callId, seq, event.time)
    }
    const known = call === undefined ? undefined : this.#sink.row(call)
    const result = { ...span, at: event.time }
    if (!known || call === undefined || known.result) {
      const patch = { kind: 'tool', tone: 'generic', record: span, callId, error: isError } as const
      const row = this.#row(patch, seq)
      row.result = result
      this.#add(row, event.time)
      return
    }
    known.result = result
    known.error =
      isError ||
      (auxOf(known).isCommand === true && endsInFailure(from.bytes, from.start, from.end))
    if (known.name === 'read' && !isError && isEnvelope(content)) {
      const read = narrowRead(data.meta)
      if (read.ok) known.window = windowOf(read.value)
    }
    this.#sink.touch(call)
  }

  #marker(event: DshEvent, seq: number, span: RecordSpan): void {
    const { type, data } = event
    const second = completes.get(type)
    if (second) {
      const key = `${second.first}:${textOr(data[second.by], '')}`
      const first = this.#memory.firsts.get(key)
      const row = first === undefined ? undefined : this.#sink.row(first)
      if (row && first !== undefined && !row.result) {
        row.result = { ...span, at: event.time }
        row.error ||= isFailure(type, data)
        row.usage ??= usageOf(data.usage)
        this.#sink.touch(first)
        return
      }
    }
    const reason = fieldsOf(data.reason)
    const error =
      isFailure(type, data) ||
      (type === 'turn/end' && (reason.kind === 'error' || reason.kind === 'blocked'))
    const row = this.#row({ kind: 'marker', tone: 'marker', record: span, error }, seq)
    row.usage = usageOf(data.usage)
    if (
      type === 'session/end-seed' &&
      (data.inherited || (seq > 0 && seq === this.#memory.seedLength))
    ) {
      row.aux = { ...auxOf(row), endsCopies: true }
    }
    const at = this.#add(
      { ...row, closes: type === 'turn/end', turn: numberOr(data.turn, row.turn) },
      event.time,
    )
    for (const [, { first, by }] of completes) {
      if (first === type) this.#memory.firsts.set(`${type}:${textOr(data[by], '')}`, at)
    }
  }

  #failCompaction(event: DshEvent): void {
    const key = `compaction/start:${textOr(event.data.compactionId, '')}`
    const first = this.#memory.firsts.get(key)
    const row = first === undefined ? undefined : this.#sink.row(first)
    if (!row || first === undefined || typeof event.data.error !== 'string') return
    row.error = true
    this.#sink.touch(first)
  }

  /** Calls of the step that were asked for and never begun. */
  #neverStarted(seq: number, time: number | null): void {
    for (const id of [...this.#memory.asked.keys()]) this.#addAsked(id, seq, time)
  }

  #addAsked(callId: string, seq: number, time: number | null): number {
    const asked = this.#memory.asked.get(callId)
    this.#memory.asked.delete(callId)
    const name = asked?.name ?? null
    const row = this.#row(
      {
        kind: 'tool',
        tone: toneOfCall(name ?? '', null),
        record: asked?.record ?? { line: 1, offset: 0, length: 0 },
        name,
        callId,
      },
      seq,
    )
    row.aux = { ...auxOf(row), block: callId }
    const at = this.#add(row, time)
    this.#memory.calls.set(callId, at)
    return at
  }

  /** A step ended without a message: what it streamed is all there is. */
  #flushChunks(seq: number): void {
    if (this.#memory.chunks && this.#memory.hasDeltas) {
      const usage = this.#usageOfChunks()
      const at = this.#memory.unfinished ?? this.#addChunks(seq)
      const row = this.#sink.row(at)
      if (row) {
        row.aux = { ...auxOf(row), chunks: this.#memory.chunks }
        row.usage = usage
        this.#sink.touch(at)
      }
    } else if (this.#memory.chunkUsage) {
      this.#memory.uncounted = this.#usageOfChunks()
    }
    this.#dropChunks()
  }

  #addChunks(seq: number): number {
    const record = this.#memory.chunks ?? { line: 1, offset: 0, length: 0 }
    const row = this.#row({ kind: 'assistant', tone: 'say', record }, seq)
    row.aux = { ...auxOf(row), chunks: record }
    return this.#add(row, null)
  }

  #dropChunks(): void {
    this.#memory.chunks = null
    this.#memory.hasDeltas = false
    this.#memory.chunkUsage = null
    this.#memory.unfinished = null
  }

  #row(
    patch: Pick<EntryRow, 'kind' | 'tone' | 'record'> & Partial<EntryRow>,
    seq: number,
  ): EntryRow {
    return {
      at: null,
      turn: this.#memory.turn,
      step: this.#memory.step,
      result: null,
      error: false,
      callId: null,
      name: null,
      path: null,
      window: null,
      usage: null,
      prompt: null,
      inherited: seq < this.#memory.seedLength,
      closes: false,
      aux: this.#memory.isBehindFault ? { isBehindFault: true } : null,
      ...patch,
    }
  }

  #add(row: EntryRow, at: number | null): number {
    if (this.#memory.uncounted) {
      row.usage = row.usage ? addUsage(row.usage, this.#memory.uncounted) : this.#memory.uncounted
      this.#memory.uncounted = null
    }
    this.#memory.last = this.#sink.add({ ...row, at })
    return this.#memory.last
  }
}

function usageIn(line: string): Usage | null {
  const parsed = parseLine(line)
  const data = parsed.ok ? fieldsOf(fieldsOf(parsed.value).data) : {}
  return usageOf(fieldsOf(data.chunk).usage)
}

function isCommand(name: string, args: unknown): boolean {
  if (name !== 'bash' && name !== 'pwsh') return false
  return isObject(args) && 'description' in args && args.run_in_background !== true
}

function isEnvelope(content: readonly unknown[]): boolean {
  const text = fieldsOf(content[0]).text
  return content.length === 1 && typeof text === 'string' && text.startsWith('<path>')
}

function isFailure(type: string, data: Readonly<Record<string, unknown>>): boolean {
  if (type === 'command/done') return data.kind === 'error'
  if (type === 'tool/code-dispatch') return data.isError === true
  if (type === 'approval/decided') return data.outcome === 'rejected'
  if (type === 'hook/result') return data.decision === 'block'
  if (type === 'llm/retry' || type === 'assistant/attempt') return true
  if (type === 'tool-workflow/agent-end') return data.outcome === 'failed'
  return type === 'tool-workflow/run-end' && data.stopReason === 'error'
}
