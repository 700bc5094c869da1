/** SWE-agent and mini-swe-agent trajectories. Specification: docs/formats/swe-agent.md. */
import { basename } from 'node:path'
import { good, type Outcome } from '#shared/outcome'
import { openDocument, type DocumentSource, type Loaded } from '../document-reader/document-reader'
import { readJson, stampOf } from '../document-reader/files'
import { summariseDocument } from '../document-reader/summary'
import type { FoundLog, LogFormat } from '../format'
import { markerEntry } from '../parts/entries'
import { fieldsOf, firstLine, isObject, listOf, pick, textOr } from '../parts/fields'
import { miniItems } from './mini'
import { historyItems, stepItems } from './trajectory'

function sourceOf(path: string): DocumentSource {
  return { path, stamp: () => stampOf([path]), load: () => load(path) }
}

async function load(path: string): Promise<Outcome<Loaded>> {
  const read = await readJson(path)
  if (!read.ok) return read
  const document = fieldsOf(read.value)
  const info = fieldsOf(document.info)
  const messages = (Array.isArray(read.value) ? read.value : listOf(document.messages)).filter(
    isObject,
  )
  const steps = listOf(document.trajectory).filter(isObject)
  const history = listOf(document.history).filter(isObject)
  const items =
    messages.length > 0
      ? miniItems(messages)
      : steps.length > 0
        ? stepItems(steps, history)
        : historyItems(history)
  const isTold = items.at(-1)?.entry.kind === 'marker'
  if (typeof info.exit_status === 'string' && !isTold) {
    const entry = markerEntry(
      { at: null, turn: 1, step: null },
      'turn-end',
      `Ended: ${info.exit_status}`,
      {
        detail: pick(fieldsOf(info.model_stats), ['api_calls', 'tokens_sent', 'tokens_received']),
        body: textOr(info.submission, null),
      },
    )
    items.push({ entry, raw: [info] })
  }
  const prompt = items.find(({ entry }) => entry.kind === 'user' && entry.tone === 'user')?.entry
  return good({
    facts: {
      id: basename(path),
      title: prompt?.kind === 'user' ? firstLine(prompt.text) : basename(path),
      extra: [{ label: 'Environment', value: textOr(document.environment, '–') }],
    },
    items,
    open: false,
  })
}

function isTrajectory(head: Uint8Array, name: string): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
    .toString('utf8')
    .trimStart()
  if (/"trajectory_format"\s*:\s*"mini-swe-agent/.test(text)) return true
  const isNamed = /\.traj(?:\.json)?$/.test(name)
  if (isNamed && (text.startsWith('{') || text.startsWith('['))) return true
  return (
    text.startsWith('{') &&
    /^\{\s*"(?:environment|trajectory|history)"\s*:/.test(text) &&
    /"(?:observation|message_type|action)"/.test(text)
  )
}

export const sweAgent: LogFormat = {
  id: 'swe-agent',
  name: 'SWE-agent',
  roots: () => [],
  async discover(folder) {
    const found: FoundLog[] = []
    for (const file of folder.files) {
      if (!/\.traj(?:\.json)?$/.test(file.name) && !folder.isNamed) continue
      if (isTrajectory(await folder.head(file), file.name))
        found.push({ path: file.path, others: [], sessionId: null })
    }
    return found
  },
  summarise: (found) => summariseDocument(found, sweAgent, sourceOf(found.path)),
  open: (found) => Promise.resolve(openDocument(sourceOf(found.path))),
}
