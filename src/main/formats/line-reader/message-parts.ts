/** Parts of a message of roles and blocks (`text`, `thinking`, `tool_use`, `tool_result`), one record each. */
import type { ToolEntry, Usage } from '#shared/session'
import { contentBlocks } from '../parts/blocks'
import { assistantEntry, userEntry } from '../parts/entries'
import { isObject, listOf, textOr, type Fields } from '../parts/fields'
import { usualEntry } from '../parts/usual-tools'
import type { Part } from './fold'

export interface MessageShape {
  readonly id: string | null
  readonly role: string
  readonly content: unknown
  readonly model?: string | null
  readonly usage?: Usage | null
}

export interface MessagePartRules {
  /** A call with its `tool_result` block. */
  result(call: ToolEntry, block: Fields, at: number | null): ToolEntry
  /** What a person typed, and what was put beside it. */
  user(text: string): readonly { readonly text: string; readonly label: string | null }[]
}

function textsOf(blocks: readonly Fields[], type: string, key: string): string {
  return blocks
    .flatMap((block) => (block.type === type ? [textOr(block[key], '')] : []))
    .filter((text) => text !== '')
    .join('\n\n')
}

export function messageParts(message: MessageShape, rules: MessagePartRules): Part[] {
  const blocks =
    typeof message.content === 'string'
      ? [{ type: 'text', text: message.content }]
      : listOf(message.content).filter(isObject)
  return message.role === 'assistant' ? answerParts(message, blocks) : userParts(blocks, rules)
}

function answerParts(message: MessageShape, blocks: readonly Fields[]): Part[] {
  const reasoning = [
    textsOf(blocks, 'thinking', 'thinking'),
    textsOf(blocks, 'reasoning', 'text'),
  ].filter((text) => text !== '')
  return [
    {
      kind: 'response',
      id: message.id,
      build: (place) =>
        assistantEntry(place, textsOf(blocks, 'text', 'text'), {
          reasoning: reasoning.join('\n\n'),
          model: message.model ?? null,
          usage: message.usage ?? null,
        }),
    },
    ...blocks
      .filter((block) => block.type === 'tool_use')
      .map((block): Part => {
        const id = textOr(block.id, null)
        const name = textOr(block.name, 'tool')
        return { kind: 'call', id, build: (place) => usualEntry(place, name, id, block.input) }
      }),
  ]
}

function userParts(blocks: readonly Fields[], rules: MessagePartRules): Part[] {
  const text = textsOf(blocks, 'text', 'text')
  const images = contentBlocks(blocks.filter((block) => block.type === 'image')).filter(
    (block) => block.type === 'image',
  )
  const said = text === '' && images.length > 0 ? [{ text, label: null }] : rules.user(text)
  return [
    ...blocks
      .filter((block) => block.type === 'tool_result')
      .map((block): Part => {
        const id = textOr(block.tool_use_id, null)
        return { kind: 'result', id, apply: (call, at) => rules.result(call, block, at) }
      }),
    ...said
      .filter((part) => part.text !== '' || images.length > 0)
      .map(({ text: one, label }): Part => {
        if (label !== null) {
          const patch = { origin: 'system' as const, label }
          return { kind: 'entry', build: (place) => userEntry(place, one, patch) }
        }
        return { kind: 'prompt', build: (place) => userEntry(place, one, { images }) }
      }),
  ]
}
