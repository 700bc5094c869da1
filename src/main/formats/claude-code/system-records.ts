/** Records around the conversation, as markers. Null: bookkeeping, shown beside the next entry. */
import type { MarkerEntry } from '#shared/session'
import { markerEntry, type Place } from '../parts/entries'
import { fieldsOf, indented, numberOr, pick, textOr, type Fields } from '../parts/fields'

const bookkeeping = new Set([
  'file-history-snapshot',
  'progress',
  'last-prompt',
  'mode',
  'permission-mode',
  'bridge-session',
  'agent-setting',
  'frame-link',
  'atis-latch',
  'agent-name',
  'worktree-state',
])

export function systemMarker(record: Fields, place: Place): MarkerEntry | null {
  const type = textOr(record.type, 'unknown')
  if (bookkeeping.has(type)) return null
  switch (type) {
    case 'system':
      return subtypeMarker(record, place)
    case 'attachment':
      return attachmentMarker(fieldsOf(record.attachment), place)
    case 'summary':
      return markerEntry(place, 'title', `Title: ${textOr(record.summary, '')}`)
    case 'custom-title':
      return markerEntry(place, 'title', `Title: ${textOr(record.customTitle, '')}`)
    case 'ai-title':
      return markerEntry(place, 'title', `Title: ${textOr(record.aiTitle, '')}`)
    case 'queue-operation':
      return markerEntry(place, 'command', `Queue: ${textOr(record.operation, '')}`, {
        body: textOr(record.content, null),
      })
    case 'pr-link':
      return markerEntry(place, 'system', `Pull request ${String(record.prNumber)}`, {
        detail: pick(record, ['prUrl', 'prRepository']),
      })
    case 'relocated':
      return markerEntry(place, 'system', `Moved to ${textOr(record.relocatedCwd, '')}`)
    default:
      return markerEntry(place, 'record', type, { body: indented(record), severity: 'warning' })
  }
}

function subtypeMarker(record: Fields, place: Place): MarkerEntry | null {
  const subtype = textOr(record.subtype, '')
  const content = textOr(record.content, null)
  switch (subtype) {
    case 'compact_boundary': {
      const meta = fieldsOf(record.compactMetadata)
      return markerEntry(place, 'compaction', 'Context compacted', {
        detail: pick(meta, ['trigger', 'preTokens']),
        body: content,
      })
    }
    case 'microcompact_boundary':
      return markerEntry(place, 'prune', 'Old tool results dropped from context', {
        detail: pick(fieldsOf(record.microcompactMetadata), [
          'trigger',
          'preTokens',
          'tokensSaved',
        ]),
      })
    case 'turn_duration':
      return markerEntry(place, 'turn-end', 'Turn ended', {
        detail: { durationMs: numberOr(record.durationMs, null) },
      })
    case 'stop_hook_summary': {
      const stopped = record.preventedContinuation === true
      return markerEntry(place, 'hook', `Stop hooks: ${numberOr(record.hookCount, 0)} ran`, {
        severity: stopped ? 'warning' : 'note',
        detail: pick(record, ['hookErrors', 'preventedContinuation']),
      })
    }
    case 'local_command':
      return markerEntry(place, 'command', 'Command', { body: content })
    case 'api_error':
      return markerEntry(
        place,
        'retry',
        `Request failed, retry ${numberOr(record.retryAttempt, '?')}`,
        {
          severity: 'warning',
          detail: pick(record, ['retryInMs', 'maxRetries']),
          body: indented(record.error),
        },
      )
    default:
      return markerEntry(
        place,
        'system',
        subtype === '' ? (content ?? 'System') : subtype.replaceAll('_', ' '),
        {
          severity: subtype === 'error' || record.level === 'error' ? 'error' : 'note',
          body: subtype === '' ? null : content,
        },
      )
  }
}

function attachmentMarker(attachment: Fields, place: Place): MarkerEntry {
  const type = textOr(attachment.type, 'attachment')
  const isHook = type.startsWith('hook')
  return markerEntry(
    place,
    isHook ? 'hook' : 'system',
    `Attachment: ${type.replaceAll('_', ' ')}`,
    {
      severity: isHook && numberOr(attachment.exitCode, 0) !== 0 ? 'warning' : 'note',
      detail: pick(attachment, [
        'command',
        'exitCode',
        'filename',
        'displayPath',
        'taskId',
        'status',
      ]),
      body: indented(attachment),
    },
  )
}
