/**
 * What a trace event says on the timeline: a title in few words, facts in
 * reading order, a body to unfold. Rule: dsh format, 6.
 */
import type { MarkerEntry } from '#shared/session'
import type { SessionLink } from '#shared/session'
import { blocksOf } from '../../views/generic'
import { markerOfType } from './event-types'
import { fieldsOf, joinedText, listOf, numberOr, textOr } from './facts-of'
import type { DshEvent, Fields } from './record'

export type MarkerWords = Pick<MarkerEntry, 'marker' | 'title' | 'detail' | 'body' | 'severity'> & {
  readonly linkIds?: readonly { id: string; relation: SessionLink['relation'] }[]
}

type Words = Omit<MarkerWords, 'marker' | 'detail' | 'body' | 'severity'> &
  Partial<Pick<MarkerWords, 'marker' | 'detail' | 'body' | 'severity'>>

/**
 * Words of an event; `second` is the one that completed it (a decision, a
 * summary); `endsCopies`: what stands above came from the parent of a fork.
 */
export function wordsOf(
  event: DshEvent,
  second: DshEvent | null,
  endsCopies: boolean,
): MarkerWords {
  if (endsCopies) {
    const title = 'Up to here copied from the parent session'
    return { marker: 'inherited', title, detail: {}, body: null, severity: 'note' }
  }
  const marker = markerOfType.get(event.type) ?? 'record'
  const words = describe(event, second)
  return {
    marker,
    detail: {},
    body: null,
    severity: 'note',
    ...words,
  }
}

function describe(event: DshEvent, second: DshEvent | null): Words {
  const { type, data } = event
  const more = second?.data ?? {}
  switch (type) {
    case 'turn/end':
      return turnEnd(data)
    case 'request/header':
      return requestHeader(data)
    case 'request/context':
      return {
        title: `Context window ${textOr(data.model, '')}`.trim(),
        detail: pick(data, ['provider', 'model', 'contextWindow']),
      }
    case 'llm/retry':
      return {
        title: `Request failed, retry ${numberOr(data.retry, '?')}${ofMax(data)}`,
        severity: 'warning',
        detail: { ...failure(data.failure), ...pick(data, ['delayMs', 'provider', 'mode']) },
      }
    case 'assistant/attempt':
      return {
        title: 'Failed model call',
        severity: 'error',
        detail: failure(data.failure ?? data.error),
        body: json(data),
      }
    case 'system/message':
      return { title: 'System prompt', body: joinedText(messageOf(data).content, 'text') }
    case 'tool/code-dispatch-start':
    case 'tool/code-dispatch':
      return nestedCall(data, second === null && type === 'tool/code-dispatch' ? data : more)
    case 'compaction/start':
    case 'compaction/summary':
      return compaction({ ...data, ...more })
    case 'compaction/prune':
      return {
        title: `Pruned for the model: ${plural(listOf(data.shadowedSeqs).length, 'record')}`,
        detail: pick(data, ['shadowedTokenCount', 'shadowedRange']),
      }
    case 'session/title':
      return {
        title: `Title: ${textOr(data.title, '')}`,
        detail: { source: textOr(fieldsOf(data.source).kind, '') },
      }
    case 'session/title-llm-request':
      return { title: 'Title asked of the model', body: json(data) }
    case 'session/end-seed':
      return { title: 'Session opened again' }
    case 'agent-preset/selected':
      return { title: `Preset ${textOr(data.agentPreset, '')}` }
    case 'feedback/record':
      return { title: 'Feedback', body: textOr(data.text, '') }
    case 'command/run':
    case 'command/done':
      return command(data, more)
    case 'permission/preset':
      return { title: `Permissions: ${textOr(data.preset, '')}` }
    case 'sandbox/mode':
      return { title: `Sandbox: ${textOr(data.mode, '')}`, detail: pick(data, ['source']) }
    case 'approval/policy':
      return {
        title: `Approval policy: ${textOr(data.policy, '')}`,
        detail: pick(data, ['source']),
      }
    case 'approval/asked':
    case 'approval/decided':
      return approval(data, second === null && type === 'approval/decided' ? data : more)
    case 'hook/invoked':
    case 'hook/result':
      return hook({ ...data, ...more }, second !== null || type === 'hook/result')
    case 'todo/write':
      return todo(data)
    case 'plan/mode':
      return { title: data.active === true ? 'Plan mode on' : 'Plan mode off' }
    case 'goal/change':
      return goal(data)
    case 'schedule/change':
      return schedule(data)
    case 'subagent/descriptor':
      return {
        title: `Subagent: ${textOr(data.label, textOr(data.provider, ''))}`,
        detail: pick(data, ['mode', 'provider', 'agentModel', 'persona']),
      }
    case 'team/member':
    case 'team/task':
    case 'team/message/queued':
    case 'team/message/delivered':
      return team(type, data)
    case 'web/deepseek-search-llm-request':
      return { title: 'Web search asked of the model', detail: pick(data, ['endpoint']) }
    case 'agent/inbox/spliced':
      return {
        marker: 'cancel',
        title: `Queued ${plural(numberOr(data.removedCount, 1), 'message')} withdrawn`,
      }
    case 'user/message':
    case 'assistant/message':
    case 'tool/result':
      return replacement(event)
    default:
      return type.startsWith('tool-workflow/') ? workflow(type, data) : unknown(event)
  }
}

function turnEnd(data: Fields): Words {
  const reason = fieldsOf(data.reason)
  const kind = textOr(reason.kind, 'unknown')
  const inner = fieldsOf(reason.reason)
  switch (kind) {
    case 'completed':
      return { title: 'Turn completed', detail: { reason: kind } }
    case 'aborted': {
      const by = textOr(inner.kind, 'legacy')
      const who = by === 'user' ? ' by the user' : by === 'legacy' ? '' : ` by ${by}`
      return {
        title: `Turn cancelled${who}`,
        severity: 'warning',
        detail: { reason: kind, ...pick(inner, ['kind', 'reason']) },
      }
    }
    case 'error':
      return {
        title: 'Turn failed',
        severity: 'error',
        detail: { reason: kind, ...failure(reason.error) },
      }
    case 'blocked':
      return { title: 'Turn blocked', severity: 'error', detail: { reason: kind } }
    case 'max-tokens':
      return {
        title: 'Turn ended at the token limit',
        severity: 'warning',
        detail: { reason: kind },
      }
    case 'interrupted':
      return {
        title: 'Turn interrupted: the process ended',
        severity: 'warning',
        detail: { reason: kind },
      }
    default:
      return { title: `Turn ended: ${kind}`, severity: 'warning', detail: { reason: kind } }
  }
}

function requestHeader(data: Fields): Words {
  const header = fieldsOf(data.header)
  const config = fieldsOf(header.config)
  const names = listOf(header.tools).flatMap((tool) => textOr(fieldsOf(tool).name, null) ?? [])
  const reason = textOr(data.reason, '')
  return {
    title: `${reason === 'change' ? 'Model settings changed' : 'Model'}: ${textOr(config.model, 'unknown')}`,
    detail: {
      reason,
      ...pick(config, ['provider', 'model', 'reasoningEffort', 'temperature', 'maxTokens']),
      ...(names.length > 0 ? { tools: names.join(', ') } : {}),
    },
    body: textOr(header.system, null),
  }
}

function nestedCall(data: Fields, done: Fields): Words {
  const isDone = 'content' in done
  const text = isDone ? joinedText(listOf(done.content), 'text') : ''
  return {
    title: `${textOr(data.name, 'call')} inside of code${isDone ? '' : ', unanswered'}`,
    severity: done.isError === true ? 'error' : 'note',
    detail: { arguments: json(data.arguments), ...pick(data, ['subCallId', 'parentCallId']) },
    body: isDone ? text : null,
  }
}

function compaction(data: Fields): Words {
  const failed = textOr(data.error, null)
  const summary = joinedText(listOf(data.summary), 'text')
  const count = listOf(data.shadowedSeqs).length
  return {
    title: failed
      ? 'Context compaction failed'
      : count > 0
        ? `Context compacted: a summary replaces ${plural(count, 'record')} for the model`
        : 'Context compaction',
    severity: failed ? 'error' : 'note',
    detail: {
      ...(failed ? { error: failed } : {}),
      ...pick(data, ['shadowedTokenCount', 'shadowedRange', 'model', 'provider']),
    },
    body: summary === '' ? null : summary,
  }
}

function command(data: Fields, done: Fields): Words {
  const args = textOr(data.args, '').trim()
  const name = textOr(data.name, '')
  return {
    title: name ? `/${name}${args ? ` ${args}` : ''}` : 'Command done',
    severity: (done.kind ?? data.kind) === 'error' ? 'error' : 'note',
    detail: pick({ ...data, ...done }, ['kind', 'commandId']),
    body: textOr(done.text, textOr(data.text, null)),
  }
}

function approval(asked: Fields, decided: Fields): Words {
  const outcome = textOr(decided.outcome, null)
  const tool = textOr(asked.toolName, null)
  return {
    title: `Approval${tool ? ` of ${tool}` : ''}: ${outcome ?? 'not decided'}`,
    severity:
      outcome === 'rejected'
        ? 'error'
        : outcome === 'allowed-once' || outcome === null
          ? 'note'
          : 'warning',
    detail: pick({ ...asked, ...decided }, ['reason', 'callId', 'outcome']),
  }
}

function hook(data: Fields, isDone: boolean): Words {
  const decision = textOr(data.decision, null)
  return {
    title: `Hook ${textOr(data.point, '')}${decision ? `: ${decision}` : isDone ? '' : ', no result'}`,
    severity: decision === 'block' ? 'error' : 'note',
    detail: pick(data, ['dialect', 'matcher', 'handlerId', 'exitCode', 'durationMs']),
    body: textOr(data.stderrSummary, null),
  }
}

function todo(data: Fields): Words {
  const todos = listOf(data.todos).map(fieldsOf)
  const done = todos.filter((item) => item.status === 'completed').length
  const sign = (status: unknown): string =>
    status === 'completed' ? '[x]' : status === 'in_progress' ? '[>]' : '[ ]'
  return {
    title: `Todo: ${done} of ${todos.length} done`,
    body: todos.map((item) => `- ${sign(item.status)} ${textOr(item.content, '')}`).join('\n'),
  }
}

function goal(data: Fields): Words {
  const goalFields = fieldsOf(data.goal)
  const operation = textOr(data.operation, '')
  const objective = textOr(goalFields.objective, null)
  return {
    title: `Goal ${operation}${objective ? `: ${objective}` : ''}`,
    severity: operation === 'block' ? 'warning' : 'note',
    detail: {
      ...pick(goalFields, ['phase', 'revision', 'maxGoalRounds']),
      ...pick(data, ['roundsStarted']),
      ...pick(fieldsOf(goalFields.blockedReason), ['code', 'message']),
    },
  }
}

function schedule(data: Fields): Words {
  const plan = fieldsOf(data.schedule)
  return {
    title: `Schedule ${textOr(data.operation, '')}`,
    detail: {
      ...pick(plan, ['kind', 'scheduledAt', 'afterSeconds', 'everySeconds']),
      ...pick(data, ['id', 'acceptedAt']),
    },
    body: textOr(plan.prompt, null),
  }
}

function workflow(type: string, data: Fields): Words {
  const what = type.slice('tool-workflow/'.length)
  const childId = textOr(data.childId, null)
  const outcome = textOr(data.outcome, textOr(data.stopReason, null))
  const name = textOr(data.name, textOr(data.label, null))
  return {
    title: `Workflow ${what.replace('-', ' ')}${name ? `: ${name}` : ''}${outcome ? `: ${outcome}` : ''}`,
    severity: outcome === 'failed' || outcome === 'error' ? 'error' : 'note',
    detail: pick(data, ['phase', 'runId', 'seq']),
    ...(childId ? { linkIds: [{ id: childId, relation: 'subagent' as const }] } : {}),
  }
}

function team(type: string, data: Fields): Words {
  const member = fieldsOf(data.member)
  const task = fieldsOf(data.task)
  const message = fieldsOf(data.message)
  if (type === 'team/member') {
    const id = textOr(member.id, null)
    return {
      title: `Team member ${textOr(member.name, '')}: ${textOr(member.phase, '')}`,
      severity: member.phase === 'failed' ? 'error' : 'note',
      detail: pick(member, ['description', 'provider', 'context', 'error']),
      ...(id ? { linkIds: [{ id, relation: 'subagent' as const }] } : {}),
    }
  }
  if (type === 'team/task') {
    return {
      title: `Team task ${textOr(task.subject, '')}: ${textOr(task.status, '')}`,
      detail: pick(task, ['description', 'ownerId', 'revision']),
    }
  }
  if (type === 'team/message/queued') {
    return {
      title: `Team message of ${textOr(message.senderName, '')}`,
      detail: pick(message, ['delivery', 'targetId']),
      body: joinedText(listOf(message.content), 'text'),
    }
  }
  return { title: 'Team message delivered', detail: pick(data, ['messageId', 'targetId']) }
}

/** A surface event that changes what the model sees; the transcript keeps what stood there. */
function replacement(event: DshEvent): Words {
  const message = messageOf(event.data)
  const inner = listOf(fieldsOf(listOf(message.content)[0]).content)
  const content = event.type === 'tool/result' ? inner : listOf(message.content)
  const text = blocksOf(content)
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('\n')
  const what = event.type === 'tool/result' ? 'a tool result' : 'messages'
  return {
    marker: 'replacement',
    title: `For the model, this replaces ${what} above`,
    body: text === '' ? null : text,
  }
}

function unknown(event: DshEvent): Words {
  return {
    marker: 'record',
    title: event.type,
    severity: event.ignorable ? 'note' : 'warning',
    body: json(event.data),
  }
}

function messageOf(data: Fields): Fields {
  return 'message' in data ? fieldsOf(data.message) : data
}

function failure(value: unknown): Record<string, unknown> {
  return pick(fieldsOf(value), ['message', 'code', 'status', 'requestId'])
}

function ofMax(data: Fields): string {
  return typeof data.maxRetries === 'number' ? ` of ${data.maxRetries}` : ''
}

function pick(data: Fields, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]])),
  )
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? ''
}
