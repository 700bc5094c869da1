/** Small facts out of events, whole or thinned: what rows and session facts are made of. */
import { noUsage, type Usage } from '#shared/session'
import { isObject } from '../../views/field'
import type { Fields } from './record'

export function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' ? value : otherwise
}

export function numberOr<T>(value: unknown, otherwise: T): number | T {
  return typeof value === 'number' ? value : otherwise
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {}
}

/** Usage as we count it; null when there is none. dsh's input excludes cached tokens, as ours does. Rule: 5.4. */
export function usageOf(value: unknown): Usage | null {
  if (!isObject(value)) return null
  return {
    input: numberOr(value.inputTokens, noUsage.input),
    output: numberOr(value.outputTokens, noUsage.output),
    cacheRead: numberOr(value.cacheReadTokens, noUsage.cacheRead),
    cacheWrite: numberOr(value.cacheWriteTokens, noUsage.cacheWrite),
    reasoning: numberOr(value.reasoningTokens, noUsage.reasoning),
  }
}

/** The texts of a message's blocks of one type, joined by an empty line. */
export function joinedText(content: unknown, type: 'text' | 'reasoning'): string {
  return listOf(content)
    .flatMap((block) =>
      isObject(block) && block.type === type && typeof block.text === 'string' ? [block.text] : [],
    )
    .join('\n\n')
}

/** First line with something on it, at most 200 characters. */
export function firstLine(text: string): string {
  const line = text.split('\n').find((part) => part.trim() !== '') ?? ''
  return line.trim().slice(0, 200)
}

/** A call the model asked for. */
export interface CallBlock {
  readonly id: string
  readonly name: string
  readonly argumentsText: string
}

export function callBlocksOf(content: unknown): CallBlock[] {
  return listOf(content).flatMap((block) => {
    if (!isObject(block) || block.type !== 'tool-call') return []
    const { id, name } = block
    if (typeof id !== 'string' || typeof name !== 'string') return []
    return [{ id, name, argumentsText: textOr(block.arguments, '') }]
  })
}

/** The one `tool-result` block of a tool result's message, and the call it answers. */
export interface ResultBlock {
  readonly callId: string | null
  readonly content: readonly unknown[]
  readonly isError: boolean
}

export function resultBlockOf(data: Fields): ResultBlock {
  const message = fieldsOf(data.message)
  const block = fieldsOf(listOf(message.content)[0])
  const callId = textOr(block.toolCallId, null) ?? textOr(fieldsOf(message.source).callId, null)
  return { callId, content: listOf(block.content), isError: block.isError === true }
}
