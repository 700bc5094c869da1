/** The wire log of the Python CLI: `{timestamp, message: {type, payload}}`. Rule: docs/formats/kimi.md. */
import type { Part } from '../line-reader/fold'
import { assistantEntry, userEntry } from '../parts/entries'
import { fieldsOf, indented, jsonOr, textOr, type Fields } from '../parts/fields'
import { usualEntry } from '../parts/usual-tools'
import { markerPart, saidPart, textIn } from './parts'
import { finished } from './tools'

export function olderParts(message: Fields): readonly Part[] {
  const payload = fieldsOf(message.payload)
  const type = textOr(message.type, 'message')
  switch (type) {
    case 'TurnBegin':
      return [{ kind: 'prompt', build: (place) => userEntry(place, textIn(payload.user_input)) }]
    case 'StepBegin':
      return [
        {
          kind: 'response',
          id: null,
          open: true,
          build: (place) => assistantEntry(place, ''),
        },
      ]
    case 'ContentPart':
    case 'TextPart':
    case 'ThinkPart': {
      const isThought = payload.type === 'think' || type === 'ThinkPart'
      const text = textOr(payload.think, textOr(payload.text, ''))
      return text === '' ? [] : [saidPart(text, isThought)]
    }
    case 'ToolCall': {
      const id = textOr(payload.id, null)
      const { name, arguments: args } = fieldsOf(payload.function)
      const input = typeof args === 'string' ? jsonOr(args) : args
      return [
        {
          kind: 'call',
          id,
          build: (place) => usualEntry(place, textOr(name, 'tool'), id, input),
        },
      ]
    }
    case 'ToolResult': {
      const value = fieldsOf(payload.return_value ?? payload.result)
      const result = {
        output: value.output,
        isError: value.is_error === true,
        note: textOr(value.message, ''),
      }
      const id = textOr(payload.tool_call_id, null)
      return [{ kind: 'result', id, apply: (call, at) => finished(call, result, at, null) }]
    }
    case 'CompactionEnd':
      return [markerPart('compaction', 'Context compacted')]
    case 'StepInterrupted':
      return [{ ...markerPart('cancel', 'Interrupted', { severity: 'warning' }), open: false }]
    case 'TurnEnd':
      return [{ ...markerPart('turn-end', 'Turn ended'), open: false }]
    default:
      if (/^(?:StatusUpdate|CompactionBegin|ToolCallPart|Approval\w*)$/.test(type)) return []
      return [markerPart('record', type, { body: indented(message), severity: 'warning' })]
  }
}
