/**
 * JSON-RPC messages out of a saved trace: bare, wrapped one level deep, or as
 * one list. Requests are paired with their answers; both sides count their ids
 * from low numbers, so an answer goes to the request whose result it can be.
 * Rule: docs/formats/acp.md.
 */
import { good, type Outcome } from '#shared/outcome'
import type { Diagnostic } from '#shared/session'
import { linesOf, readText } from '../document-reader/lines'
import { parseJson } from '../document-reader/files'
import type { RecordSpan } from '../format'
import { isObject, jsonOr, textOr, timeOf, type Fields } from '../parts/fields'

export type Side = 'client' | 'agent'

/** A message with what the line around it says. */
export interface Message {
  readonly value: Fields
  readonly raw: Fields
  /** ms, where the wrapper has it. */
  readonly at: number | null
  readonly from: Side | null
  readonly span?: RecordSpan
}

/** A message, and the request it answers. */
export interface Exchange {
  readonly message: Message
  readonly request: Message | null
}

const envelopes = ['message', 'msg', 'payload', 'raw', 'data']

function rpcIn(value: unknown): Fields | null {
  return isObject(value) && value.jsonrpc === '2.0' ? value : null
}

/** The message of a line; null when it holds none. */
export function messageIn(record: Fields): Fields | null {
  const bare = rpcIn(record)
  if (bare) return bare
  // Logs of updates alone leave the protocol's version out.
  if (record.method === 'session/update' && isObject(record.params)) return record
  for (const name of envelopes) {
    const inner = record[name]
    const value = rpcIn(typeof inner === 'string' ? jsonOr(inner) : inner)
    if (value) return value
  }
  return null
}

function sideIn(record: Fields): Side | null {
  const word = textOr(record.dir, textOr(record.direction, textOr(record.from, ''))).toLowerCase()
  const [first = ''] = word.split(/->|→|=>|_to_|-to-|\bto\b/)
  if (first.includes('agent')) return 'agent'
  return first.includes('client') || first.includes('editor') ? 'client' : null
}

export function messageOf(record: Fields, span?: RecordSpan): Message | null {
  const value = messageIn(record)
  if (!value) return null
  const at = timeOf(record.ts ?? record.time ?? record.timestamp)
  return { value, raw: record, at, from: sideIn(record), ...(span ? { span } : {}) }
}

const opening = new Set(['initialize', 'session/new', 'session/prompt', 'session/update'])

/** A trace of this protocol, by any of its messages. */
export function isProtocol({ value }: Message): boolean {
  if (opening.has(textOr(value.method, ''))) return true
  const result = isObject(value.result) ? value.result : {}
  return 'protocolVersion' in result && isObject(result.agentCapabilities)
}

/** What the answer to a request of this method has in it. */
const answers: Readonly<Record<string, string>> = {
  initialize: 'protocolVersion',
  'session/new': 'sessionId',
  'session/prompt': 'stopReason',
  'session/request_permission': 'outcome',
  'fs/read_text_file': 'content',
  'terminal/create': 'terminalId',
  'terminal/output': 'output',
  'terminal/wait_for_exit': 'exitCode',
}

function senderOf(method: string): Side {
  return /^(?:fs|terminal)\/|^session\/(?:request_permission|update)$/.test(method)
    ? 'agent'
    : 'client'
}

function fits(request: Message, answer: Message): boolean {
  const method = textOr(request.value.method, '')
  if (answer.from !== null) return answer.from !== senderOf(method)
  if (answer.value.error !== undefined) return true
  const result = isObject(answer.value.result) ? answer.value.result : {}
  const key = Object.hasOwn(answers, method) ? answers[method] : undefined
  if (key !== undefined) return key in result
  return !Object.values(answers).some((other) => other in result)
}

/** Each message with the request that it answers. */
export function paired(messages: readonly Message[]): Exchange[] {
  const open = new Map<string, Message[]>()
  return messages.map((message) => {
    const { id, method } = message.value
    const key = JSON.stringify(id ?? null)
    if (id === undefined || id === null) return { message, request: null }
    if (typeof method === 'string') {
      open.set(key, [...(open.get(key) ?? []), message])
      return { message, request: null }
    }
    const waiting = open.get(key) ?? []
    const request = waiting.find((one) => fits(one, message)) ?? null
    if (request) {
      open.set(
        key,
        waiting.filter((one) => one !== request),
      )
    }
    return { message, request }
  })
}

export interface Trace {
  readonly exchanges: readonly Exchange[]
  /** Lines with no message in them. */
  readonly strangers: readonly Message[]
  readonly diagnostics: readonly Diagnostic[]
}

/** A trace of lines, or one list of messages. Declines with what the disk says. */
export async function readTrace(path: string): Promise<Outcome<Trace>> {
  const text = await readText(path)
  if (!text.ok) return text
  const list = text.value.trimStart().startsWith('[') ? parseJson(text.value) : null
  if (list?.ok === false) return list
  const { lines, diagnostics } =
    list?.ok && Array.isArray(list.value)
      ? { lines: list.value.filter(isObject).map((value) => ({ value })), diagnostics: [] }
      : linesOf(text.value)
  const messages: Message[] = []
  const strangers: Message[] = []
  for (const line of lines) {
    const span = 'span' in line ? line.span : undefined
    const message = messageOf(line.value, span)
    if (message) messages.push(message)
    else {
      const place = span ? { span } : {}
      strangers.push({ value: line.value, raw: line.value, at: null, from: null, ...place })
    }
  }
  return good({ exchanges: paired(messages), strangers, diagnostics })
}
