/** Calls of tools that many agents have under one of few names: tone, and the card of the call. */
import type { Tone, ToolEntry } from '#shared/session'
import type { FileDiff, ToolCallView } from '#shared/views'
import { toolEntry, type Place } from './entries'
import { fieldsOf, listOf, numberOr, textOr, type Fields } from './fields'
import { newFile } from './patches'

const names: Readonly<Record<string, Tone>> = Object.fromEntries(
  (
    [
      ['read', 'read readfile readfiles view viewfile openfile readmediafile'],
      [
        'edit',
        'edit multiedit editfile strreplace strreplaceeditor replace searchreplace write writefile ' +
          'create createfile insert applypatch patch delete deletefile undoedit',
      ],
      [
        'run',
        'bash shell powershell execute exec terminal runshellcommand runterminalcmd runcommand',
      ],
      [
        'search',
        'grep glob ls list listdir listdirectory search searchfiles filesearch codebasesearch finder rg',
      ],
      ['web', 'webfetch fetch fetchurl fetchwebpage readwebpage websearch'],
      ['agent', 'agent agentswarm task subagent oracle'],
    ] as const
  ).flatMap(([tone, words]) => words.split(' ').map((word): [string, Tone] => [word, tone])),
)

/** Names differ in case and in the sign between their words. */
export function usualTone(name: string): Tone {
  const key = name.toLowerCase().replaceAll(/[-_ ]/g, '')
  return Object.hasOwn(names, key) ? (names[key] ?? 'generic') : 'generic'
}

/** The file an argument names; empty when none does. */
export function pathIn(args: Fields): string {
  for (const key of ['file_path', 'path', 'filePath', 'absolute_path', 'target_file', 'filename']) {
    const value = args[key]
    if (typeof value === 'string') return value
  }
  return ''
}

const oldKeys = ['old_string', 'old_str', 'oldString', 'oldText']
const newKeys = ['new_string', 'new_str', 'newString', 'newText']
const wholeKeys = ['content', 'file_text', 'contents']

function textAt(args: Fields, keys: readonly string[]): string | null {
  for (const key of keys) if (typeof args[key] === 'string') return args[key]
  return null
}

/** What an edit means to do, without line numbers: the call does not know them. */
export function usualDiffs(args: Fields): FileDiff[] {
  const path = pathIn(args)
  if (path === '') return []
  const edits = listOf(args.edits).map(fieldsOf)
  const pairs = (edits.length > 0 ? edits : [args]).flatMap((edit) => {
    const newText = textAt(edit, newKeys)
    return newText === null ? [] : [{ path, oldText: textAt(edit, oldKeys), newText }]
  })
  const whole = textAt(args, wholeKeys)
  if (pairs.length === 0 && whole !== null) return [newFile(path, whole)]
  return pairs
}

export function usualCall(name: string, args: Fields, rawInput: unknown): ToolCallView {
  const tone = usualTone(name)
  const path = pathIn(args)
  const title = path === '' ? name : `${name} ${path}`
  if (tone === 'run') {
    const command = textOr(args.command, textOr(args.cmd, null))
    if (command !== null) {
      const cwd = textOr(args.cwd, textOr(args.workdir, textOr(args.directory, null)))
      return {
        card: 'terminal',
        title: command,
        ...(typeof args.description === 'string' ? { description: args.description } : {}),
        ...(cwd === null ? {} : { cwd }),
      }
    }
  }
  if (tone === 'read') {
    const line = numberOr(args.offset, null)
    const location = { path, ...(line === null || line < 1 ? {} : { line }) }
    return { card: 'generic', title, kind: 'read', locations: path === '' ? [] : [location] }
  }
  if (tone === 'edit') {
    const diffs = usualDiffs(args)
    if (diffs.length > 0) return { card: 'diff', title, diffs }
  }
  const kind =
    tone === 'edit' || tone === 'search' ? tone : tone === 'web' ? 'fetch' : ('other' as const)
  const locations = path === '' ? {} : { locations: [{ path }] }
  return { card: 'generic', title, kind, rawInput, ...locations }
}

/** A call without its result. `input`: as the log has it. */
export function usualEntry(
  place: Place,
  name: string,
  callId: string | null,
  input: unknown,
): ToolEntry {
  return toolEntry(place, { name, callId, args: input }, usualTone(name), {
    call: usualCall(name, fieldsOf(input), input),
  })
}
