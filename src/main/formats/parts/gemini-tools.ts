/** Calls of Gemini CLI, and of Qwen Code that descends from it, with results that stand in the call. Rule: docs/formats/gemini-cli.md. */
import { decline, type Outcome } from '#shared/outcome'
import type { Tone, ToolEntry } from '#shared/session'
import type { ReadView, TerminalView, ToolCallView, ToolResultView } from '#shared/views'
import { diffView } from '../../views/diff'
import { contentBlocks } from './blocks'
import { answered, toolEntry, type Place } from './entries'
import { fieldsOf, indented, isObject, listOf, textOr, timeOf, type Fields } from './fields'
import { newFile, unifiedHunks } from './patches'
import { readOf } from './windows'

const tones: Readonly<Record<string, Tone>> = {
  read_file: 'read',
  read_many_files: 'read',
  replace: 'edit',
  edit: 'edit',
  write_file: 'edit',
  run_shell_command: 'run',
  list_directory: 'search',
  glob: 'search',
  search_file_content: 'search',
  grep_search: 'search',
  web_fetch: 'web',
  google_web_search: 'web',
}

/** The entry of a call, with its result as far as it is there. */
export function callEntry(call: Fields, place: Place): ToolEntry {
  const name = textOr(call.name, 'tool')
  const args = fieldsOf(call.args)
  const tone = Object.hasOwn(tones, name) ? (tones[name] ?? 'generic') : 'generic'
  const base = { name, callId: textOr(call.id, null), args: call.args }
  const entry = toolEntry(place, base, tone, { call: callView(name, args, call) })
  const status = textOr(call.status, '')
  if (!['success', 'error', 'cancelled'].includes(status)) return entry
  const output = outputOf(call.result)
  const text = output ?? indented(call.result ?? '')
  const content =
    output === null ? contentBlocks(listOf(call.result)) : [{ type: 'text' as const, text }]
  const isError = status !== 'success'
  const view = isError && name !== 'run_shell_command' ? null : resultView(name, args, output, call)
  return answered(entry, {
    at: timeOf(call.timestamp),
    content,
    isError: isError && !(view?.ok && view.value.card === 'terminal' && status === 'error'),
    view: view?.ok ? view.value : null,
    declined:
      view && !view.ok
        ? view.reason
        : isError && tone === 'read'
          ? { code: 'result-is-error', params: {} }
          : null,
    tags: status === 'cancelled' ? ['cancelled'] : [],
    ms: null,
  })
}

/** The text of a result; null when it is no single text. */
function outputOf(result: unknown): string | null {
  for (const part of listOf(result)) {
    const response = fieldsOf(fieldsOf(fieldsOf(part).functionResponse).response)
    if (typeof response.output === 'string') return response.output
    if (typeof response.error === 'string') return response.error
  }
  return typeof result === 'string' ? result : null
}

function pathIn(args: Fields): string {
  return textOr(args.file_path, textOr(args.absolute_path, textOr(args.path, '')))
}

function callView(name: string, args: Fields, call: Fields): ToolCallView {
  const path = pathIn(args)
  switch (name) {
    case 'run_shell_command': {
      const cwd = textOr(args.dir_path, textOr(args.directory, null))
      return {
        card: 'terminal',
        title: textOr(args.command, ''),
        ...(typeof args.description === 'string' ? { description: args.description } : {}),
        ...(cwd === null ? {} : { cwd }),
      }
    }
    case 'read_file':
      return { card: 'generic', title: `ReadFile ${path}`, kind: 'read', locations: [{ path }] }
    case 'write_file':
      return {
        card: 'diff',
        title: `WriteFile ${path}`,
        diffs: [newFile(path, textOr(args.content, ''))],
      }
    case 'replace':
    case 'edit': {
      const oldText = textOr(args.old_string, null)
      const diffs = [{ path, oldText, newText: textOr(args.new_string, '') }]
      return { card: 'diff', title: `Edit ${path}`, diffs }
    }
    default:
      return {
        card: 'generic',
        title: textOr(call.description, textOr(call.displayName, name)),
        kind: 'other',
        rawInput: args,
      }
  }
}

function resultView(
  name: string,
  args: Fields,
  output: string | null,
  call: Fields,
): Outcome<ToolResultView> | null {
  switch (name) {
    case 'read_file':
      return output === null
        ? decline('read-not-text', { type: 'media' })
        : readResult(pathIn(args), args, output)
    case 'run_shell_command':
      return output === null ? null : { ok: true, value: terminal(output, textOr(call.status, '')) }
    case 'write_file':
    case 'replace':
    case 'edit':
      return diffResult(name, args, output ?? '', call.resultDisplay)
    default:
      return null
  }
}

const header =
  /^\n?IMPORTANT: The file content has been truncated\.\nStatus: Showing lines (\d+)-(\d+) of (\d+) total lines\.\nAction:[^\n]*(?:\n[^\n]+)*\n\n--- FILE CONTENT \(truncated\) ---\n/
const context = /\n\n--- Newly Discovered Project Context ---\n[\s\S]*$/

function readResult(path: string, args: Fields, text: string): Outcome<ReadView> {
  const match = header.exec(text)
  const body = text.slice(match?.[0].length ?? 0).replace(context, '')
  if (match) {
    const [a = 0, b = 0, total = 0] = match.slice(1).map(Number)
    if (a > b) return decline('window-past-end')
    const texts = body.split('\n')
    if (texts.length < b - a + 1)
      return decline('window-not-consecutive', { line: a + texts.length })
    return readOf({ path, offset: a, texts: texts.slice(0, b - a + 1), totalLines: total })
  }
  if (/^Cannot display content of binary file:/.test(body))
    return decline('read-not-text', { type: 'binary' })
  const asked = ['offset', 'limit', 'start_line', 'end_line'].some(
    (name) => args[name] !== undefined,
  )
  if (asked) return decline('total-not-recorded')
  const texts = body.split(/\r?\n/)
  return readOf({ path, offset: 1, texts, totalLines: texts.length })
}

const fieldLine =
  /^(?:Command|Directory|Stdout|Stderr|Error|Exit Code|Signal|Background PIDs|Process Group PGID): /

/** The last run of known field lines says how it ended; the new form states only codes that are not 0. */
function terminal(text: string, status: string): TerminalView {
  const lines = text.split('\n')
  let end = lines.length
  while (end > 0 && fieldLine.test(lines[end - 1] ?? '')) end -= 1
  const trailer = lines.slice(end).join('\n')
  const code = /^Exit Code: (-?\d+)/m.exec(trailer)?.[1]
  const signal = /^Signal: (?!\(none\))(\S+)/m.exec(trailer)?.[1]
  const start = lines.findIndex((line) => /^(?:Output|Stdout): ?/.test(line))
  const body = lines
    .slice(Math.max(0, start), end)
    .join('\n')
    .replace(/^(?:Output|Stdout): ?/, '')
  const output = body === '(empty)' ? '' : body
  if (signal !== undefined && !/^\d+$/.test(signal)) return { card: 'terminal', output, signal }
  if (code !== undefined) return { card: 'terminal', output, exitCode: Number(code) }
  const isOld = lines[0]?.startsWith('Command: ') ?? false
  const isPlain = status === 'success' && !isOld && !/^Command is running in background/.test(text)
  return { card: 'terminal', output, ...(isPlain ? { exitCode: 0 } : {}) }
}

function diffResult(
  name: string,
  args: Fields,
  output: string,
  display: unknown,
): Outcome<ToolResultView> {
  const path = pathIn(args)
  const title = `${name === 'write_file' ? 'WriteFile' : 'Edit'} ${path}`
  if (isObject(display) && typeof display.fileDiff === 'string') {
    const file = textOr(display.filePath, path)
    if (display.isNewFile === true || display.originalContent === null) {
      return { ok: true, value: diffView(title, [newFile(file, textOr(display.newContent, ''))]) }
    }
    const hunks = unifiedHunks(file, display.fileDiff)
    if (hunks.length > 0) return { ok: true, value: diffView(title, hunks) }
  }
  if (name === 'write_file' && /Successfully created and wrote to new file/.test(output)) {
    return { ok: true, value: diffView(title, [newFile(path, textOr(args.content, ''))]) }
  }
  // What was there before an overwritten file is not recorded; a replacement at least says itself.
  const newText = textOr(args.new_string, null)
  if (name === 'write_file' || newText === null) return decline('diffs-empty')
  const diffs = [{ path, oldText: textOr(args.old_string, null), newText }]
  return { ok: true, value: diffView(title, diffs) }
}
