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
import type { DshEvent } from './record'

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

export class Timeline {
  readonly #sink: EntrySink
  readonly #calls = new Map<string, number>()
  /** Calls that a message names and no `tool/call` has begun yet. */
  readonly #asked = new Map<string, { name: string; record: RecordSpan }>()
  readonly #firsts = new Map<string, number>()
  #turn: number | null = null
  #step: number | null = null
  #chunks: RecordSpan | null = null
  #hasDeltas = false
  #chunkUsage: (() => Usage | null) | null = null
  /** The row that shows a step from its chunks while it runs. */
  #unfinished: number | null = null
  #uncounted: Usage | null = null
  #seedLength: number
  #last = -1
  #isBehindFault = false

  constructor(sink: EntrySink, seedLength: number) {
    this.#sink = sink
    this.#seedLength = seedLength
  }

  get isTurnOpen(): boolean {
    return this.#turn !== null
  }

  /** A chunk row: unread, only its place is kept until the step has a message. */
  chunk(span: RecordSpan, hasDeltas: boolean): void {
    const { line, offset } = this.#chunks ?? span
    this.#chunks = { line, offset, length: span.offset + span.length - offset }
    this.#hasDeltas ||= hasDeltas
  }

  /** The usage that a step's stream reported: counts only where no message follows. */
  chunkUsage(usage: () => Usage | null): void {
    this.#chunkUsage = usage
  }

  /** `seq`: by its place in the log. `isBehindFault`: dsh would have dropped it. */
  event(
    event: DshEvent,
    seq: number,
    span: RecordSpan,
    from: EventBytes,
    isBehindFault: boolean,
  ): void {
    this.#isBehindFault = isBehindFault
    const { type, data } = event
    switch (type) {
      case 'turn/start':
        this.#flushChunks(seq)
        this.#turn = numberOr(data.turn, null)
        this.#step = null
        return
      case 'step/start':
        this.#flushChunks(seq)
        this.#turn ??= numberOr(data.turn, null)
        this.#step = numberOr(data.step, null)
        return
      case 'step/end':
        this.#flushChunks(seq)
        this.#neverStarted(seq, event.time)
        this.#step = null
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
        this.#step = null
        this.#marker(event, seq, span)
        this.#turn = null
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
    this.#isBehindFault = isBehindFault
    this.#add(this.#row({ kind: 'marker', tone: 'marker', record: span }, this.#last + 1), null)
  }

  /** The scan is at the end of what there is: a running step is shown from what it streamed so far. */
  end(seq: number): void {
    if (!this.#chunks || !this.#hasDeltas) return
    const row = this.#unfinished === null ? undefined : this.#sink.row(this.#unfinished)
    if (row && this.#unfinished !== null) {
      row.aux = { ...auxOf(row), chunks: this.#chunks }
      this.#sink.touch(this.#unfinished)
      return
    }
    this.#unfinished = this.#addChunks(seq)
  }

  /** All rows so far are copies: some logs say so only after them. */
  markInherited(): void {
    for (let seq = 0; seq <= this.#last; seq++) {
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
      this.#asked.set(block.id, { name: block.name, record: span })
    }
    const usage = usageOf(data.usage) ?? this.#chunkUsage?.() ?? null
    const unfinished = this.#unfinished
    this.#dropChunks()
    const row = unfinished === null ? undefined : this.#sink.row(unfinished)
    if (row && unfinished !== null) {
      row.record = span
      row.aux = null
      row.usage = usage
      this.#sink.touch(unfinished)
    } else if (content.length === 0) {
      // It exists only to carry usage: counted with what comes next, not drawn. Rule: 6.3.
      if (usage) this.#uncounted = this.#uncounted ? addUsage(this.#uncounted, usage) : usage
    } else {
      const turn = numberOr(data.turn, this.#turn)
      const step = numberOr(data.step, this.#step)
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
        turn: numberOr(data.turn, this.#turn),
        step: numberOr(data.step, this.#step),
      },
      seq,
    )
    if (isCommand(name, args)) row.aux = { ...auxOf(row), isCommand: true }
    const at = this.#add(row, event.time)
    if (callId === null) return
    this.#asked.delete(callId)
    this.#calls.set(callId, at)
  }

  #result(event: DshEvent, seq: number, span: RecordSpan, from: EventBytes): void {
    const { data } = event
    const { callId, content, isError } = resultBlockOf(data)
    let call = callId === null ? undefined : this.#calls.get(callId)
    if (call === undefined && callId !== null && this.#asked.has(callId)) {
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
      const first = this.#firsts.get(key)
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
    if (type === 'session/end-seed' && (data.inherited || (seq > 0 && seq === this.#seedLength))) {
      row.aux = { ...auxOf(row), endsCopies: true }
    }
    const at = this.#add(
      { ...row, closes: type === 'turn/end', turn: numberOr(data.turn, row.turn) },
      event.time,
    )
    for (const [, { first, by }] of completes) {
      if (first === type) this.#firsts.set(`${type}:${textOr(data[by], '')}`, at)
    }
  }

  #failCompaction(event: DshEvent): void {
    const key = `compaction/start:${textOr(event.data.compactionId, '')}`
    const first = this.#firsts.get(key)
    const row = first === undefined ? undefined : this.#sink.row(first)
    if (!row || first === undefined || typeof event.data.error !== 'string') return
    row.error = true
    this.#sink.touch(first)
  }

  /** Calls of the step that were asked for and never begun. */
  #neverStarted(seq: number, time: number | null): void {
    for (const id of [...this.#asked.keys()]) this.#addAsked(id, seq, time)
  }

  #addAsked(callId: string, seq: number, time: number | null): number {
    const asked = this.#asked.get(callId)
    this.#asked.delete(callId)
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
    this.#calls.set(callId, at)
    return at
  }

  /** A step ended without a message: what it streamed is all there is. */
  #flushChunks(seq: number): void {
    if (this.#chunks && this.#hasDeltas) {
      const usage = this.#chunkUsage?.() ?? null
      const at = this.#unfinished ?? this.#addChunks(seq)
      const row = this.#sink.row(at)
      if (row) {
        row.aux = { ...auxOf(row), chunks: this.#chunks }
        row.usage = usage
        this.#sink.touch(at)
      }
    } else if (this.#chunkUsage) {
      this.#uncounted = this.#chunkUsage()
    }
    this.#dropChunks()
  }

  #addChunks(seq: number): number {
    const record = this.#chunks ?? { line: 1, offset: 0, length: 0 }
    const row = this.#row({ kind: 'assistant', tone: 'say', record }, seq)
    row.aux = { ...auxOf(row), chunks: record }
    return this.#add(row, null)
  }

  #dropChunks(): void {
    this.#chunks = null
    this.#hasDeltas = false
    this.#chunkUsage = null
    this.#unfinished = null
  }

  #row(
    patch: Pick<EntryRow, 'kind' | 'tone' | 'record'> & Partial<EntryRow>,
    seq: number,
  ): EntryRow {
    return {
      at: null,
      turn: this.#turn,
      step: this.#step,
      result: null,
      error: false,
      callId: null,
      name: null,
      path: null,
      window: null,
      usage: null,
      prompt: null,
      inherited: seq < this.#seedLength,
      closes: false,
      aux: this.#isBehindFault ? { isBehindFault: true } : null,
      ...patch,
    }
  }

  #add(row: EntryRow, at: number | null): number {
    if (this.#uncounted) {
      row.usage = row.usage ? addUsage(row.usage, this.#uncounted) : this.#uncounted
      this.#uncounted = null
    }
    this.#last = this.#sink.add({ ...row, at })
    return this.#last
  }
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
