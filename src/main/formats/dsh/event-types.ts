/** The event types of dsh, and what each becomes on the timeline. Rule: dsh format, 6 and 19. */
import type { MarkerKind } from '#shared/session'

/** Events that are entries of their own, as markers. */
export const markerOfType = new Map<string, MarkerKind>(
  Object.entries({
    'turn/end': 'turn-end',
    'request/header': 'model',
    'request/context': 'context',
    'llm/retry': 'retry',
    'assistant/attempt': 'error',
    'system/message': 'system',
    'tool/code-dispatch-start': 'nested-call',
    'tool/code-dispatch': 'nested-call',
    'compaction/start': 'compaction',
    'compaction/summary': 'compaction',
    'compaction/prune': 'prune',
    'session/title': 'title',
    'session/title-llm-request': 'system',
    'session/end-seed': 'resume',
    'agent-preset/selected': 'preset',
    'feedback/record': 'feedback',
    'command/run': 'command',
    'command/done': 'command',
    'permission/preset': 'permission',
    'sandbox/mode': 'permission',
    'approval/policy': 'permission',
    'approval/asked': 'approval',
    'approval/decided': 'approval',
    'hook/invoked': 'hook',
    'hook/result': 'hook',
    'todo/write': 'todo',
    'plan/mode': 'plan',
    'goal/change': 'goal',
    'schedule/change': 'schedule',
    'subagent/descriptor': 'subagent',
    'tool-workflow/run-start': 'workflow',
    'tool-workflow/agent-start': 'workflow',
    'tool-workflow/agent-end': 'workflow',
    'tool-workflow/run-end': 'workflow',
    'team/member': 'team',
    'team/task': 'team',
    'team/message/queued': 'team',
    'team/message/delivered': 'team',
    'web/deepseek-search-llm-request': 'system',
  } satisfies Record<string, MarkerKind>),
)

/** Events that only structure others; their records are shown beside those they belong to. */
export const structural = new Set([
  'turn/start',
  'step/start',
  'step/end',
  'agent/inbox/spliced',
  'assistant/chunk',
  'llm/retry-started',
  'compaction/end',
])

/** Messages and tool events. */
export const conversation = new Set([
  'user/message',
  'assistant/message',
  'tool/call',
  'tool/result',
])

/** Types that dsh refuses although it once wrote them. Rule: dsh format, section 8. */
export const retired = new Set(['request/header-delta', 'mode/set'])

/** Event types of a dsh of our format version; anything else is unknown to it. */
export function isKnownType(type: string): boolean {
  return markerOfType.has(type) || structural.has(type) || conversation.has(type)
}

/**
 * A second event that completes the marker of a first: first type, and the
 * field of `data` that both carry. Rule: dsh format, section 7.
 */
export const completes = new Map<string, { readonly first: string; readonly by: string }>([
  ['tool/code-dispatch', { first: 'tool/code-dispatch-start', by: 'subCallId' }],
  ['compaction/summary', { first: 'compaction/start', by: 'compactionId' }],
  ['command/done', { first: 'command/run', by: 'commandId' }],
  ['approval/decided', { first: 'approval/asked', by: 'id' }],
  ['hook/result', { first: 'hook/invoked', by: 'handlerId' }],
])
