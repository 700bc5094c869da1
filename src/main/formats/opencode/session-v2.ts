/** Rows of the second generation of OpenCode as entries. */
import type { Item } from '../document-reader/document-reader'
import { assistantEntry, markerEntry, userEntry } from '../parts/entries'
import { fieldsOf, isObject, listOf, textOr, timeOf, type Fields } from '../parts/fields'
import { Turns } from '../parts/turns'
import { joined, usageOf } from './session-v1'
import { toolPartEntry } from './tools'

/** Entries of the second generation: rows with a type and data. */
export function itemsV2(
  rows: readonly Fields[],
  cwd: string | null,
): { items: Item[]; open: boolean } {
  const turns = new Turns()
  const items: Item[] = []
  let open = false
  for (const row of rows) {
    const data = fieldsOf(row.data)
    const at = timeOf(fieldsOf(data.time).created) ?? timeOf(row.time_created)
    const type = textOr(row.type, 'record')
    switch (type) {
      case 'user':
        turns.prompt()
        open = true
        items.push({ entry: userEntry(turns.at(at), textOr(data.text, '')), raw: [row] })
        break
      case 'synthetic': {
        const patch = { origin: 'system' as const, label: 'synthetic' }
        items.push({ entry: userEntry(turns.at(at), textOr(data.text, ''), patch), raw: [row] })
        break
      }
      case 'assistant': {
        turns.response()
        const place = turns.at(at)
        const content = listOf(data.content).filter(isObject)
        const entry = assistantEntry(
          place,
          joined(content, 'text', () => true),
          {
            reasoning: joined(content, 'reasoning', () => true),
            model: textOr(fieldsOf(data.model).id, null),
            usage: usageOf(data.tokens),
          },
        )
        items.push({
          entry,
          raw: [
            { ...row, data: { ...data, content: content.filter((one) => one.type !== 'tool') } },
          ],
        })
        for (const part of content) {
          if (part.type !== 'tool') continue
          const state = fieldsOf(part.state)
          const time = fieldsOf(part.time)
          const [first] = listOf(state.content).map(fieldsOf)
          items.push({
            entry: toolPartEntry(
              {
                name: textOr(part.name, 'tool'),
                callId: textOr(part.id, null),
                state,
                output: textOr(first?.text, ''),
                content: state.content,
                isV2: true,
                startedAt: timeOf(time.ran) ?? timeOf(time.created),
                endedAt: timeOf(time.completed),
              },
              place,
              cwd,
            ),
            raw: [part],
          })
        }
        open = fieldsOf(data.time).completed === undefined && data.error === undefined
        break
      }
      default: {
        const [marker, title] = markerV2(type, data)
        if (type === 'idle') open = false
        const body = textOr(
          data.summary,
          textOr(fieldsOf(data.output).output, textOr(data.text, null)),
        )
        items.push({ entry: markerEntry(turns.at(at), marker, title, { body }), raw: [row] })
      }
    }
  }
  return { items, open }
}

function markerV2(
  type: string,
  data: Fields,
): readonly [
  'command' | 'compaction' | 'turn-end' | 'preset' | 'model' | 'system' | 'record',
  string,
] {
  switch (type) {
    case 'shell':
      return ['command', `! ${textOr(data.command, '')}`]
    case 'compaction':
      return ['compaction', 'Context compacted']
    case 'idle':
      return ['turn-end', `Turn ended: ${textOr(data.outcome, '')}`]
    case 'agent-switched':
      return ['preset', 'Agent switched']
    case 'model-switched':
      return ['model', 'Model switched']
    case 'system':
    case 'skill':
    case 'location-switched':
      return ['system', type.replaceAll('-', ' ')]
    default:
      return ['record', type]
  }
}
