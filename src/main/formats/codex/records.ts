/** Both forms of a rollout as one: an envelope with a type, a payload and maybe a time. */
import { fieldsOf, isObject, textOr, timeOf, type Fields } from '../parts/fields'

export interface CodexRecord {
  /** 'session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted' … */
  readonly type: string
  readonly payload: Fields
  readonly at: number | null
}

const itemTypes = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'web_search_call',
])

/** A record of either form; null for one of neither. */
export function codexRecord(value: Fields): CodexRecord | null {
  const at = timeOf(value.timestamp)
  if (isObject(value.payload)) return { type: textOr(value.type, ''), payload: value.payload, at }
  const type = textOr(value.type, null)
  if (type !== null && itemTypes.has(type))
    return { type: 'response_item', payload: value, at: null }
  if (type === null && typeof value.id === 'string' && at !== null) {
    return { type: 'session_meta', payload: value, at }
  }
  return value.record_type === undefined ? null : { type: 'state', payload: value, at }
}

/** Ids of where a thread comes from. */
export function originOf(meta: Fields): {
  parent: string | null
  relation: 'subagent' | 'fork' | null
} {
  const spawn = fieldsOf(fieldsOf(fieldsOf(meta.source).subagent).thread_spawn)
  const spawned = textOr(spawn.parent_thread_id, textOr(meta.parent_thread_id, null))
  if (spawned !== null) return { parent: spawned, relation: 'subagent' }
  const forked = textOr(meta.forked_from_id, null)
  return { parent: forked, relation: forked === null ? null : 'fork' }
}
