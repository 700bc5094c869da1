/**
 * One pass over the lines of a dsh log: header, heads of lines, numbering,
 * faults. Chunk rows are counted and passed over unread; a long record is
 * thinned; a short one is parsed whole.
 */
import type { Diagnostic } from '#shared/session'
import type { Reason } from '#shared/outcome'
import { isObject } from '../../views/field'
import type { EntrySink, RecordSpan, SessionFacts } from '../format'
import { isKnownType, retired } from './event-types'
import { fieldsOf, firstLine, textOr, usageOf } from './facts-of'
import { headerBanners, headerOf, relationOf, type DshHeader } from './header'
import { LineHeads, type LineHead } from './line-head'
import { eventOf, isPackedType, packedRowOf, parseLine, type DshEvent } from './record'
import { SeqCheck, type SeqMemory } from './seq-check'
import { thinParse } from '../parts/thin-json'
import { emptyTimeline, Timeline, type TimelineMemory } from './timeline'

/** Records longer than this are thinned: parsing them whole would cost more than all the rest. */
const longRecord = 2048
/** Bytes of a text that are kept: more than a title or the start of an envelope needs. */
const keptText = 400
const frames = new Set(['turn/start', 'step/start', 'step/end'])
const chunkType = Buffer.from('"chunk":{"type":"')

/** All that a scan knows of earlier records. Plain data. */
export interface DshMemory {
  /** Every record is parsed whole. */
  readonly verify: boolean
  readonly seqs: SeqMemory
  readonly timeline: TimelineMemory
  header: DshHeader | null
  isDialect: boolean
  bannerLine: string
  readonly extra: SessionFacts['extra']
  readonly children: string[]
}

/** `verify`: parse every record whole. `extra`: facts of the file that stand first in Details. */
export function nothingRead(verify: boolean, extra: SessionFacts['extra']): DshMemory {
  return {
    verify,
    seqs: { expected: 0, firstFault: null, isCommitted: false },
    timeline: emptyTimeline(),
    header: null,
    isDialect: false,
    bannerLine: '',
    extra: [...extra],
    children: [],
  }
}

export class DshScan {
  readonly #sink: EntrySink
  readonly #heads = new LineHeads()
  readonly #seqs: SeqCheck
  readonly #timeline: Timeline
  readonly #memory: DshMemory

  constructor(sink: EntrySink, memory: DshMemory) {
    this.#sink = sink
    this.#memory = memory
    this.#seqs = new SeqCheck(memory.seqs)
    this.#timeline = new Timeline(sink, memory.timeline)
  }

  get memory(): DshMemory {
    return this.#memory
  }

  get sessionId(): string {
    return this.#memory.header?.id ?? ''
  }

  /** Takes a line as a LineVisitor does. True where an entry may be made of it alone. */
  line(bytes: Buffer, start: number, end: number, line: number, offset: number): boolean {
    const span = { line, offset, length: end - start }
    if (line === 1 && this.#takeHeader(bytes, start, end)) return false
    if (end === start) {
      this.#fault({ code: 'dsh-blank-line', params: {} }, span, '')
      return false
    }
    const head = this.#heads.read(bytes, start, end)
    if (head && head.kind !== 'event' && !this.#memory.verify) {
      this.#chunk(head, bytes, end, span)
      return false
    }
    if (head && this.#frame(head, bytes, start, end, span)) return false
    this.#record(bytes, start, end, span)
    return true
  }

  /** The end of what there is. `torn`: bytes of a last line without its end. */
  end(torn: { line: number; offset: number; bytes: number } | null): boolean {
    this.#timeline.end(this.#seqs.expected)
    this.#sink.pending(torn && tornDiagnostic(torn))
    const banner = this.#seqs.banner()
    const key = JSON.stringify(banner)
    if (banner && key !== this.#memory.bannerLine) this.#sink.banner(banner)
    this.#memory.bannerLine = key
    return this.#timeline.isTurnOpen
  }

  #takeHeader(bytes: Buffer, start: number, end: number): boolean {
    const parsed = parseLine(bytes.toString('utf8', start, end))
    const header = parsed.ok ? headerOf(parsed.value) : parsed
    if (!header.ok) {
      this.#sink.banner({ tone: 'error', reason: { code: 'dsh-not-header', params: {} } })
      return false
    }
    this.#memory.header = header.value
    const { id, createdAt, cwd = null, parentSession, seedLength, agentPreset } = header.value
    const extra = this.#memory.extra
    extra.push({ label: 'Format', value: `dsh ${header.value.version}` })
    if (agentPreset !== undefined) extra.push({ label: 'Preset', value: agentPreset })
    const depth = header.value.delegationDepth ?? 0
    if (depth > 0) extra.push({ label: 'Depth', value: String(depth) })
    this.#sink.facts({
      id,
      cwd,
      startedAt: createdAt,
      parent: parentSession ?? null,
      relation: relationOf(header.value),
      extra: [...extra],
    })
    for (const banner of headerBanners(header.value)) this.#sink.banner(banner)
    this.#memory.timeline.seedLength = seedLength ?? 0
    return true
  }

  /** Starts and ends of turns and steps, most of all events: taken from the head of their line. */
  #frame(head: LineHead, bytes: Buffer, start: number, end: number, span: RecordSpan): boolean {
    if (!frames.has(head.type)) return false
    const data = this.#heads.place(bytes, end)
    if (!data) return false
    const { type, seq, time } = head
    const event = { type, seq, time, data: { ...data }, surface: null, ignorable: false }
    this.#event(event, span, { bytes, start, end }, () => '')
    return true
  }

  #chunk(head: LineHead, bytes: Buffer, end: number, span: RecordSpan): void {
    this.#number(head.seq, head.count, span)
    if (head.kind === 'packed') {
      this.#timeline.chunk(span, true)
      return
    }
    const at = bytes.indexOf(chunkType, head.data)
    const type = at === -1 || at >= end ? 0 : bytes[at + chunkType.length]
    if (type === 0x75) {
      // A message repeats it: looked into only where none follows.
      const text = bytes.toString('utf8', end - span.length, end)
      this.#timeline.chunkUsage(text)
    }
    // 'finish', 'usage' and 'block-start' say nothing that could be shown.
    this.#timeline.chunk(span, type !== 0x66 && type !== 0x75)
  }

  #record(bytes: Buffer, start: number, end: number, span: RecordSpan): void {
    const isLong = end - start > longRecord && !this.#memory.verify
    const thin = isLong ? thinParse(bytes, start, end, keptText) : undefined
    const parsed =
      thin === undefined
        ? parseLine(bytes.toString('utf8', start, end))
        : { ok: true as const, value: thin }
    const sample = (): string => bytes.toString('utf8', start, Math.min(end, start + 800))
    if (!parsed.ok) {
      this.#fault(parsed.reason, span, sample())
      return
    }
    const value = parsed.value
    if (isObject(value) && isPackedType(value.type)) {
      this.#packed(value, span, sample)
      return
    }
    const event = eventOf(value, this.sessionId)
    if (!event.ok) {
      this.#fault(event.reason, span, sample())
      this.#timeline.unknown(span, true)
      return
    }
    this.#event(event.value, span, { bytes, start, end }, sample)
  }

  #packed(value: unknown, span: RecordSpan, sample: () => string): void {
    const row = packedRowOf(value)
    if (!row.ok) {
      this.#fault(row.reason, span, sample())
      return
    }
    this.#number(row.value.seq, row.value.members.length, span)
    this.#timeline.chunk(span, true)
  }

  #event(
    event: DshEvent,
    span: RecordSpan,
    from: { bytes: Buffer; start: number; end: number },
    sample: () => string,
  ): void {
    const seq = this.#number(event.seq, 1, span)
    const { type, data } = event
    if (type === 'assistant/chunk') {
      const chunk = fieldsOf(data.chunk)
      if (chunk.type === 'usage') this.#timeline.chunkUsage(usageOf(chunk.usage))
      this.#timeline.chunk(span, chunk.type !== 'usage' && chunk.type !== 'finish')
      return
    }
    if (!isKnownType(type) && !event.ignorable) {
      const code = retired.has(type) ? 'dsh-refused-event' : 'dsh-unknown-type'
      const reason = { code, params: { type } }
      this.#sink.diagnostic(fault(reason, span, cut(sample())))
      this.#sink.banner({ tone: 'error', reason })
    }
    if (type === 'turn/end') this.#seqs.completesTurn()
    this.#timeline.event(event, seq, span, from, this.#seqs.isBehindFault)
    this.#learn(event)
  }

  /** Facts that events state about the whole session; the last one wins. */
  #learn(event: DshEvent): void {
    const { type, data } = event
    if (type === 'session/title') this.#sink.facts({ title: firstLine(textOr(data.title, '')) })
    if (type === 'request/header' || type === 'request/context') {
      const config = type === 'request/context' ? data : fieldsOf(fieldsOf(data.header).config)
      const model = textOr(config.model, null)
      if (model !== null) this.#sink.facts({ model })
    }
    if (type === 'session/end-seed' && data.inherited !== undefined) this.#timeline.markInherited()
    if (type === 'tool-workflow/agent-start') this.#child(textOr(data.childId, null))
    if (type === 'subagent/descriptor' && data.version === 2) {
      const label = textOr(data.label, null)
      if (label !== null) this.#sink.facts({ title: label })
    }
  }

  #child(id: string | null): void {
    if (id === null || this.#memory.children.includes(id)) return
    this.#memory.children.push(id)
    this.#sink.facts({ childIds: [...this.#memory.children] })
  }

  #number(seq: number | null, count: number, span: RecordSpan): number {
    if (seq === null && !this.#memory.isDialect) {
      this.#memory.isDialect = true
      this.#sink.banner({ tone: 'note', reason: { code: 'dsh-fixture-dialect', params: {} } })
    }
    const place = seq ?? this.#seqs.expected
    const gap = this.#seqs.take(seq, count, span)
    if (gap) this.#sink.diagnostic(gap)
    return place
  }

  #fault(reason: Reason, span: RecordSpan, sample: string): void {
    const { line, offset } = span
    this.#sink.diagnostic(this.#seqs.fault(reason, { line, offset }, cut(sample)))
  }
}

function cut(sample: string): string {
  return sample.slice(0, 200)
}

function fault(reason: Reason, { line, offset }: RecordSpan, sample: string): Diagnostic {
  return { severity: 'error', reason, line, offset, before: null, sample, path: null }
}

function tornDiagnostic(torn: { line: number; offset: number; bytes: number }): Diagnostic {
  const { line, offset, bytes } = torn
  const reason = { code: 'torn-line', params: { bytes } }
  return { severity: 'warning', reason, line, offset, before: null, sample: null, path: null }
}
