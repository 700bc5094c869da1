/** Messages and parts of the first generation of OpenCode, from files or rows, as entries. */
import type { Usage } from '#shared/session'
import type { Item } from '../document-reader/document-reader'
import { contentBlocks } from '../parts/blocks'
import { assistantEntry, markerEntry, userEntry } from '../parts/entries'
import {
  fieldsOf,
  firstLine,
  indented,
  isObject,
  listOf,
  numberOr,
  pick,
  textOr,
  timeOf,
  type Fields,
} from '../parts/fields'
import { Turns } from '../parts/turns'
import { toolPartEntry } from './tools'

/** A message of the first generation with its parts, in order. */
export interface MessageV1 {
  readonly info: Fields
  readonly parts: readonly Fields[]
}

export function usageOf(tokens: unknown): Usage | null {
  if (!isObject(tokens)) return null
  const cache = fieldsOf(tokens.cache)
  return {
    input: numberOr(tokens.input, 0),
    output: numberOr(tokens.output, 0),
    cacheRead: numberOr(cache.read, 0),
    cacheWrite: numberOr(cache.write, 0),
    reasoning: numberOr(tokens.reasoning, 0),
  }
}

/** Texts of the parts of a type. */
export function joined(
  parts: readonly Fields[],
  type: string,
  isFit: (part: Fields) => boolean,
): string {
  return parts
    .filter((part) => part.type === type && isFit(part))
    .map((part) => textOr(part.text, ''))
    .filter((text) => text !== '')
    .join('\n\n')
}

/** Entries of the first generation. `revert`: the message from which the user went back. */
export function itemsV1(
  messages: readonly MessageV1[],
  revert: string | null,
): { items: Item[]; open: boolean } {
  const turns = new Turns()
  const items: Item[] = []
  let open = false
  for (const { info, parts } of messages) {
    const at = timeOf(fieldsOf(info.time).created)
    if (revert !== null && info.id === revert) {
      items.push({
        entry: markerEntry(turns.at(at), 'branch', 'Reverted from here on', {
          severity: 'warning',
        }),
        raw: [],
      })
    }
    if (info.role === 'user') {
      const text = joined(parts, 'text', (part) => part.synthetic !== true && part.ignored !== true)
      const injected = joined(parts, 'text', (part) => part.synthetic === true)
      const images = contentBlocks(
        parts.filter((part) => part.type === 'file').map((part) => ({ image_url: part.url })),
      ).filter((block) => block.type === 'image')
      if (text !== '' || images.length > 0) {
        turns.prompt()
        open = true
        items.push({ entry: userEntry(turns.at(at), text, { images }), raw: [info, ...parts] })
      }
      if (injected !== '') {
        const patch = { origin: 'system' as const, label: 'synthetic' }
        items.push({ entry: userEntry(turns.at(at), injected, patch), raw: [info, ...parts] })
      }
      for (const part of parts) {
        const marker = partMarker(part, turns, at)
        if (marker) items.push(marker)
      }
      continue
    }
    turns.response()
    const place = turns.at(at)
    const text = joined(parts, 'text', () => true)
    const error = fieldsOf(info.error)
    if (info.summary === true) {
      const entry = markerEntry(place, 'compaction', 'Summary of what came before', { body: text })
      items.push({ entry, raw: [info, ...parts] })
    } else {
      const entry = assistantEntry(place, text, {
        reasoning: joined(parts, 'reasoning', () => true),
        model: textOr(info.modelID, null),
        usage: usageOf(info.tokens),
        interrupted: error.name === 'MessageAbortedError',
      })
      items.push({ entry, raw: [info, ...parts.filter((part) => part.type !== 'tool')] })
    }
    for (const part of parts) {
      if (part.type === 'tool') {
        const state = fieldsOf(part.state)
        const time = fieldsOf(state.time)
        const output = textOr(state.output, '')
        const entry = toolPartEntry(
          {
            name: textOr(part.tool, 'tool'),
            callId: textOr(part.callID, null),
            state,
            output,
            content: [
              output,
              ...listOf(state.attachments).map((one) => ({ image_url: fieldsOf(one).url })),
            ].filter(Boolean),
            isV2: false,
            startedAt: timeOf(time.start),
            endedAt: timeOf(time.end),
          },
          place,
          textOr(fieldsOf(info.path).cwd, null),
        )
        items.push({ entry, raw: [part] })
        continue
      }
      const marker = partMarker(part, turns, at)
      if (marker) items.push(marker)
    }
    if (typeof error.name === 'string') {
      const message = textOr(fieldsOf(error.data).message, error.name)
      const entry = markerEntry(place, 'error', firstLine(message), {
        severity: 'error',
        body: indented(info.error),
      })
      items.push({ entry, raw: [info] })
    }
    open = fieldsOf(info.time).completed === undefined && info.error === undefined
  }
  return { items, open }
}

const quiet = new Set([
  'text',
  'reasoning',
  'tool',
  'file',
  'step-start',
  'step-finish',
  'snapshot',
  'patch',
])

function partMarker(part: Fields, turns: Turns, at: number | null): Item | null {
  const type = textOr(part.type, 'part')
  if (quiet.has(type)) return null
  const place = turns.at(at)
  switch (type) {
    case 'compaction':
      return {
        entry: markerEntry(place, 'compaction', 'Context compaction', {
          detail: pick(part, ['auto']),
        }),
        raw: [part],
      }
    case 'retry': {
      const title = `Request failed, retry ${numberOr(part.attempt, '?')}`
      return {
        entry: markerEntry(place, 'retry', title, {
          severity: 'warning',
          body: indented(part.error),
        }),
        raw: [part],
      }
    }
    case 'agent':
      return { entry: markerEntry(place, 'preset', `Agent ${textOr(part.name, '')}`), raw: [part] }
    case 'subtask':
      return {
        entry: markerEntry(place, 'subagent', textOr(part.description, 'Subtask'), {
          body: textOr(part.prompt, null),
        }),
        raw: [part],
      }
    default:
      return {
        entry: markerEntry(place, 'record', type, { body: indented(part), severity: 'warning' }),
        raw: [part],
      }
  }
}
