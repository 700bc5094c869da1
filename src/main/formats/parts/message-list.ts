/**
 * Messages of roles and blocks, as several agents keep them: `text`,
 * `thinking`, `tool_use` and `tool_result`, paired by id. What a tool's call
 * and result look like is the agent's own.
 */
import type { ToolEntry, Usage } from '#shared/session'
import type { Item } from '../document-reader/document-reader'
import { contentBlocks } from './blocks'
import { answered, assistantEntry, toolEntry, userEntry, type Place } from './entries'
import { isObject, listOf, textOr, type Fields } from './fields'
import { Turns } from './turns'

export interface ListedMessage {
  readonly role: string
  readonly content: unknown
  readonly at: number | null
  readonly usage?: Usage | null
  readonly model?: string | null
  readonly raw: unknown
}

export interface MessageRules {
  /** A call without its result. */
  call(block: Fields, place: Place): ToolEntry
  /** The call with its result. */
  result(entry: ToolEntry, block: Fields, at: number | null): ToolEntry
  /** Texts of a user message; null: nothing of it is shown. `label` null: a person. */
  user(text: string): readonly { readonly text: string; readonly label: string | null }[]
}

/** Items in order; `open` while a call waits for its result. */
export function listItems(
  messages: readonly ListedMessage[],
  rules: MessageRules,
): { items: Item[]; open: boolean } {
  const turns = new Turns()
  const items: Item[] = []
  const calls = new Map<string, number>()
  let open = false
  for (const { role, content, at, raw, usage = null, model = null } of messages) {
    const blocks =
      typeof content === 'string'
        ? [{ type: 'text', text: content }]
        : listOf(content).filter(isObject)
    const text = blocks
      .flatMap((block) => (block.type === 'text' ? [textOr(block.text, '')] : []))
      .join('\n\n')
    if (role === 'assistant') {
      turns.response()
      const place = turns.at(at)
      const reasoning = blocks
        .flatMap((block) =>
          block.type === 'thinking' || block.type === 'reasoning'
            ? [textOr(block.thinking, textOr(block.text, ''))]
            : [],
        )
        .join('\n\n')
      items.push({ entry: assistantEntry(place, text, { reasoning, usage, model }), raw: [raw] })
      for (const block of blocks) {
        if (block.type !== 'tool_use') continue
        const entry = rules.call(block, place)
        if (entry.callId !== null) calls.set(entry.callId, items.length)
        items.push({ entry, raw: [block] })
        open = true
      }
      continue
    }
    for (const block of blocks) {
      if (block.type !== 'tool_result') continue
      const id = textOr(block.tool_use_id, textOr(block.toolUseID, null))
      const index = id === null ? undefined : calls.get(id)
      const item = index === undefined ? undefined : items[index]
      open = false
      if (
        index !== undefined &&
        item?.entry.kind === 'tool' &&
        item.entry.status === 'unanswered'
      ) {
        items[index] = { entry: rules.result(item.entry, block, at), raw: [...item.raw, block] }
      } else items.push({ entry: orphan(block, id, turns.at(at)), raw: [block] })
    }
    const images = contentBlocks(blocks.filter((block) => block.type === 'image')).filter(
      (block) => block.type === 'image',
    )
    for (const part of text === '' ? [] : rules.user(text)) {
      if (part.label === null) turns.prompt()
      const patch =
        part.label === null ? { images } : { origin: 'system' as const, label: part.label }
      items.push({ entry: userEntry(turns.at(at), part.text, patch), raw: [raw] })
    }
  }
  return { items, open }
}

function orphan(block: Fields, callId: string | null, place: Place): ToolEntry {
  const entry = toolEntry(place, { name: 'unknown tool', callId, args: null }, 'generic', {
    call: null,
  })
  return answered(entry, {
    at: place.at,
    content: contentBlocks(block.content),
    isError: block.is_error === true,
    declined: { code: 'call-unknown', params: {} },
  })
}

/** A person's text, whole. */
export function plainUser(text: string): { text: string; label: null }[] {
  return [{ text, label: null }]
}

/** The text of a `tool_result` block. */
export function resultText(block: Fields): string {
  return contentBlocks(block.content)
    .map((one) => (one.type === 'text' ? one.text : ''))
    .join('\n')
}
