/** Calls and results of Cline's and Roo's tools. Rule: docs/formats/cline.md. */
import type { Tone, ToolEntry } from '#shared/session'
import type { FileDiff, ToolCallView, ToolResultView } from '#shared/views'
import { diffView } from '../../views/diff'
import { answered, toolEntry, type Place } from '../parts/entries'
import { fieldsOf, listOf, textOr, type Fields } from '../parts/fields'
import { newFile, unifiedHunks } from '../parts/patches'
import { clineRead, rooRead, sdkRead } from './reads'

const tones: Readonly<Record<string, Tone>> = {
  read_file: 'read',
  read_files: 'read',
  write_to_file: 'edit',
  replace_in_file: 'edit',
  apply_diff: 'edit',
  insert_content: 'edit',
  search_and_replace: 'edit',
  execute_command: 'run',
  search_files: 'search',
  list_files: 'search',
  list_code_definition_names: 'search',
  browser_action: 'web',
  new_task: 'agent',
}

export function clineCall(
  name: string,
  callId: string | null,
  args: Fields,
  place: Place,
): ToolEntry {
  const tone = Object.hasOwn(tones, name) ? (tones[name] ?? 'generic') : 'generic'
  return toolEntry(place, { name, callId, args }, tone, { call: callView(name, args) })
}

function callView(name: string, args: Fields): ToolCallView {
  const path = textOr(args.path, '')
  switch (name) {
    case 'execute_command':
      return {
        card: 'terminal',
        title: textOr(args.command, ''),
        ...(typeof args.cwd === 'string' ? { cwd: args.cwd } : {}),
      }
    case 'read_files': {
      const paths = listOf(args.files).map((file) => textOr(fieldsOf(file).path, ''))
      const locations = paths.map((one) => ({ path: one }))
      return { card: 'generic', title: `read_files ${paths.join(', ')}`, kind: 'read', locations }
    }
    case 'read_file':
      return { card: 'generic', title: `read_file ${path}`, kind: 'read', locations: [{ path }] }
    case 'write_to_file':
      return {
        card: 'diff',
        title: `write_to_file ${path}`,
        diffs: [newFile(path, textOr(args.content, ''))],
      }
    case 'replace_in_file':
    case 'apply_diff': {
      const diffs = searchReplace(path, textOr(args.diff, ''))
      return diffs.length > 0
        ? { card: 'diff', title: `${name} ${path}`, diffs }
        : { card: 'generic', title: `${name} ${path}`, kind: 'edit', rawInput: args }
    }
    default:
      return {
        card: 'generic',
        title: path === '' ? name : `${name} ${path}`,
        kind: 'other',
        rawInput: args,
      }
  }
}

/** Hunks of SEARCH/REPLACE blocks, with a start only where `:start_line:` states one. */
export function searchReplace(path: string, text: string): FileDiff[] {
  const block =
    /^(?:-{7}|<{7}) SEARCH>?\n(?::start_line:\s*(\d+)\n)?(?::end_line:[^\n]*\n)?(?:-{7}\n)?([\s\S]*?)\n?={7}\n([\s\S]*?)\n?(?:\+{7}|>{7}) REPLACE/gm
  return [...text.matchAll(block)].map(([, start, oldText = '', newText = '']) => ({
    path,
    oldText,
    newText,
    ...(start === undefined ? {} : { oldStart: Number(start), newStart: Number(start) }),
  }))
}

/** `isRoo`: whose text rules hold. `uiDiff`: a unified diff of the UI side for this call. */
export function clineResult(
  entry: ToolEntry,
  text: string,
  isError: boolean,
  at: number | null,
  isRoo: boolean,
  uiDiff: string | null,
): ToolEntry {
  const args = fieldsOf(entry.args)
  const path = textOr(args.path, '')
  const content = [{ type: 'text' as const, text }]
  const base = { at, content, isError }
  if (isError)
    return answered(entry, {
      ...base,
      declined: entry.tone === 'read' ? { code: 'result-is-error', params: {} } : null,
    })
  if (entry.name === 'read_file' || entry.name === 'read_files') {
    const view =
      entry.name === 'read_files'
        ? sdkRead(args, text)
        : isRoo
          ? rooRead(args, text)
          : clineRead(path, text)
    return answered(entry, {
      ...base,
      view: view.ok ? view.value : null,
      declined: view.ok ? null : view.reason,
      derived: view.ok,
    })
  }
  if (entry.name === 'execute_command') return answered(entry, { ...base, view: terminal(text) })
  if (entry.tone === 'edit') {
    const failed = !/successfully|have been applied|saved/i.test(text)
    const hunks = uiDiff === null ? [] : unifiedHunks(path, uiDiff)
    const diffs = hunks.length > 0 ? hunks : entry.call?.card === 'diff' ? entry.call.diffs : []
    return answered(entry, {
      ...base,
      view: !failed && diffs.length > 0 ? diffView(entry.call?.title ?? entry.name, diffs) : null,
      declined: failed ? { code: 'diffs-empty', params: {} } : null,
      tags: failed ? ['not applied'] : [],
    })
  }
  return answered(entry, base)
}

function terminal(text: string): ToolResultView {
  const code = /(?:^|\n)\s*Exit code: (-?\d+)/.exec(text)?.[1]
  const start = /(?:^|\n)Output:\n?/.exec(text)
  const output = start ? text.slice(start.index + start[0].length) : text
  return { card: 'terminal', output, ...(code === undefined ? {} : { exitCode: Number(code) }) }
}
