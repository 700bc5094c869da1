/** Records of Copilot CLI, one at a time. Rule: docs/formats/copilot-cli.md. */
import type { AssistantEntry, MarkerKind, SessionLink, Usage } from '#shared/session'
import type { FoldRules, Part } from '../line-reader/fold'
import { assistantEntry, markerEntry, userEntry } from '../parts/entries'
import {
  fieldsOf,
  firstLine,
  indented,
  isObject,
  jsonOr,
  listOf,
  numberOr,
  pick,
  textOr,
  timeOf,
  type Fields,
} from '../parts/fields'
import { usualEntry } from '../parts/usual-tools'
import { completed } from './tools'

export const copilotRules: FoldRules = {
  timeOf: (record) => timeOf(record.timestamp),
  partsOf,
  factsOf(record) {
    const data = fieldsOf(record.data)
    if (record.type === 'session.start') {
      const context = fieldsOf(data.context)
      const extra = [
        { label: 'Version', value: textOr(data.copilotVersion, '') },
        { label: 'Branch', value: textOr(context.branch, '') },
        { label: 'Repository', value: textOr(context.repository, '') },
      ].filter(({ value }) => value !== '')
      return {
        id: textOr(data.sessionId, ''),
        cwd: textOr(context.cwd, null),
        startedAt: timeOf(data.startTime),
        model: textOr(data.selectedModel, null),
        extra,
      }
    }
    if (record.type !== 'session.model_change' && record.type !== 'assistant.message') return null
    const model = textOr(data.newModel, textOr(data.model, null))
    return model === null ? null : { model }
  },
}

/** They repeat or announce what others hold, or keep books. */
const quiet = new Set([
  'session.start',
  'session.usage_checkpoint',
  'session.compaction_start',
  'session.auto_mode_resolved',
  'assistant.turn_end',
  'assistant.message_delta',
  'assistant.reasoning_delta',
  'tool.execution_partial_result',
  'hook.start',
  'hook.end',
])

function partsOf(record: Fields): readonly Part[] {
  const type = textOr(record.type, 'record')
  if (record.ephemeral === true || quiet.has(type) || type.startsWith('permission.')) return []
  const data = fieldsOf(record.data)
  switch (type) {
    case 'user.message':
      return [userPart(data)]
    case 'assistant.turn_start':
      return [{ kind: 'announce' }]
    case 'assistant.message':
      return answerParts(data)
    case 'assistant.reasoning':
      return reasoningParts(textOr(data.content, ''))
    case 'session.usage_record':
      return [usagePart(fieldsOf(data.usage))]
    case 'tool.execution_start':
      return [callPart(data.toolCallId, data.toolName, data.arguments)]
    case 'tool.execution_complete': {
      const id = textOr(data.toolCallId, null)
      return [{ kind: 'result', id, apply: (call, at) => completed(call, data, at) }]
    }
    default:
      return [markerPart(type, data, record)]
  }
}

function userPart(data: Fields): Part {
  const text = textOr(data.content, '')
  const source = textOr(data.source, 'user')
  const isPrompt = source === 'user' && !text.startsWith('<system_notification>')
  if (isPrompt) return { kind: 'prompt', build: (place) => userEntry(place, text) }
  const origin = source.startsWith('agent-') ? 'agent' : 'system'
  const label = source === 'user' ? 'notification' : source
  return { kind: 'entry', build: (place) => userEntry(place, text, { origin, label }) }
}

function answerParts(data: Fields): Part[] {
  const isInner = typeof data.parentToolCallId === 'string'
  const requests = listOf(data.toolRequests).filter(isObject)
  return [
    {
      kind: 'response',
      id: textOr(data.messageId, null),
      build: (place) =>
        assistantEntry(place, textOr(data.content, ''), {
          reasoning: textOr(data.reasoningText, ''),
          model: textOr(data.model, null),
          usage: outputOnly(data.outputTokens),
          tags: isInner ? ['subagent'] : [],
        }),
    },
    ...requests.map(({ toolCallId, name, arguments: args }) => callPart(toolCallId, name, args)),
  ]
}

/** Older logs count nothing else of a request. */
function outputOnly(tokens: unknown): Usage | null {
  const output = numberOr(tokens, null)
  return output === null ? null : { input: 0, output, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
}

/** Arguments are an object, JSON as a text in old logs, or the patch itself. */
function callPart(id: unknown, name: unknown, args: unknown): Part {
  const callId = textOr(id, null)
  const input = typeof args === 'string' ? jsonOr(args) : args
  return {
    kind: 'call',
    id: callId,
    build: (place) => usualEntry(place, textOr(name, 'tool'), callId, input),
  }
}

/** Doubles the message's own reasoning where that is there. */
function reasoningParts(text: string): Part[] {
  if (text.trim() === '') return []
  const apply = (answer: AssistantEntry): AssistantEntry =>
    answer.reasoning.includes(text)
      ? answer
      : { ...answer, reasoning: [answer.reasoning, text].filter(Boolean).join('\n\n') }
  return [{ kind: 'amend', apply }]
}

function usagePart(value: Fields): Part {
  const cacheRead = numberOr(value.cacheReadTokens, 0)
  const cacheWrite = numberOr(value.cacheWriteTokens, 0)
  const usage: Usage = {
    input: Math.max(0, numberOr(value.inputTokens, 0) - cacheRead - cacheWrite),
    output: numberOr(value.outputTokens, 0),
    cacheRead,
    cacheWrite,
    reasoning: numberOr(value.reasoningTokens, 0),
  }
  return { kind: 'amend', apply: (answer) => ({ ...answer, usage }) }
}

function agentLinks(data: Fields): SessionLink[] {
  const id = textOr(data.agentSessionId, null)
  return id === null ? [] : [{ id, key: null, title: null, relation: 'subagent' }]
}

function markerPart(type: string, data: Fields, record: Fields): Part {
  const marker = (
    kind: MarkerKind,
    title: string,
    patch: Parameters<typeof markerEntry>[3] = {},
    open?: boolean,
  ): Part => ({
    kind: 'entry',
    ...(open === undefined ? {} : { open }),
    build: (place) => markerEntry(place, kind, title, patch),
  })
  switch (type) {
    case 'session.resume':
      return marker('resume', 'Session resumed', { detail: pick(data, ['eventCount']) })
    case 'session.model_change': {
      const detail = pick(data, ['previousModel', 'reasoningEffort'])
      return marker('model', `Model: ${textOr(data.newModel, '')}`, { detail })
    }
    case 'session.info':
      return marker('system', textOr(data.message, 'Information'))
    case 'session.warning':
      return marker('system', textOr(data.message, 'Warning'), { severity: 'warning' })
    case 'session.error':
      return marker('error', textOr(data.message, 'Error'), {
        severity: 'error',
        detail: pick(data, ['errorType', 'statusCode']),
      })
    case 'session.truncation':
      return marker('prune', 'Messages were left out of the context', {
        detail: pick(data, ['messagesRemovedDuringTruncation', 'tokensRemovedDuringTruncation']),
      })
    case 'session.compaction_complete':
      return marker('compaction', 'Context compacted', {
        body: textOr(data.summary, textOr(data.summaryContent, null)),
      })
    case 'session.shutdown':
      return marker('turn-end', 'Session ended', { detail: pick(data, ['shutdownType']) }, false)
    case 'abort':
      return marker('cancel', `Aborted: ${textOr(data.reason, '')}`, { severity: 'warning' }, false)
    case 'subagent.started':
    case 'subagent.completed':
    case 'subagent.failed': {
      const name = textOr(data.agentDisplayName, textOr(data.agentName, 'Subagent'))
      return marker('subagent', `${name} ${type.slice('subagent.'.length)}`, {
        severity: type === 'subagent.failed' ? 'error' : 'note',
        detail: pick(data, ['totalToolCalls', 'totalTokens', 'durationMs']),
        links: agentLinks(data),
      })
    }
    case 'skill.invoked':
      return marker('command', `Skill: ${textOr(data.name, '')}`)
    case 'system.message':
      return marker('system', 'System prompt', { body: textOr(data.content, null) })
    case 'system.notification': {
      const text = textOr(data.content, '')
      return marker('system', firstLine(text) || 'Notification', { body: text })
    }
    case 'session.handoff':
      return marker('system', 'Handed off')
    default:
      return marker('record', type, { body: indented(record), severity: 'warning' })
  }
}
