/** SWE-agent and mini-swe-agent trajectories. Specification: docs/formats/swe-agent.md. */
import { basename } from 'node:path'
import { decline, good, type Outcome } from '#shared/outcome'
import type { ToolEntry } from '#shared/session'
import type { ReadView } from '#shared/views'
import {
  openDocument,
  type DocumentSource,
  type Item,
  type Loaded,
} from '../document-reader/document-reader'
import { readJson, stampOf } from '../document-reader/files'
import { summariseDocument } from '../document-reader/summary'
import { diffView } from '../../views/diff'
import type { FoundLog, LogFormat } from '../format'
import { contentBlocks } from '../parts/blocks'
import {
  answered,
  assistantEntry,
  markerEntry,
  toolEntry,
  userEntry,
  type Place,
} from '../parts/entries'
import {
  fieldsOf,
  firstLine,
  isObject,
  jsonOr,
  listOf,
  numberOr,
  pick,
  textOr,
  timeOf,
  type Fields,
} from '../parts/fields'
import { Turns } from '../parts/turns'
import { numberedLines, readOf } from '../parts/windows'
import { intendedDiffs, patchDiffs } from './edits'

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
  if (typeof info.exit_status === 'string') {
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

const windowActions = new Set(['open', 'goto', 'scroll_up', 'scroll_down', 'create'])

function stepItems(steps: readonly Fields[], history: readonly Fields[]): Item[] {
  const turns = new Turns()
  const items = openingItems(history, turns)
  let cwd: string | null = null
  let open: string | null = null
  for (const step of steps) {
    turns.response()
    const place = turns.at(null)
    const thought = textOr(step.thought, '').trim()
    const entry = assistantEntry(place, thought)
    items.push({ entry, raw: [{ response: step.response, thought: step.thought }] })
    const state = fieldsOf(typeof step.state === 'string' ? jsonOr(step.state) : step.state)
    const action = textOr(step.action, '').trim()
    if (action !== '') {
      const entry = actionEntry(step, action, place, { cwd, open })
      items.push({ entry, raw: [step] })
    }
    open = textOr(state.open_file, open)
    cwd = textOr(state.working_dir, cwd)
  }
  return items
}

/** System prompt and task, out of the history that repeats the steps. */
function openingItems(history: readonly Fields[], turns: Turns): Item[] {
  const items: Item[] = []
  for (const message of history) {
    if (message.is_demo === true || message.message_type === 'demonstration') continue
    const text = textIn(message.content)
    if (message.role === 'system') {
      items.push({
        entry: markerEntry(turns.at(null), 'system', 'System prompt', { body: text }),
        raw: [message],
      })
    } else if (message.role === 'user') {
      turns.prompt()
      items.push({ entry: userEntry(turns.at(null), text), raw: [message] })
      break
    } else break
  }
  return items
}

function textIn(content: unknown): string {
  return contentBlocks(content)
    .map((block) => (block.type === 'text' ? block.text : ''))
    .join('\n')
}

/** Where the shell stood and which file its window showed, before an action. */
interface Before {
  readonly cwd: string | null
  readonly open: string | null
}

const nowhereKnown: Before = { cwd: null, open: null }

function actionEntry(step: Fields, action: string, place: Place, before: Before): ToolEntry {
  const { cwd } = before
  const [word = 'action'] = action.split(/\s/)
  const observation = textOr(step.observation, '').replaceAll('\r\n', '\n')
  const seconds = numberOr(step.execution_time, null)
  const ms = seconds === null ? null : Math.round(seconds * 1000)
  const base = { at: null, content: contentBlocks(observation), isError: false, ms }
  const isEdit = /^(?:edit|insert|create)\b|^str_replace_editor (?:str_replace|create|insert)/.test(
    action,
  )
  const isWindow = windowActions.has(word) || /^str_replace_editor view\b/.test(action)
  const call = { name: word, callId: null, args: action }
  if (isWindow) {
    const read = windowIn(action, observation)
    const entry = toolEntry(place, call, 'read', {
      call: { card: 'generic', title: firstLine(action), kind: 'read', rawInput: action },
    })
    return answered(entry, {
      ...base,
      view: read.ok ? read.value : null,
      declined: read.ok ? null : read.reason,
      derived: read.ok,
    })
  }
  if (isEdit) {
    const failed = /introduced new syntax error|Your changes have NOT been applied/.test(
      observation,
    )
    const title = firstLine(action)
    const diffs = intendedDiffs(action, before.open)
    const entry = toolEntry(place, call, 'edit', {
      call:
        diffs.length > 0
          ? { card: 'diff', title, diffs }
          : { card: 'generic', title, kind: 'edit', rawInput: action },
    })
    const isShown = diffs.length > 0 && !failed
    return answered(entry, {
      ...base,
      isError: failed,
      view: isShown ? diffView(title, diffs) : null,
      tags: failed ? ['not applied'] : [],
    })
  }
  const patch = word === 'submit' ? patchDiffs(observation) : []
  if (patch.length > 0) {
    const title = 'submit'
    return answered(toolEntry(place, call, 'edit'), { ...base, view: diffView(title, patch) })
  }
  const entry = toolEntry(place, call, 'run', {
    call: { card: 'terminal', title: action, ...(cwd === null ? {} : { cwd }) },
  })
  // How a command ended is not recorded: its text is all there is.
  return answered(entry, { ...base, view: { card: 'terminal', output: observation } })
}

function windowIn(action: string, observation: string): Outcome<ReadView> {
  const catN = /Here's the result of running `cat -n` on (.+?):\n([\s\S]*)$/.exec(observation)
  if (catN) {
    const body = (catN[2] ?? '').replace(/\n+$/, '')
    if (/--view_range/.test(action) || body.includes('<response clipped>'))
      return decline('total-not-recorded')
    const lines = numberedLines(body, /^\s*(\d+)\t(.*)$/)
    if (!lines.ok) return lines
    const { first, texts } = lines.value
    return readOf({
      path: catN[1] ?? '',
      offset: first,
      texts,
      totalLines: first + texts.length - 1,
    })
  }
  const head = /\[File: (.+?) \((\d+) lines total\)\]\n/.exec(observation)
  if (!head) return decline('envelope-missing')
  const rows = observation
    .slice(head.index + head[0].length)
    .split('\n')
    .filter((row) => !/^<<<<< (?:START|END) CURSOR >>>>>$/.test(row))
  const start = rows[0]?.startsWith('(') && /more lines? above\)$/.test(rows[0]) ? 1 : 0
  const lines = numberedLines(rows.slice(start).join('\n'), /^(\d+):(.*)$/, () => true)
  if (!lines.ok) return lines
  const { first, texts } = lines.value
  return readOf({ path: head[1] ?? '', offset: first, texts, totalLines: Number(head[2]) })
}

/** A demonstration that holds only what the model saw. */
function historyItems(history: readonly Fields[]): Item[] {
  const turns = new Turns()
  const items: Item[] = []
  let pending: { index: number; action: string } | null = null
  for (const message of history) {
    const text = textIn(message.content)
    if (message.role === 'system') {
      items.push({
        entry: markerEntry(turns.at(null), 'system', 'System prompt', { body: text }),
        raw: [message],
      })
    } else if (message.role === 'assistant') {
      turns.response()
      const place = turns.at(null)
      items.push({ entry: assistantEntry(place, textOr(message.thought, text)), raw: [message] })
      const action = textOr(message.action, '').trim()
      if (action === '') continue
      pending = { index: items.length, action }
      const call = { name: action.split(/\s/)[0] ?? 'action', callId: null, args: action }
      items.push({
        entry: toolEntry(place, call, 'run', { call: { card: 'terminal', title: action } }),
        raw: [message],
      })
    } else if (pending) {
      const before = items[pending.index]
      const place = turns.at(null)
      const entry = actionEntry({ observation: text }, pending.action, place, nowhereKnown)
      if (before) items[pending.index] = { entry, raw: [...before.raw, message] }
      pending = null
    } else {
      turns.prompt()
      items.push({ entry: userEntry(turns.at(null), text), raw: [message] })
    }
  }
  return items
}

/** Messages of mini: a thought and one fenced command, then what came of it. */
function miniItems(messages: readonly Fields[]): Item[] {
  const turns = new Turns()
  const items: Item[] = []
  let pending: { index: number; place: Place; command: string } | null = null
  for (const message of messages) {
    const text = textIn(message.content)
    const extra = fieldsOf(message.extra)
    const at = timeOf(extra.timestamp)
    if (message.role === 'system') {
      items.push({
        entry: markerEntry(turns.at(at), 'system', 'System prompt', { body: text }),
        raw: [message],
      })
    } else if (message.role === 'assistant') {
      turns.response()
      const place = turns.at(at)
      items.push({ entry: assistantEntry(place, text), raw: [message] })
      const [action] = listOf(extra.actions).map(fieldsOf)
      const fenced = /```(?:bash|mswea_bash_command)\n([\s\S]*?)\n?```/.exec(text)?.[1]
      const command = textOr(action?.command, fenced ?? null)
      if (command === null) continue
      pending = { index: items.length, place, command }
      const call = { name: 'bash', callId: null, args: { command } }
      items.push({
        entry: toolEntry(place, call, 'run', { call: { card: 'terminal', title: command } }),
        raw: [message],
      })
    } else if (pending) {
      const before = items[pending.index]
      if (before?.entry.kind === 'tool') {
        items[pending.index] = {
          entry: miniResult(before.entry, text, extra, at),
          raw: [...before.raw, message],
        }
      }
      pending = null
    } else if (message.role === 'exit') {
      items.push({
        entry: markerEntry(turns.at(at), 'turn-end', 'Submitted', { body: text }),
        raw: [message],
      })
    } else {
      turns.prompt()
      items.push({ entry: userEntry(turns.at(at), text), raw: [message] })
    }
  }
  return items
}

function miniResult(entry: ToolEntry, text: string, extra: Fields, at: number | null): ToolEntry {
  const stated = /<returncode>(-?\d+)<\/returncode>/.exec(text)?.[1]
  const code = numberOr(extra.returncode, stated === undefined ? null : Number(stated))
  const inner = /<output>\n?([\s\S]*?)\n?<\/output>/.exec(text)?.[1]
  const output = textOr(extra.raw_output, inner ?? text)
  const view = { card: 'terminal' as const, output, ...(code === null ? {} : { exitCode: code }) }
  return answered(entry, { at, content: contentBlocks(text), isError: false, view })
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
