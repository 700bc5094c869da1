/** Records of Kimi Code, and of the Python CLI before it, one at a time. Rule: docs/formats/kimi.md. */
import type { Usage } from '#shared/session'
import type { SessionFacts } from '../format'
import type { FoldRules, Part } from '../line-reader/fold'
import { assistantEntry, userEntry } from '../parts/entries'
import {
  fieldsOf,
  indented,
  isObject,
  numberOr,
  textOr,
  timeOf,
  type Fields,
} from '../parts/fields'
import { usualEntry } from '../parts/usual-tools'
import { olderParts } from './older'
import { markerPart, saidPart, textIn } from './parts'
import { finished } from './tools'

/** `known`: what the files beside the log say of the session. */
export function kimiRules(known: Partial<SessionFacts>): FoldRules {
  const session = known.id?.split('/')[0] ?? null
  return {
    timeOf: (record) => timeOf(record.time ?? record.timestamp ?? record.created_at),
    partsOf: (record) =>
      isObject(record.message) && record.type === undefined
        ? olderParts(record.message)
        : partsOf(record, session),
    factsOf(record, isFirst) {
      if (isFirst) {
        return { startedAt: timeOf(record.created_at ?? record.timestamp), ...known }
      }
      const model = textOr(record.modelAlias, textOr(record.model, null))
      const cwd = record.type === 'config.update' ? textOr(record.cwd, null) : null
      const isModel = ['config.update', 'llm.request'].includes(textOr(record.type, ''))
      if (cwd === null && !(isModel && model !== null)) return null
      return {
        ...(isModel && model !== null ? { model } : {}),
        ...(cwd === null ? {} : { cwd }),
      }
    },
  }
}

function partsOf(record: Fields, session: string | null): readonly Part[] {
  const type = textOr(record.type, 'record')
  switch (type) {
    case 'context.append_message':
      return messageParts(fieldsOf(record.message))
    case 'context.append_loop_event':
      return loopParts(fieldsOf(record.event), record, session)
    case 'context.apply_compaction':
      return [markerPart('compaction', 'Context compacted', { body: textOr(record.summary, null) })]
    case 'plan_mode.enter':
      return [markerPart('plan', 'Plan mode')]
    case 'plan_mode.exit':
      return [markerPart('plan', 'Plan mode left')]
    case 'permission.record_approval_result': {
      const decision = textOr(fieldsOf(record.result).decision, 'answered')
      const title = `${decision}: ${textOr(record.action, textOr(record.toolName, ''))}`
      return [markerPart('approval', title)]
    }
    default:
      // What the agent keeps for itself: requests, tools, settings, sums of usage, repeated prompts.
      if (/^(?:metadata|turn\.|llm\.|tools\.|config\.|usage\.|full_compaction\.)/.test(type))
        return []
      return [markerPart('record', type, { body: indented(record), severity: 'warning' })]
  }
}

function messageParts(message: Fields): Part[] {
  const text = textIn(message.content)
  const origin = fieldsOf(message.origin)
  const kind = textOr(origin.kind, 'user')
  if (message.role !== 'user') {
    return [markerPart('system', `Message of ${textOr(message.role, 'nobody')}`, { body: text })]
  }
  if (kind === 'user') return [{ kind: 'prompt', build: (place) => userEntry(place, text) }]
  const label = textOr(origin.name, kind)
  return [
    {
      kind: 'entry',
      open: true,
      build: (place) => userEntry(place, text, { origin: 'system', label }),
    },
  ]
}

function usageOf(value: unknown): Usage | null {
  if (!isObject(value)) return null
  return {
    input: numberOr(value.inputOther, 0),
    output: numberOr(value.output, 0),
    cacheRead: numberOr(value.inputCacheRead, 0),
    cacheWrite: numberOr(value.inputCacheCreation, 0),
    reasoning: 0,
  }
}

function loopParts(event: Fields, record: Fields, session: string | null): Part[] {
  const id = textOr(event.toolCallId, null)
  switch (event.type) {
    case 'step.begin':
      return [
        {
          kind: 'response',
          id: textOr(event.uuid, null),
          open: true,
          build: (place) => assistantEntry(place, ''),
        },
      ]
    case 'content.part': {
      const part = fieldsOf(event.part)
      if (part.type === 'think') return [saidPart(textOr(part.think, ''), true)]
      return [saidPart(textOr(part.text, indented(part)), false)]
    }
    case 'tool.call':
      return [
        {
          kind: 'call',
          id,
          build: (place) => usualEntry(place, textOr(event.name, 'tool'), id, event.args),
        },
      ]
    case 'tool.result': {
      const { output, isError, note } = fieldsOf(event.result)
      const result = { output, isError: isError === true, note: textOr(note, '') }
      return [{ kind: 'result', id, apply: (call, at) => finished(call, result, at, session) }]
    }
    case 'step.end': {
      const usage = usageOf(event.usage)
      const isLast = event.finishReason !== 'tool_use'
      return [
        {
          kind: 'amend',
          ...(isLast ? { open: false } : {}),
          apply: (answer) => ({ ...answer, usage: usage ?? answer.usage }),
        },
      ]
    }
    default:
      return [
        markerPart('record', textOr(event.type, 'event'), {
          body: indented(record),
          severity: 'warning',
        }),
      ]
  }
}
