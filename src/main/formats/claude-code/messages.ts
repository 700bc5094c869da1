/** Who a user record really comes from, and blocks of messages. */
import type { MarkerKind, Usage, UserEntry } from '#shared/session'
import { fieldsOf, isObject, listOf, numberOr, textOr, type Fields } from '../parts/fields'

export type UserText =
  | { readonly as: 'message'; readonly text: string; readonly patch: Partial<UserEntry> }
  | {
      readonly as: 'marker'
      readonly marker: MarkerKind
      readonly title: string
      readonly text: string
    }

const injectedTags: readonly (readonly [RegExp, string, UserEntry['origin']])[] = [
  [/^<command-(?:name|message)>/, 'command', 'user'],
  [/^<local-command-stdout>/, 'command output', 'system'],
  [/^<local-command-caveat>/, 'command note', 'system'],
  [/^<bash-(?:input|stdout)>/, 'shell command', 'user'],
  [/^<task-notification>/, 'task notification', 'agent'],
  [/^<system-reminder>/, 'system reminder', 'system'],
]

/** What a user record's text is: a prompt, something injected, a summary, an interruption. */
export function userText(record: Fields, text: string): UserText {
  if (record.isCompactSummary === true) {
    return { as: 'marker', marker: 'compaction', title: 'Summary of what came before', text }
  }
  if (text.startsWith('[Request interrupted by user')) {
    return { as: 'marker', marker: 'cancel', title: 'Interrupted by the user', text }
  }
  // An open file or a selection may stand before a real prompt.
  const behind = text.replace(/^(?:<ide_(?:opened_file|selection)>[\s\S]*?<\/ide_\w+>\s*)+/, '')
  if (behind !== text && behind.trim() !== '') return { as: 'message', text: behind, patch: {} }
  if (behind !== text) return { as: 'message', text, patch: { origin: 'system', label: 'editor' } }
  if (record.isMeta === true)
    return { as: 'message', text, patch: { origin: 'system', label: 'meta' } }
  for (const [pattern, label, origin] of injectedTags) {
    if (pattern.test(text)) return { as: 'message', text, patch: { origin, label } }
  }
  return { as: 'message', text, patch: {} }
}

/** Blocks of a message, its plain text as one. */
export function blocksIn(message: unknown): Fields[] {
  const { content } = fieldsOf(message)
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return listOf(content).filter(isObject)
}

/** Texts of one type over the records of a message; one that extends the one before replaces it. */
export function textsOf(records: readonly Fields[], type: 'text' | 'thinking'): string {
  const texts: string[] = []
  for (const record of records) {
    for (const block of blocksIn(record.message)) {
      if (block.type !== type) continue
      const text = textOr(block[type], '')
      if (text === '' || texts.includes(text)) continue
      const last = texts.at(-1)
      if (last !== undefined && text.startsWith(last)) texts[texts.length - 1] = text
      else texts.push(text)
    }
  }
  return texts.join('\n\n')
}

/** Usage of one response; it grows while it streams, the largest output is the whole. */
export function usageIn(records: readonly Fields[]): Usage | null {
  let best: Usage | null = null
  for (const record of records) {
    const message = fieldsOf(record.message)
    if (message.model === '<synthetic>' || !isObject(message.usage)) continue
    const { usage } = message
    const now = {
      input: numberOr(usage.input_tokens, 0),
      output: numberOr(usage.output_tokens, 0),
      cacheRead: numberOr(usage.cache_read_input_tokens, 0),
      cacheWrite: numberOr(usage.cache_creation_input_tokens, 0),
      reasoning: 0,
    }
    best = laterUsage(best, now)
  }
  return best
}

/** Usage grows while a response streams: the larger one is the later one. */
export function laterUsage(before: Usage | null, now: Usage | null): Usage | null {
  if (before === null || now === null) return now ?? before
  return now.output >= before.output ? now : before
}
