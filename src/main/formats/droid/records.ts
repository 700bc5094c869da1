/** Records of Droid in both dialects, one at a time. Rule: docs/formats/droid.md. */
import { decline, good, type Outcome } from '#shared/outcome'
import type { ToolEntry } from '#shared/session'
import type { ReadView, ToolResultView } from '#shared/views'
import { diffView } from '../../views/diff'
import type { FoldRules, Part } from '../line-reader/fold'
import { messageParts, type MessagePartRules } from '../line-reader/message-parts'
import { contentBlocks } from '../parts/blocks'
import { answered, markerEntry } from '../parts/entries'
import {
  fieldsOf,
  indented,
  isObject,
  numberOr,
  textOr,
  timeOf,
  type Fields,
} from '../parts/fields'
import { pathIn, usualDiffs, usualEntry } from '../parts/usual-tools'
import { readOf } from '../parts/windows'

export const droidRules: FoldRules = {
  timeOf: (record) => timeOf(record.timestamp),
  partsOf,
  factsOf(record) {
    if (record.type !== 'session_start' && record.type !== 'system') return null
    const title = textOr(record.title, textOr(record.sessionTitle, null))
    const model = textOr(record.model, null)
    const version = textOr(record.version, null)
    return {
      id: record.type === 'system' ? textOr(record.session_id, '') : textOr(record.id, ''),
      cwd: textOr(record.cwd, null),
      ...(title === null ? {} : { title }),
      ...(model === null ? {} : { model }),
      ...(version === null ? {} : { extra: [{ label: 'Version', value: version }] }),
    }
  },
}

const rules: MessagePartRules = {
  user: (text) =>
    text === ''
      ? []
      : [{ text, label: /^<system-(?:reminder|notification)>/.test(text) ? 'reminder' : null }],
  result(call, block, at) {
    const content = contentBlocks(block.content)
    const text = content.map((one) => (one.type === 'text' ? one.text : '')).join('\n')
    const isError = block.is_error === true
    const view = isError ? null : viewOf(call, text, null)
    return withView(answered(call, { at, content, isError }), view)
  },
}

/** The entry with a view, or with why it has none. */
function withView(entry: ToolEntry, view: Outcome<ToolResultView> | null): ToolEntry {
  if (view?.ok) return { ...entry, result: view.value, derived: view.value.card === 'read' }
  if (view) return { ...entry, declined: view.reason }
  const isFailed = entry.status === 'error' && entry.tone === 'read'
  return isFailed ? { ...entry, declined: { code: 'result-is-error', params: {} } } : entry
}

function viewOf(
  call: ToolEntry,
  text: string,
  exitCode: number | null,
): Outcome<ToolResultView> | null {
  const args = fieldsOf(call.args)
  switch (call.tone) {
    case 'read':
      return readResult(args, text)
    case 'run':
      return good({ card: 'terminal', output: text, ...(exitCode === null ? {} : { exitCode }) })
    case 'edit': {
      const diffs = usualDiffs(args)
      return diffs.length > 0
        ? good(diffView(call.call?.title ?? call.name, diffs))
        : decline('diffs-empty')
    }
    default:
      return null
  }
}

/** A text as long as this may have been cut without a word. */
const surelyWhole = 1000

/** Only a whole file in plain text says where its lines stand. */
function readResult(args: Fields, text: string): Outcome<ReadView> {
  if (args.offset !== undefined || args.limit !== undefined) return decline('total-not-recorded')
  if (/^\s*\d+\s*(?:[→|:\t])/.test(text)) return decline('total-not-recorded')
  if (/truncat|more lines|showing lines/i.test(text.slice(-300))) return decline('result-truncated')
  const texts = text.split('\n')
  if (texts.length > surelyWhole) return decline('total-not-recorded')
  return readOf({ path: pathIn(args), offset: 1, texts, totalLines: texts.length })
}

function partsOf(record: Fields): readonly Part[] {
  const type = textOr(record.type, 'record')
  switch (type) {
    case 'session_start':
    case 'system':
      return []
    case 'message': {
      const message = isObject(record.message) ? record.message : record
      const { role, content, text, model } = message
      const shape = {
        role: textOr(role, 'user'),
        content: content ?? text,
        model: textOr(model, null),
      }
      return messageParts({ id: textOr(record.id, null), ...shape }, rules)
    }
    case 'tool_call': {
      const id = textOr(record.toolCallId, null)
      const name = textOr(record.toolName, 'tool')
      return [
        { kind: 'call', id, build: (place) => usualEntry(place, name, id, record.parameters) },
      ]
    }
    case 'tool_result': {
      const id = textOr(record.toolCallId, null)
      return [{ kind: 'result', id, apply: (call, at) => streamed(call, record, at) }]
    }
    default:
      return [markerPart(type, record)]
  }
}

/** A result of the stream: a text, or what a command put out. */
function streamed(call: ToolEntry, record: Fields, at: number | null): ToolEntry {
  const value = isObject(record.value) ? record.value : null
  const isError = record.isError === true || (isObject(record.error) && value === null)
  const output = value
    ? [textOr(value.stdout, ''), textOr(value.stderr, '')].filter((text) => text !== '').join('\n')
    : textOr(record.value, '')
  const isPlain = value === null || typeof value.stdout === 'string'
  const content = contentBlocks(isPlain ? output : indented(record.value ?? record.error))
  const entry = answered(call, { at, content, isError })
  const isStream = isPlain && !isError
  return withView(entry, isStream ? viewOf(call, output, numberOr(value?.exitCode, null)) : null)
}

function markerPart(type: string, record: Fields): Part {
  switch (type) {
    case 'completion': {
      const body = textOr(record.finalText, null)
      return {
        kind: 'entry',
        open: false,
        build: (place) => markerEntry(place, 'turn-end', 'Completed', { body }),
      }
    }
    case 'todo_state': {
      const body = indented(record.todos ?? record)
      return { kind: 'entry', build: (place) => markerEntry(place, 'todo', 'To do', { body }) }
    }
    case 'compaction_state': {
      const body = textOr(record.summaryText, textOr(record.summary, null))
      return {
        kind: 'entry',
        build: (place) => markerEntry(place, 'compaction', 'Context compacted', { body }),
      }
    }
    default: {
      const patch = { body: indented(record), severity: 'warning' as const }
      return { kind: 'entry', build: (place) => markerEntry(place, 'record', type, patch) }
    }
  }
}
