/** Amp: one document per thread. Specification: docs/formats/amp.md. */
import { basename, join } from 'node:path'
import { decline, good, type Outcome } from '#shared/outcome'
import type { ToolEntry, Usage } from '#shared/session'
import type { ReadView, ToolResultView } from '#shared/views'
import { diffView } from '../../views/diff'
import {
  isWaiting,
  openDocument,
  type DocumentSource,
  type Loaded,
} from '../document-reader/document-reader'
import { readJson, stampOf } from '../document-reader/files'
import { summariseDocument } from '../document-reader/summary'
import type { FoundLog, LogFormat } from '../format'
import { contentBlocks } from '../parts/blocks'
import { answered } from '../parts/entries'
import {
  fieldsOf,
  indented,
  isObject,
  listOf,
  numberOr,
  textOr,
  timeOf,
  type Fields,
} from '../parts/fields'
import { listItems, plainUser, type ListedMessage } from '../parts/message-list'
import { pathIn, usualDiffs, usualEntry } from '../parts/usual-tools'
import { numberedLines, readOf } from '../parts/windows'

function sourceOf(path: string): DocumentSource {
  return { path, stamp: () => stampOf([path]), load: () => load(path) }
}

async function load(path: string): Promise<Outcome<Loaded>> {
  const read = await readJson(path)
  if (!read.ok) return read
  const thread = fieldsOf(read.value)
  const messages = listOf(thread.messages).filter(isObject)
  const { items } = listItems(messages.map(listed), {
    call: (block, place) =>
      usualEntry(place, textOr(block.name, 'tool'), textOr(block.id, null), block.input),
    result: ran,
    user: plainUser,
  })
  const env = fieldsOf(fieldsOf(thread.env).initial)
  const [tree] = listOf(env.trees).map(fieldsOf)
  const cwd = textOr(tree?.uri, null)
  return good({
    facts: {
      id: textOr(thread.id, basename(path, '.json')),
      title: textOr(thread.title, null),
      cwd: cwd === null ? null : cwd.replace(/^file:\/\//, ''),
      model: textOr(messages.findLast(({ model }) => typeof model === 'string')?.model, null),
      startedAt: timeOf(thread.created),
    },
    items,
    open: isWaiting(items),
  })
}

/** Old threads keep a text beside the role, newer ones blocks. */
function listed(message: Fields): ListedMessage {
  return {
    role: textOr(message.role, 'user'),
    content: message.content ?? message.text,
    at: timeOf(message.createdAt) ?? timeOf(fieldsOf(message.meta).sentAt),
    usage: usageOf(message.usage),
    model: textOr(message.model, null),
    raw: message,
  }
}

function usageOf(value: unknown): Usage | null {
  if (!isObject(value)) return null
  return {
    input: numberOr(value.inputTokens, 0),
    output: numberOr(value.outputTokens, 0),
    cacheRead: numberOr(value.cacheReadInputTokens, 0),
    cacheWrite: numberOr(value.cacheCreationInputTokens, 0),
    reasoning: 0,
  }
}

/** A `tool_result` holds a run: its status, and what came of it in the tool's own form. */
function ran(call: ToolEntry, block: Fields, at: number | null): ToolEntry {
  const run = fieldsOf(block.run)
  const status = textOr(run.status, 'done')
  if (['in-progress', 'queued', 'blocked-on-user'].includes(status)) return call
  const isError = status !== 'done'
  const value = isError ? (run.error ?? run.result) : (run.result ?? block.content)
  const failed = textOr(fieldsOf(value).message, null)
  const content =
    typeof value === 'string' || Array.isArray(value)
      ? contentBlocks(value)
      : contentBlocks(failed ?? textOr(fieldsOf(value).content, indented(value ?? '')))
  const view = isError ? null : viewOf(call, value)
  return answered(call, {
    at,
    content,
    isError,
    view: view?.ok ? view.value : null,
    declined:
      view && !view.ok
        ? view.reason
        : isError && call.tone === 'read'
          ? { code: 'result-is-error', params: {} }
          : null,
    derived: view?.ok === true && view.value.card === 'read',
    tags: status.startsWith('cancelled') || status === 'rejected-by-user' ? [status] : [],
  })
}

function viewOf(call: ToolEntry, value: unknown): Outcome<ToolResultView> | null {
  const args = fieldsOf(call.args)
  const result = fieldsOf(value)
  switch (call.tone) {
    case 'read':
      return readResult(args, result)
    case 'run': {
      const code = numberOr(result.exitCode, null)
      const output = textOr(result.output, typeof value === 'string' ? value : null)
      if (output === null) return null
      return good({ card: 'terminal', output, ...(code === null ? {} : { exitCode: code }) })
    }
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

/** Numbered text beside its path; the total only where the object has it. */
function readResult(args: Fields, result: Fields): Outcome<ReadView> {
  const content = textOr(result.content, null)
  const totalLines = numberOr(result.totalLines, null)
  if (content === null) return decline('read-not-text', { type: 'other' })
  if (totalLines === null) return decline('total-not-recorded')
  const lines = numberedLines(content.replace(/\n$/, ''), /^(\d+): (.*)$/)
  if (!lines.ok) return lines
  const { first, texts } = lines.value
  const path = textOr(result.absolutePath, pathIn(args))
  return readOf({ path, offset: first, texts, totalLines })
}

/** `{"v":…,"id":"T-…","messages":[`, with or without `created` and `title` between. */
function isThread(head: Uint8Array, name: string): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('utf8')
  if (!text.trimStart().startsWith('{') || !/"messages"\s*:\s*\[/.test(text)) return false
  const isOurs = /"id"\s*:\s*"T-/.test(text) || /^T-.*\.json$/.test(name)
  return isOurs && !/"(?:projectHash|trajectory_format)"/.test(text)
}

export const amp: LogFormat = {
  id: 'amp',
  name: 'Amp',
  roots(env) {
    const data = env.env.XDG_DATA_HOME?.trim() || join(env.home, '.local', 'share')
    return [join(data, 'amp', 'threads')]
  },
  async discover(folder) {
    const found: FoundLog[] = []
    for (const file of folder.files) {
      if (!file.name.endsWith('.json') && !folder.isNamed) continue
      if (isThread(await folder.head(file), file.name))
        found.push({ path: file.path, others: [], sessionId: null })
    }
    return found
  },
  summarise: (found) => summariseDocument(found, amp, sourceOf(found.path)),
  open: (found) => Promise.resolve(openDocument(sourceOf(found.path))),
}
