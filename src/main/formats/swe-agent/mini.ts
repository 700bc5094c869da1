/** Messages of mini-swe-agent as items: every action is a command. Rule: docs/formats/swe-agent.md. */
import type { ToolEntry } from '#shared/session'
import type { Item } from '../document-reader/document-reader'
import { contentBlocks } from '../parts/blocks'
import {
  answered,
  assistantEntry,
  markerEntry,
  toolEntry,
  userEntry,
  type Place,
} from '../parts/entries'
import { fieldsOf, listOf, numberOr, textOr, timeOf, type Fields } from '../parts/fields'
import { Turns } from '../parts/turns'
import { textIn } from './trajectory'

/** Messages of mini: a thought and one fenced command, then what came of it. */
export function miniItems(messages: readonly Fields[]): Item[] {
  const turns = new Turns()
  const items: Item[] = []
  let pending: { index: number; place: Place; command: string } | null = null
  for (const message of messages) {
    const text = textIn(message.content)
    const extra = fieldsOf(message.extra)
    const at = timeOf(extra.timestamp)
    if (message.role === 'system') {
      items.push({
        entry: markerEntry(turns.at(at), 'system', 'System prompt', { body: text }),
        raw: [message],
      })
    } else if (message.role === 'assistant') {
      turns.response()
      const place = turns.at(at)
      items.push({ entry: assistantEntry(place, text), raw: [message] })
      const [action] = listOf(extra.actions).map(fieldsOf)
      const fenced = /```(?:bash|mswea_bash_command)\n([\s\S]*?)\n?```/.exec(text)?.[1]
      const command = textOr(action?.command, fenced ?? null)
      if (command === null) continue
      pending = { index: items.length, place, command }
      const call = { name: 'bash', callId: null, args: { command } }
      items.push({
        entry: toolEntry(place, call, 'run', { call: { card: 'terminal', title: command } }),
        raw: [message],
      })
    } else if (pending) {
      const before = items[pending.index]
      if (before?.entry.kind === 'tool') {
        items[pending.index] = {
          entry: miniResult(before.entry, text, extra, at),
          raw: [...before.raw, message],
        }
      }
      pending = null
    } else if (message.role === 'exit') {
      items.push({
        entry: markerEntry(turns.at(at), 'turn-end', 'Submitted', { body: text }),
        raw: [message],
      })
    } else {
      turns.prompt()
      items.push({ entry: userEntry(turns.at(at), text), raw: [message] })
    }
  }
  return items
}

function miniResult(entry: ToolEntry, text: string, extra: Fields, at: number | null): ToolEntry {
  const stated = /<returncode>(-?\d+)<\/returncode>/.exec(text)?.[1]
  const code = numberOr(extra.returncode, stated === undefined ? null : Number(stated))
  const inner = /<output>\n?([\s\S]*?)\n?<\/output>/.exec(text)?.[1]
  const output = textOr(extra.raw_output, inner ?? text)
  const view = { card: 'terminal' as const, output, ...(code === null ? {} : { exitCode: code }) }
  return answered(entry, { at, content: contentBlocks(text), isError: false, view })
}
