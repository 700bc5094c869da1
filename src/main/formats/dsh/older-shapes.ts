/**
 * Silent changes of version 0, lifted to today's shape one small step each.
 * Nothing past this file knows of them. Rule: dsh format, section 8.
 */
import { isObject } from '../../views/field'
import type { Fields } from './record'

export interface LiftContext {
  readonly sessionId: string
  readonly seq: number | null
}

export interface Shape {
  readonly type: string
  readonly data: Fields
}

/** The event's type and data as the current writer would have left them. */
export function liftShape(type: string, data: Fields, context: LiftContext): Shape {
  switch (type) {
    case 'user/message':
      return 'id' in data ? { type, data } : { type, data: withIdentity(data, 'user', context) }
    case 'steering/message':
      return { type: 'user/message', data: steered(data, context) }
    case 'assistant/message':
      return 'message' in data ? { type, data } : { type, data: assistant(data, context) }
    case 'tool/result':
      return 'message' in data ? { type, data } : { type, data: toolResult(data, context) }
    case 'turn/end':
      return { type, data: { ...data, reason: turnReason(data.reason) } }
    default:
      return { type, data }
  }
}

function legacyId(context: LiftContext): string {
  return `legacy-message:${context.sessionId}:${context.seq ?? ''}`
}

function withIdentity(data: Fields, role: string, context: LiftContext): Fields {
  return { ...data, id: legacyId(context), role }
}

function steered(data: Fields, context: LiftContext): Fields {
  if (isObject(data.message)) return data.message
  return withIdentity({ content: data.content, source: data.source }, 'user', context)
}

function assistant(data: Fields, context: LiftContext): Fields {
  const { content, provenance, ...rest } = data
  const source = { ...(isObject(provenance) ? provenance : {}), kind: 'model' }
  return { ...rest, message: withIdentity({ content, source }, 'assistant', context) }
}

function toolResult(data: Fields, context: LiftContext): Fields {
  const { callId, content, isError, ...rest } = data
  const block = { type: 'tool-result', toolCallId: callId, content, isError }
  const source = { kind: 'tool', callId }
  return { ...rest, message: withIdentity({ content: [block], source }, 'user', context) }
}

function turnReason(reason: unknown): unknown {
  if (!isObject(reason)) return reason
  const { kind } = reason
  if (kind === 'aborted' && !('reason' in reason)) return { kind, reason: { kind: 'legacy' } }
  if (kind === 'disposed') return { kind: 'aborted', reason: { kind: 'disposed' } }
  if (kind === 'error' && !('error' in reason)) {
    const { failure, message, code } = reason
    return { kind, error: isObject(failure) ? failure : { message, code: code ?? 'UNKNOWN' } }
  }
  return reason
}
