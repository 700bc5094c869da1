/** Gemini CLI. Specification: docs/formats/gemini-cli.md. */
import { basename, dirname, join } from 'node:path'
import { good, type Outcome } from '#shared/outcome'
import type { Usage } from '#shared/session'
import {
  isWaiting,
  openDocument,
  type DocumentSource,
  type Item,
  type Loaded,
} from '../document-reader/document-reader'
import { stampOf } from '../document-reader/files'
import { summariseDocument } from '../document-reader/summary'
import type { FoundLog, LogFormat } from '../format'
import { contentBlocks } from '../parts/blocks'
import { assistantEntry, markerEntry, userEntry } from '../parts/entries'
import { fieldsOf, firstLine, isObject, listOf, numberOr, textOr, timeOf } from '../parts/fields'
import { Turns } from '../parts/turns'
import { readRecording, type RecordedMessage } from './messages'
import { callEntry } from '../parts/gemini-tools'

const notPrompt = /^\s*(?:<session_context>|[/?]\w|This is the Gemini CLI)/

function sourceOf(path: string): DocumentSource {
  return { path, stamp: () => stampOf([path]), load: () => load(path) }
}

async function load(path: string): Promise<Outcome<Loaded>> {
  const recording = await readRecording(path)
  if (!recording.ok) return recording
  const { header, messages, rewound, diagnostics } = recording.value
  const isSub = header.kind === 'subagent'
  const items = itemsOf(messages)
  if (rewound > 0) {
    const entry = markerEntry(
      { at: null, turn: null, step: null },
      'branch',
      `${rewound} messages were rewound`,
    )
    items.push({ entry, raw: [] })
  }
  const model = messages.findLast(({ value }) => typeof value.model === 'string')?.value.model
  const prompt = items.find(({ entry }) => entry.kind === 'user' && entry.tone === 'user')?.entry
  return good({
    facts: {
      id: textOr(header.sessionId, basename(path)),
      title: textOr(header.summary, prompt?.kind === 'user' ? firstLine(prompt.text) : null),
      cwd: textOr(listOf(header.directories)[0], null),
      model: textOr(model, null),
      startedAt: timeOf(header.startTime),
      parent: isSub ? basename(dirname(path)) : null,
      relation: isSub ? 'subagent' : null,
      extra: [{ label: 'Project', value: textOr(header.projectHash, '–') }],
    },
    items,
    diagnostics,
    open: isWaiting(items),
  })
}

function usageOf(tokens: unknown): Usage | null {
  if (!isObject(tokens)) return null
  const cached = numberOr(tokens.cached, 0)
  return {
    input: Math.max(0, numberOr(tokens.input, 0) - cached),
    output: numberOr(tokens.output, 0) + numberOr(tokens.thoughts, 0),
    cacheRead: cached,
    cacheWrite: 0,
    reasoning: numberOr(tokens.thoughts, 0),
  }
}

function textIn(content: unknown): string {
  const blocks = isObject(content) ? contentBlocks([content]) : contentBlocks(content)
  return blocks
    .map((block) => (block.type === 'text' ? block.text : ''))
    .filter((text) => text !== '')
    .join('\n\n')
}

function itemsOf(messages: readonly RecordedMessage[]): Item[] {
  const turns = new Turns()
  const items: Item[] = []
  for (const { value: message, span } of messages) {
    const place = span ? { span } : {}
    const at = timeOf(message.timestamp)
    const text = textIn(message.displayContent ?? message.content)
    switch (message.type) {
      case 'user': {
        const isPrompt = !notPrompt.test(text)
        if (isPrompt) turns.prompt()
        const patch = isPrompt ? {} : { origin: 'system' as const, label: 'context' }
        items.push({ entry: userEntry(turns.at(at), text, patch), raw: [message], ...place })
        break
      }
      case 'gemini': {
        turns.response()
        const now = turns.at(at)
        const thoughts = listOf(message.thoughts)
          .map(
            (thought) =>
              `**${textOr(fieldsOf(thought).subject, '')}** ${textOr(fieldsOf(thought).description, '')}`,
          )
          .join('\n\n')
        const entry = assistantEntry(now, text, {
          reasoning: thoughts,
          model: textOr(message.model, null),
          usage: usageOf(message.tokens),
        })
        items.push({ entry, raw: [message], ...place })
        for (const call of listOf(message.toolCalls).filter(isObject)) {
          items.push({ entry: callEntry(call, now), raw: [call], ...place })
        }
        break
      }
      default: {
        const type = textOr(message.type, 'record')
        const severity = type === 'error' ? 'error' : type === 'warning' ? 'warning' : 'note'
        const marker =
          type === 'error' ? 'error' : ['info', 'warning'].includes(type) ? 'system' : 'record'
        const title = firstLine(text) || type
        items.push({
          entry: markerEntry(turns.at(at), marker, title, { severity, body: text }),
          raw: [message],
          ...place,
        })
      }
    }
  }
  return items
}

function isGemini(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('utf8')
  return (
    text.trimStart().startsWith('{') &&
    /"sessionId"\s*:/.test(text) &&
    /"projectHash"\s*:/.test(text)
  )
}

export const geminiCli: LogFormat = {
  id: 'gemini-cli',
  name: 'Gemini CLI',
  roots: (env) => [join(env.env.GEMINI_CLI_HOME?.trim() || env.home, '.gemini', 'tmp')],
  async discover(folder) {
    const found: FoundLog[] = []
    const names = new Set(folder.files.map(({ name }) => name))
    for (const file of folder.files) {
      if (!/\.jsonl?$/.test(file.name) && !folder.isNamed) continue
      // A session that was resumed goes on in lines; they hold all of the document.
      if (file.name.endsWith('.json') && names.has(`${file.name}l`)) continue
      if (isGemini(await folder.head(file)))
        found.push({ path: file.path, others: [], sessionId: null })
    }
    return found
  },
  summarise: (found) => summariseDocument(found, geminiCli, sourceOf(found.path)),
  open: (found) => Promise.resolve(openDocument(sourceOf(found.path))),
}
