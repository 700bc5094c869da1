/** Calls and results of Claude Code's tools as views. Rule: docs/formats/claude-code.md. */
import { decline, type Outcome } from '#shared/outcome'
import type { SessionLink, Tone, ToolEntry } from '#shared/session'
import type { Block, ToolCallView, ToolResultView } from '#shared/views'
import { contentBlocks, inlineImage, textBlock } from '../parts/blocks'
import { childLink } from '../parts/entries'
import {
  fieldsOf,
  indented,
  isObject,
  listOf,
  numberOr,
  textOr,
  type Fields,
} from '../parts/fields'
import { newFile, structuredHunks } from '../parts/patches'
import { diffView } from '../../views/diff'
import { readResult } from './read-result'

const tones: Readonly<Record<string, Tone>> = {
  Read: 'read',
  NotebookRead: 'read',
  Grep: 'search',
  Glob: 'search',
  LS: 'search',
  WebFetch: 'web',
  WebSearch: 'web',
  Edit: 'edit',
  MultiEdit: 'edit',
  Write: 'edit',
  NotebookEdit: 'edit',
  Bash: 'run',
  BashOutput: 'run',
  KillShell: 'run',
  KillBash: 'run',
  TaskOutput: 'run',
  Task: 'agent',
  Agent: 'agent',
}

export function toneOfTool(name: string): Tone {
  return Object.hasOwn(tones, name) ? (tones[name] ?? 'generic') : 'generic'
}

/** What a call asks to draw. `cwd`: of the record that holds it. */
export function callView(name: string, args: Fields, cwd: string | null): ToolCallView {
  const path = textOr(args.file_path, textOr(args.notebook_path, null))
  switch (name) {
    case 'Bash':
      return {
        card: 'terminal',
        title: textOr(args.command, ''),
        ...(typeof args.description === 'string' ? { description: args.description } : {}),
        ...(cwd === null ? {} : { cwd }),
      }
    case 'Read': {
      const line = numberOr(args.offset, null)
      const location = { path: path ?? '', ...(line === null || line < 1 ? {} : { line }) }
      return { card: 'generic', title: `Read ${path ?? ''}`, kind: 'read', locations: [location] }
    }
    case 'Edit':
      return {
        card: 'diff',
        title: `Edit ${path ?? ''}`,
        diffs: [editOf(path ?? '', args)],
        locations: [{ path: path ?? '' }],
      }
    case 'MultiEdit':
      return {
        card: 'diff',
        title: `Edit ${path ?? ''}`,
        diffs: listOf(args.edits).map((edit) => editOf(path ?? '', fieldsOf(edit))),
        locations: [{ path: path ?? '' }],
      }
    case 'Write':
      return {
        card: 'diff',
        title: `Write ${path ?? ''}`,
        diffs: [newFile(path ?? '', textOr(args.content, ''))],
        locations: [{ path: path ?? '' }],
      }
    case 'Grep':
    case 'Glob':
      return {
        card: 'generic',
        title: `${name} ${textOr(args.pattern, '')}`,
        kind: 'search',
        rawInput: args,
      }
    case 'WebFetch':
      return { card: 'generic', title: textOr(args.url, name), kind: 'fetch' }
    case 'WebSearch':
      return { card: 'generic', title: textOr(args.query, name), kind: 'search' }
    case 'Task':
    case 'Agent':
      return {
        card: 'generic',
        title: textOr(args.description, name),
        kind: 'other',
        content: [textBlock(textOr(args.prompt, ''))],
      }
    default:
      return {
        card: 'generic',
        title: name,
        kind: 'other',
        rawInput: args,
        ...(path === null ? {} : { locations: [{ path }] }),
      }
  }
}

function editOf(
  path: string,
  args: Fields,
): { path: string; oldText: string | null; newText: string } {
  const old = textOr(args.old_string, '')
  return { path, oldText: old === '' ? null : old, newText: textOr(args.new_string, '') }
}

export interface Presented {
  readonly content: Block[]
  readonly view: ToolResultView | null
  readonly declined: ToolEntry['declined']
  readonly derived: boolean
  readonly links: SessionLink[]
  readonly tags: string[]
  readonly ms: number | null
}

/** What came back. `result`: `toolUseResult` where it belongs to this block, else undefined. */
export function presentResult(
  name: string,
  args: Fields,
  block: Fields,
  result: unknown,
): Presented {
  const content = contentBlocks(block.content)
  const text = content.map((one) => (one.type === 'text' ? one.text : '')).join('\n')
  const isError = block.is_error === true || (typeof result === 'string' && /^Error/.test(result))
  const plain: Presented = {
    content,
    view: null,
    declined: null,
    derived: false,
    links: linksOf(result),
    tags: text.startsWith('<persisted-output>') ? ['preview only: the output lies in a file'] : [],
    ms:
      numberOr(fieldsOf(result).durationMs, null) ??
      numberOr(fieldsOf(result).totalDurationMs, null),
  }
  const judged = (view: Outcome<ToolResultView>): Presented =>
    view.ok ? { ...plain, view: view.value } : { ...plain, declined: view.reason }
  switch (name) {
    case 'Bash':
      return {
        ...plain,
        view: terminal(result, text, isError),
        tags: [...plain.tags, ...bashTags(result)],
      }
    case 'Read': {
      if (isError) return { ...plain, declined: { code: 'result-is-error', params: {} } }
      const read = readResult(result, args, text)
      const picture = pictureOf(result)
      const more = picture ? { content: [picture] } : {}
      return {
        ...judged(read.view),
        ...more,
        derived: read.derived && read.view.ok,
        tags: [...plain.tags, ...read.tags],
      }
    }
    case 'Edit':
    case 'MultiEdit':
    case 'Write':
      return isError
        ? { ...plain, declined: { code: 'result-is-error', params: {} }, tags: ['not applied'] }
        : { ...judged(diffOf(name, args, fieldsOf(result))), tags: diffTags(fieldsOf(result)) }
    case 'Grep':
    case 'Glob':
      return isError ? plain : judged(searchOf(fieldsOf(result)))
    case 'WebFetch':
    case 'WebSearch':
      return isError ? plain : judged(webOf(name, args, fieldsOf(result)))
    default:
      return plain
  }
}

function linksOf(result: unknown): SessionLink[] {
  const id = textOr(fieldsOf(result).agentId, null)
  return id === null ? [] : [childLink(id)]
}

function pictureOf(result: unknown): Block | null {
  const { type, file } = fieldsOf(result)
  const { base64, type: media } = fieldsOf(file)
  if (type !== 'image' || typeof base64 !== 'string') return null
  return inlineImage(
    `data:${base64.slice(0, 64)}:${base64.length}`,
    textOr(media, 'image/png'),
    base64,
  )
}

/** There is no exit code in a good result; it is 0 only where nothing says otherwise. */
function terminal(result: unknown, text: string, isError: boolean): ToolResultView | null {
  if (isObject(result)) {
    if (result.isImage === true) return null
    const parts = [textOr(result.stdout, ''), textOr(result.stderr, '')]
    const [stdout = '', stderr = ''] = parts
    const output =
      stderr === '' ? stdout : `${stdout}${stdout === '' ? '' : '\n'}[stderr]\n${stderr}`
    const isPlain =
      result.interrupted !== true &&
      result.backgroundTaskId === undefined &&
      result.returnCodeInterpretation === undefined &&
      !isError
    return { card: 'terminal', output, ...(isPlain ? { exitCode: 0 } : {}) }
  }
  const failed = /^(?:Error: )?Exit code (\d+)\n?([\s\S]*)$/.exec(text)
  if (failed) return { card: 'terminal', output: failed[2] ?? '', exitCode: Number(failed[1]) }
  if (isError) return null
  return { card: 'terminal', output: text }
}

function bashTags(result: unknown): string[] {
  const { interrupted, backgroundTaskId, returnCodeInterpretation } = fieldsOf(result)
  return [
    ...(interrupted === true ? ['interrupted'] : []),
    ...(typeof backgroundTaskId === 'string' ? [`in the background: ${backgroundTaskId}`] : []),
    ...(typeof returnCodeInterpretation === 'string' ? [returnCodeInterpretation] : []),
  ]
}

function diffOf(name: string, args: Fields, result: Fields): Outcome<ToolResultView> {
  const path = textOr(result.filePath, textOr(args.file_path, ''))
  const title = `${name === 'Write' ? 'Write' : 'Edit'} ${path}`
  const hunks = structuredHunks(path, result.structuredPatch)
  if (hunks.length > 0) return { ok: true, value: diffView(title, hunks) }
  if (name === 'Write' && (result.type === 'create' || result.type === undefined)) {
    const content = textOr(result.content, textOr(args.content, ''))
    return { ok: true, value: diffView(title, [newFile(path, content)]) }
  }
  return decline('diffs-empty')
}

function diffTags(result: Fields): string[] {
  return [
    ...(result.userModified === true ? ['changed by the user'] : []),
    ...(result.staged === true ? ['staged, not written'] : []),
  ]
}

const grepLine = /^(.+?)[:-](\d+)[:-](.*)$/

function searchOf(result: Fields): Outcome<ToolResultView> {
  const names = listOf(result.filenames).filter((name): name is string => typeof name === 'string')
  if (result.mode === 'content' && typeof result.content === 'string') {
    const files = new Map<string, { lineNumber: number; line: string }[]>()
    for (const row of result.content.split('\n')) {
      const match = grepLine.exec(row)
      if (!match) {
        if (row !== '' && row !== '--')
          return decline('shape-other', { shape: 'text', expected: 'path:line:text' })
        continue
      }
      const [, path = '', line = '0', text = ''] = match
      files.set(path, [...(files.get(path) ?? []), { lineNumber: Number(line), line: text }])
    }
    const found = [...files.values()].reduce((sum, hits) => sum + hits.length, 0)
    return {
      ok: true,
      value: {
        card: 'search',
        shape: 'matches',
        files: [...files].map(([path, matches]) => ({ path, matches })),
        truncated: typeof result.appliedLimit === 'number',
        total: numberOr(result.numMatches, found),
      },
    }
  }
  if (!Array.isArray(result.filenames)) return decline('meta-absent')
  return {
    ok: true,
    value: {
      card: 'search',
      shape: 'paths',
      paths: names,
      truncated: result.truncated === true || typeof result.appliedLimit === 'number',
      total: numberOr(result.numFiles, names.length),
    },
  }
}

function webOf(name: string, args: Fields, result: Fields): Outcome<ToolResultView> {
  if (name === 'WebFetch') {
    const code = numberOr(result.code, null)
    if (code === null) return decline('meta-absent')
    return {
      ok: true,
      value: {
        card: 'web',
        kind: 'fetch',
        title: textOr(args.url, ''),
        url: textOr(result.url, textOr(args.url, '')),
        statusCode: code,
        truncated: false,
      },
    }
  }
  if (!Array.isArray(result.results)) return decline('meta-absent')
  const answer = result.results.filter((one): one is string => typeof one === 'string').join('\n\n')
  const sources = result.results.flatMap((one) =>
    listOf(fieldsOf(one).content).flatMap((raw) => {
      const source = fieldsOf(raw)
      const url = textOr(source.url, null)
      return url === null ? [] : [{ url, title: textOr(source.title, url) }]
    }),
  )
  return {
    ok: true,
    value: {
      card: 'web',
      kind: 'search',
      title: textOr(result.query, textOr(args.query, '')),
      sources,
      ...(answer === '' ? {} : { answer }),
      truncated: false,
    },
  }
}

/** Arguments of a call as an object; a text that is none becomes one field. */
export function argsOf(input: unknown): Fields {
  return isObject(input) ? input : { input: indented(input) }
}
