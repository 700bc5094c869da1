/** Rows to entries: reads the records of a row, lifts older shapes, narrows views. */
import type {
  AssistantEntry,
  Entry,
  MarkerEntry,
  ToolEntry,
  Usage,
  UserEntry,
} from '#shared/session'
import type { ImageBlock } from '#shared/views'
import { blocksOf } from '../../views/generic'
import type { EntryRow } from '../format'
import { assembleStep } from './chunks'
import {
  callBlocksOf,
  fieldsOf,
  joinedText,
  listOf,
  resultBlockOf,
  textOr,
  type CallBlock,
} from './facts-of'
import { wordsOf } from './marker-words'
import { argumentsOf, presentCall, presentResult } from './present'
import { eventOf, parseLine, type DshEvent, type Fields } from './record'
import { auxOf } from './timeline'
import { senderOf } from './user-message'

/** Reads bytes of the decompressed log as text. */
export interface RecordSource {
  readonly sessionId: string
  text(offset: number, length: number): Promise<string>
}

type Base = Pick<Entry, 'seq' | 'at' | 'turn' | 'step' | 'source' | 'tone' | 'inherited' | 'tags'>

function baseOf(row: EntryRow, seq: number): Base {
  const { at, turn, step, tone, inherited, record } = row
  const tags = auxOf(row).isBehindFault ? ['behind the damage'] : []
  return {
    seq,
    at,
    turn,
    step,
    source: { line: record.line, offset: record.offset },
    tone,
    inherited,
    tags,
  }
}

/** The entry of a row. Total: a record that does not parse is shown as it stands. */
export async function decodeRow(row: EntryRow, seq: number, source: RecordSource): Promise<Entry> {
  const base = baseOf(row, seq)
  const { chunks } = auxOf(row)
  if (chunks) {
    const text = await source.text(chunks.offset, chunks.length)
    return streamed(base, text.split('\n'), row)
  }
  const text = await source.text(row.record.offset, row.record.length)
  const first = eventIn(text, source.sessionId)
  if (!first) return unreadable(base, text)
  if (row.kind === 'user') return user(base, first.data)
  if (row.kind === 'assistant') return assistant(base, first.data, row.usage)
  const second = row.result
    ? eventIn(await source.text(row.result.offset, row.result.length), source.sessionId)
    : null
  return row.kind === 'tool' ? tool(base, row, first, second) : marker(base, row, first, second)
}

function eventIn(text: string, sessionId: string): DshEvent | null {
  const parsed = parseLine(text)
  const event = parsed.ok ? eventOf(parsed.value, sessionId) : parsed
  return event.ok ? event.value : null
}

function imagesIn(content: unknown): ImageBlock[] {
  return blocksOf(listOf(content)).filter((block) => block.type === 'image')
}

function user(base: Base, data: Fields): UserEntry {
  const { origin, label } = senderOf(data.source)
  const text = joinedText(data.content, 'text')
  return { ...base, kind: 'user', origin, label, text, images: imagesIn(data.content) }
}

function assistant(base: Base, data: Fields, usage: Usage | null): AssistantEntry {
  const message = fieldsOf(data.message)
  const content = listOf(message.content)
  return {
    ...base,
    kind: 'assistant',
    reasoning: joinedText(content, 'reasoning'),
    text: joinedText(content, 'text'),
    images: imagesIn(content),
    model: textOr(fieldsOf(message.source).model, null),
    usage,
    interrupted: data.interrupted === true,
  }
}

function streamed(base: Base, lines: readonly string[], row: EntryRow): AssistantEntry {
  const step = assembleStep(lines)
  const tags = [
    ...base.tags,
    step.finish === null ? 'no end of the stream' : `ended: ${step.finish}`,
  ]
  return {
    ...base,
    at: row.at ?? step.at,
    tags: step.failure === null ? tags : [...tags, step.failure],
    kind: 'assistant',
    reasoning: step.reasoning,
    text: step.text,
    images: [],
    model: null,
    usage: row.usage,
    interrupted: true,
  }
}

function marker(base: Base, row: EntryRow, first: DshEvent, second: DshEvent | null): MarkerEntry {
  const { linkIds = [], ...words } = wordsOf(first, second, auxOf(row).endsCopies ?? false)
  // A compaction that failed says so in an event that is not part of the entry.
  const severity = row.error && words.severity === 'note' ? 'error' : words.severity
  const links = linkIds.map(({ id, relation }) => ({ id, key: null, title: null, relation }))
  return { ...base, kind: 'marker', ...words, severity, links }
}

function unreadable(base: Base, text: string): MarkerEntry {
  return {
    ...base,
    kind: 'marker',
    marker: 'record',
    title: 'Record that could not be read',
    detail: {},
    body: text.slice(0, 20_000),
    severity: 'error',
    links: [],
  }
}

/** The call of a tool row: its `tool/call`, or the block of a message where it never began. */
function callOf(row: EntryRow, first: DshEvent): CallBlock | null {
  if (first.type === 'tool/call') {
    const { callId, name, arguments: text } = first.data
    return { id: textOr(callId, ''), name: textOr(name, ''), argumentsText: textOr(text, '') }
  }
  const { block } = auxOf(row)
  if (block === undefined) return null
  const blocks = callBlocksOf(fieldsOf(first.data.message).content)
  return blocks.find((candidate) => candidate.id === block) ?? null
}

function tool(base: Base, row: EntryRow, first: DshEvent, second: DshEvent | null): ToolEntry {
  const call = callOf(row, first)
  const answer = second ?? (first.type === 'tool/result' ? first : null)
  const result = answer ? resultBlockOf(answer.data) : null
  const hasMeta = answer !== null && 'meta' in answer.data
  const content = result ? blocksOf(result.content) : []
  const presented = result
    ? presentResult({
        name: call?.name ?? null,
        argumentsText: call?.argumentsText ?? null,
        content: result.content,
        isError: result.isError,
        meta: answer?.data.meta,
        hasMeta,
      })
    : { view: null, declined: null }
  const args = call ? argumentsOf(call.argumentsText) : null
  const name = call?.name ?? row.name ?? ''
  const callView = call ? presentCall(call.name, call.argumentsText) : null
  const endedAt = row.result?.at ?? null
  return {
    ...base,
    tags: first.type === 'assistant/message' ? [...base.tags, 'never started'] : base.tags,
    kind: 'tool',
    callId: row.callId,
    name: name === '' ? 'unknown tool' : name,
    args,
    status: result ? (result.isError ? 'error' : 'ok') : 'unanswered',
    durationMs: row.at !== null && endedAt !== null && call ? Math.max(0, endedAt - row.at) : null,
    endedAt,
    call: call ? (callView ?? { card: 'generic', title: name, rawInput: args }) : null,
    result: result ? (presented.view ?? { card: 'generic', content }) : null,
    content,
    ...(hasMeta ? { meta: answer.data.meta } : {}),
    error: result?.isError ? errorOf(answer?.data.error, content) : null,
    declined: presented.declined,
    continuation: null,
    readContext: null,
    derived: false,
    links: result ? startedSessions(name, content) : [],
    resultSource: row.result ? { line: row.result.line, offset: row.result.offset } : null,
  }
}

function errorOf(error: unknown, content: ToolEntry['content']): ToolEntry['error'] {
  const [block] = content
  const message = block?.type === 'text' ? block.text : ''
  return { code: textOr(fieldsOf(error).code, null), message }
}

/** The child that a subagent call's text names. Rule: dsh format, section 7. */
function startedSessions(name: string, content: ToolEntry['content']): ToolEntry['links'] {
  const [block] = content
  if (!name.startsWith('subagent') || block?.type !== 'text') return []
  const id = /^started subagent (\S+)/.exec(block.text)?.[1]
  return id ? [{ id, key: null, title: null, relation: 'subagent' }] : []
}
