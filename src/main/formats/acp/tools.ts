/** Tool calls of the Agent Client Protocol as views, once their updates are merged. Rule: docs/formats/acp.md. */
import { decline, good, type Outcome } from '#shared/outcome'
import type { Tone, ToolEntry } from '#shared/session'
import type { Block, FileDiff, ToolCallView, ToolResultView } from '#shared/views'
import { diffView } from '../../views/diff'
import { narrowRead, readView } from '../../views/read'
import { contentBlocks } from '../parts/blocks'
import { answered, toolEntry, type Place } from '../parts/entries'
import {
  fieldsOf,
  indented,
  isObject,
  listOf,
  numberOr,
  textOr,
  type Fields,
} from '../parts/fields'
import { pathIn } from '../parts/usual-tools'
import { readOf } from '../parts/windows'

/** What a terminal of the client did for a call. */
export interface Terminal {
  command: string
  cwd: string | null
  output: string | null
  exitCode: number | null
  signal: string | null
}

/** A whole file that the client read for the agent while the call ran. */
export interface WholeFile {
  readonly path: string
  readonly text: string
}

export interface MergedCall {
  readonly id: string | null
  readonly place: Place
  /** Later fields replace earlier ones. */
  readonly fields: Fields
  /** The last list of content that had diffs. */
  readonly diffs: readonly Fields[]
  readonly terminals: readonly Terminal[]
  readonly files: readonly WholeFile[]
  readonly endedAt: number | null
  /** The person's answer to a request for permission: the option's kind. */
  readonly permission: string | null
}

const toneOf: Readonly<Record<string, Tone>> = {
  read: 'read',
  edit: 'edit',
  delete: 'edit',
  move: 'edit',
  search: 'search',
  execute: 'run',
  fetch: 'web',
}

const callKinds = ['read', 'edit', 'delete', 'move', 'search', 'execute', 'fetch'] as const

/** The entry of a call with its result, as far as it has come. */
export function callEntry(call: MergedCall): ToolEntry {
  const { fields, place } = call
  const kind = textOr(fields.kind, 'other')
  const tone = Object.hasOwn(toneOf, kind) ? (toneOf[kind] ?? 'generic') : 'generic'
  const title = textOr(fields.title, '(unknown)')
  const name = textOr(fieldsOf(fields._meta).toolName, kind === 'other' ? title : kind)
  const rejected = call.permission?.startsWith('reject') ?? false
  const entry = toolEntry(place, { name, callId: call.id, args: fields.rawInput ?? null }, tone, {
    call: callView(call, title),
    tags: rejected ? ['rejected'] : [],
  })
  const status = textOr(fields.status, 'pending')
  if (status !== 'completed' && status !== 'failed') return entry
  const content = blocksOf(call)
  const hasFailed = status === 'failed'
  const view = hasFailed && kind !== 'execute' ? null : resultView(call, kind, title, content)
  // A command that ran and ended badly did not fail as a call: its card says how it ended.
  const hasRun =
    view?.ok === true && view.value.card === 'terminal' && view.value.exitCode !== undefined
  const isError = hasFailed && !hasRun
  return answered(entry, {
    at: call.endedAt,
    content,
    isError,
    view: view?.ok ? view.value : null,
    declined:
      view && !view.ok
        ? view.reason
        : isError && kind === 'read'
          ? { code: 'result-is-error', params: {} }
          : null,
    derived: view?.ok === true && view.value.card === 'read' && call.files.length > 0,
    tags: isError && call.diffs.length > 0 ? ['not applied'] : [],
  })
}

function locationOf(call: MergedCall): string {
  const [location] = listOf(call.fields.locations).map(fieldsOf)
  return textOr(location?.path, pathIn(fieldsOf(call.fields.rawInput)))
}

function callView(call: MergedCall, title: string): ToolCallView {
  const kind = callKinds.find((one) => one === call.fields.kind)
  const [terminal] = call.terminals
  if (kind === 'execute' || terminal) {
    const cwd = terminal?.cwd ?? null
    const command = terminal?.command || commandIn(call.fields.rawInput) || unquoted(title)
    return { card: 'terminal', title: command, ...(cwd === null ? {} : { cwd }) }
  }
  const diffs = diffsOf(call)
  if (diffs.length > 0) return { card: 'diff', title, diffs }
  const path = locationOf(call)
  return {
    card: 'generic',
    title,
    kind: kind ?? 'other',
    ...(path === '' ? {} : { locations: [{ path }] }),
    ...(call.fields.rawInput === undefined ? {} : { rawInput: call.fields.rawInput }),
  }
}

function commandIn(input: unknown): string {
  const { command } = fieldsOf(input)
  if (Array.isArray(command)) return command.map(String).join(' ')
  return textOr(command, '')
}

function unquoted(title: string): string {
  return /`([^`]+)`/.exec(title)?.[1] ?? title
}

/** Texts are often only what was replaced: no line numbers are known of them. */
function diffsOf({ diffs }: MergedCall): FileDiff[] {
  return diffs.map((diff) => ({
    path: textOr(diff.path, ''),
    oldText: textOr(diff.oldText, null),
    newText: textOr(diff.newText, ''),
  }))
}

/** What a card without a better view draws. */
function blocksOf({ fields, terminals }: MergedCall): Block[] {
  const shown = listOf(fields.content).flatMap((item) => {
    const { type, content } = fieldsOf(item)
    return type === 'content' ? contentBlocks([content]) : []
  })
  const outputs = terminals.flatMap(({ output }) => (output === null ? [] : [output]))
  if (shown.length > 0 || outputs.length > 0) return [...shown, ...contentBlocks(outputs)]
  return fields.rawOutput === undefined ? [] : contentBlocks(indented(fields.rawOutput))
}

function textIn(content: readonly Block[]): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
}

function resultView(
  call: MergedCall,
  kind: string,
  title: string,
  content: Block[],
): Outcome<ToolResultView> | null {
  if (kind === 'execute' || call.terminals.length > 0) return good(terminalView(call, content))
  const diffs = diffsOf(call)
  if (diffs.length > 0) return good(diffView(title, diffs))
  if (kind === 'edit') return decline('diffs-empty')
  return kind === 'read' ? readResult(call) : null
}

function terminalView(call: MergedCall, content: readonly Block[]): ToolResultView {
  const terminal = call.terminals.at(-1)
  const raw = fieldsOf(call.fields.rawOutput)
  const stated = terminal ? terminal.exitCode : null
  const exitCode =
    stated ?? numberOr(raw.exitCode, numberOr(raw.exit_code, numberOr(raw.exit, null)))
  const output = terminal?.output ?? textIn(content)
  const signal = terminal?.signal ?? null
  if (signal !== null) return { card: 'terminal', output, signal }
  return { card: 'terminal', output, ...(exitCode === null ? {} : { exitCode }) }
}

/** The protocol has no totals: a window only where another form states them, or the whole file was read. */
function readResult(call: MergedCall): Outcome<ToolResultView> {
  const raw = fieldsOf(call.fields.rawOutput)
  const meta = isObject(raw.meta) ? raw.meta : raw
  if (Array.isArray(meta.lines)) {
    const window = narrowRead(meta)
    return window.ok ? good(readView(window.value)) : window
  }
  if (isObject(raw.file)) {
    const { filePath, startLine, content, totalLines } = raw.file
    return stated(textOr(filePath, ''), startLine, content, totalLines)
  }
  const display = fieldsOf(fieldsOf(raw.metadata).display)
  if (display.totalLines !== undefined) {
    const { path, lineStart, text, totalLines } = display
    return stated(textOr(path, locationOf(call)), lineStart, text, totalLines)
  }
  const path = locationOf(call)
  const file = call.files.findLast((one) => one.path === path)
  if (!file) return decline('total-not-recorded')
  const texts = file.text === '' ? [] : file.text.replace(/\n$/, '').split('\n')
  return readOf({ path, offset: 1, texts, totalLines: texts.length })
}

function stated(
  path: string,
  offset: unknown,
  text: unknown,
  totalLines: unknown,
): Outcome<ToolResultView> {
  const first = numberOr(offset, null)
  const total = numberOr(totalLines, null)
  if (first === null || total === null || typeof text !== 'string') {
    return decline('total-not-recorded')
  }
  return readOf({ path, offset: first, texts: text.split('\n'), totalLines: total })
}
