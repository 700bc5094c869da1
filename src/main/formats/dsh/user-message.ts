/** Who a user message really comes from, and what to call it. Rule: dsh format, 5.3. */
import type { UserEntry } from '#shared/session'
import { fieldsOf, listOf, numberOr, textOr } from './facts-of'
import type { Fields } from './record'

export interface Sender {
  readonly origin: UserEntry['origin']
  /** In dsh's words; null for a person. */
  readonly label: string | null
}

const nameOfPlugin = new Map([
  ['@deepseek-ai/dsh-system-prompt', 'runtime context'],
  ['compact', 'compaction checkpoint'],
  ['tool-jobs', 'background job'],
  ['tool-goal', 'goal'],
  ['hooks-claude-code', 'hook'],
  ['hooks-codex', 'hook'],
  ['repeat-tool-reminder', 'repeated call reminder'],
  ['tools-code-mode', 'images of nested calls'],
  ['plan-mode', 'plan mode'],
  ['schedule', 'schedule'],
  ['user-approval', 'approval'],
])

/** Sender by the message's `source`. Only kind 'user' is a person. */
export function senderOf(source: unknown): Sender {
  const fields = fieldsOf(source)
  const kind = textOr(fields.kind, 'unknown')
  switch (kind) {
    case 'user':
      return { origin: 'user', label: null }
    case 'plugin':
      return pluginOf(fields)
    case 'goal':
      return { origin: 'agent', label: `goal round ${numberOr(fields.round, '?')}` }
    case 'coordinator':
      return { origin: 'agent', label: 'from the parent session' }
    case 'subagent-report':
      return { origin: 'agent', label: 'report of a subagent' }
    case 'subagent-settled':
      return { origin: 'agent', label: textOr(fields.summary, 'subagent ended') }
    case 'team-message':
      return { origin: 'agent', label: `from ${textOr(fields.senderName, 'the team')}` }
    case 'skill-catalog':
      return { origin: 'system', label: `skill catalog, ${listOf(fields.entries).length} skills` }
    case 'skill-invocation':
      return { origin: 'user', label: `skill ${textOr(fields.name, '')}`.trim() }
    case 'session-reference':
      return { origin: 'system', label: 'other session' }
    case 'agent-instructions':
      return { origin: 'system', label: instructionsOf(fields) }
    default:
      return { origin: 'system', label: kind }
  }
}

function pluginOf(fields: Fields): Sender {
  const plugin = textOr(fields.plugin, 'plugin')
  const name = nameOfPlugin.get(plugin) ?? plugin
  const summary = textOr(fields.summary, null)
  const origin = plugin.startsWith('hooks-') ? 'hook' : 'plugin'
  return { origin, label: summary ?? name }
}

function instructionsOf(fields: Fields): string {
  const paths = listOf(fields.changes).flatMap((change) => {
    const path = textOr(fieldsOf(change).path, null)
    return path === null ? [] : [path]
  })
  return paths.length > 0 ? `instructions: ${paths.join(', ')}` : 'instructions'
}
