/** Steps of SWE-agent as items, or its history where that is all there is. */
import type { Item } from '../document-reader/document-reader'
import { contentBlocks } from '../parts/blocks'
import { assistantEntry, markerEntry, toolEntry, userEntry } from '../parts/entries'
import { fieldsOf, jsonOr, textOr, type Fields } from '../parts/fields'
import { Turns } from '../parts/turns'
import { actionEntry, nowhereKnown } from './actions'

export function stepItems(steps: readonly Fields[], history: readonly Fields[]): Item[] {
  const turns = new Turns()
  const items = openingItems(history, turns)
  let cwd: string | null = null
  let open: string | null = null
  for (const step of steps) {
    turns.response()
    const place = turns.at(null)
    const thought = textOr(step.thought, '').trim()
    const entry = assistantEntry(place, thought)
    items.push({ entry, raw: [{ response: step.response, thought: step.thought }] })
    const state = fieldsOf(typeof step.state === 'string' ? jsonOr(step.state) : step.state)
    const action = textOr(step.action, '').trim()
    if (action !== '') {
      const entry = actionEntry(step, action, place, { cwd, open })
      items.push({ entry, raw: [step] })
    }
    open = textOr(state.open_file, open)
    cwd = textOr(state.working_dir, cwd)
  }
  return items
}

/** System prompt and task, out of the history that repeats the steps. */
function openingItems(history: readonly Fields[], turns: Turns): Item[] {
  const items: Item[] = []
  for (const message of history) {
    if (message.is_demo === true || message.message_type === 'demonstration') continue
    const text = textIn(message.content)
    if (message.role === 'system') {
      items.push({
        entry: markerEntry(turns.at(null), 'system', 'System prompt', { body: text }),
        raw: [message],
      })
    } else if (message.role === 'user') {
      turns.prompt()
      items.push({ entry: userEntry(turns.at(null), text), raw: [message] })
      break
    } else break
  }
  return items
}

export function textIn(content: unknown): string {
  return contentBlocks(content)
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('\n')
}

/** A demonstration that holds only what the model saw. */
export function historyItems(history: readonly Fields[]): Item[] {
  const turns = new Turns()
  const items: Item[] = []
  let pending: { index: number; action: string } | null = null
  for (const message of history) {
    const text = textIn(message.content)
    if (message.role === 'system') {
      items.push({
        entry: markerEntry(turns.at(null), 'system', 'System prompt', { body: text }),
        raw: [message],
      })
    } else if (message.role === 'assistant') {
      turns.response()
      const place = turns.at(null)
      items.push({ entry: assistantEntry(place, textOr(message.thought, text)), raw: [message] })
      const action = textOr(message.action, '').trim()
      if (action === '') continue
      pending = { index: items.length, action }
      const call = { name: action.split(/\s/)[0] ?? 'action', callId: null, args: action }
      items.push({
        entry: toolEntry(place, call, 'run', { call: { card: 'terminal', title: action } }),
        raw: [message],
      })
    } else if (pending) {
      const before = items[pending.index]
      const place = turns.at(null)
      const entry = actionEntry({ observation: text }, pending.action, place, nowhereKnown)
      if (before) items[pending.index] = { entry, raw: [...before.raw, message] }
      pending = null
    } else {
      turns.prompt()
      items.push({ entry: userEntry(turns.at(null), text), raw: [message] })
    }
  }
  return items
}
