/** Tool parts of OpenCode, call and result in one. Rule: docs/formats/opencode.md. */
import { decline, type Outcome } from '#shared/outcome'
import type { Tone, ToolEntry } from '#shared/session'
import type { FileDiff, ReadView, ToolCallView, ToolResultView } from '#shared/views'
import { diffView } from '../../views/diff'
import { contentBlocks } from '../parts/blocks'
import { answered, childLink, toolEntry, type Place } from '../parts/entries'
import { fieldsOf, isObject, listOf, numberOr, textOr, type Fields } from '../parts/fields'
import { newFile, unifiedHunks } from '../parts/patches'
import { numberedLines, readOf } from '../parts/windows'

const tones: Readonly<Record<string, Tone>> = {
  read: 'read',
  edit: 'edit',
  multiedit: 'edit',
  write: 'edit',
  patch: 'edit',
  apply_patch: 'edit',
  bash: 'run',
  shell: 'run',
  grep: 'search',
  glob: 'search',
  list: 'search',
  webfetch: 'web',
  websearch: 'web',
  task: 'agent',
  subagent: 'agent',
}

export interface ToolPart {
  readonly name: string
  readonly callId: string | null
  readonly state: Fields
  /** Text of the result. */
  readonly output: string
  readonly content: unknown
  readonly isV2: boolean
  readonly startedAt: number | null
  readonly endedAt: number | null
}

/** The entry of a tool part. `cwd`: of its message. */
export function toolPartEntry(part: ToolPart, place: Place, cwd: string | null): ToolEntry {
  const { name, state } = part
  const input = fieldsOf(state.input)
  const metadata = fieldsOf(state.metadata)
  const tone = Object.hasOwn(tones, name) ? (tones[name] ?? 'generic') : 'generic'
  const call = { name, callId: part.callId, args: state.input }
  const at = part.startedAt ?? place.at
  const entry = toolEntry({ ...place, at }, call, tone, { call: callView(name, input, cwd) })
  const status = textOr(state.status, '')
  if (status !== 'completed' && status !== 'error') return entry
  const isError = status === 'error' || name === 'invalid'
  const error = textOr(state.error, textOr(fieldsOf(state.error).message, ''))
  const content = isError && error !== '' ? contentBlocks(error) : contentBlocks(part.content)
  const isPruned =
    fieldsOf(state.time).compacted !== undefined ||
    part.output === '[Old tool result content cleared]'
  const view = isError || isPruned ? null : resultView(part, input, metadata)
  const child = textOr(metadata.sessionId, textOr(metadata.sessionID, null))
  return answered(entry, {
    at: part.endedAt,
    content,
    isError,
    view: view?.ok ? view.value : null,
    declined:
      view && !view.ok
        ? view.reason
        : isError && tone === 'read'
          ? { code: 'result-is-error', params: {} }
          : null,
    derived: view?.ok === true && view.value.card === 'read' && !isObject(metadata.display),
    links: child === null ? [] : [childLink(child)],
    tags: isPruned ? ['pruned'] : [],
  })
}

function callView(name: string, input: Fields, cwd: string | null): ToolCallView {
  const path = textOr(input.filePath, textOr(input.path, ''))
  switch (name) {
    case 'bash':
    case 'shell':
      return {
        card: 'terminal',
        title: textOr(input.command, ''),
        ...(typeof input.description === 'string' ? { description: input.description } : {}),
        ...(textOr(input.workdir, cwd) === null ? {} : { cwd: textOr(input.workdir, cwd) ?? '' }),
      }
    case 'read':
      return { card: 'generic', title: `read ${path}`, kind: 'read', locations: [{ path }] }
    case 'write':
      return {
        card: 'diff',
        title: `write ${path}`,
        diffs: [newFile(path, textOr(input.content, ''))],
      }
    case 'edit':
      return {
        card: 'diff',
        title: `edit ${path}`,
        diffs: [
          { path, oldText: textOr(input.oldString, null), newText: textOr(input.newString, '') },
        ],
      }
    default:
      return {
        card: 'generic',
        title: textOr(input.description, name),
        kind: 'other',
        rawInput: input,
      }
  }
}

function resultView(
  part: ToolPart,
  input: Fields,
  metadata: Fields,
): Outcome<ToolResultView> | null {
  const path = textOr(input.filePath, textOr(input.path, ''))
  switch (part.name) {
    case 'read':
      return part.isV2 ? readV2(part.output, metadata) : readV1(part.output, path, metadata)
    case 'bash':
    case 'shell': {
      const output = part.output.replace(/\n*<bash_metadata>[\s\S]*<\/bash_metadata>\s*$/, '')
      const code = numberOr(metadata.exit, null)
      return {
        ok: true,
        value: { card: 'terminal', output, ...(code === null ? {} : { exitCode: code }) },
      }
    }
    case 'edit':
    case 'multiedit':
    case 'patch':
    case 'apply_patch':
      return edited(part.name, path, metadata)
    case 'write':
      if (listOf(metadata.files).length > 0) return edited('write', path, metadata)
      return metadata.exists === true
        ? decline('diffs-empty')
        : { ok: true, value: diffView(`write ${path}`, [newFile(path, textOr(input.content, ''))]) }
    default:
      return null
  }
}

/** Hunks of a file: as patches state them, or both sides of the whole file. */
function hunksOf(path: string, fields: Fields): FileDiff[] {
  const file = fieldsOf(fields.filediff)
  const patch = textOr(fields.diff, textOr(fields.patch, textOr(file.patch, null)))
  if (patch !== null) return unifiedHunks(path, patch).map(newWhereNothingWas)
  const oldText = textOr(file.before, textOr(fields.before, null))
  const newText = textOr(file.after, textOr(fields.after, null))
  if (oldText === null || newText === null) return []
  return [{ path, oldText, newText, oldStart: 1, newStart: 1 }]
}

function edited(name: string, path: string, metadata: Fields): Outcome<ToolResultView> {
  const parts = [...listOf(metadata.files), ...listOf(metadata.results)].map(fieldsOf)
  const sources = parts.length > 0 ? parts : [metadata]
  const diffs = sources.flatMap((source) => {
    const file = textOr(source.filePath, textOr(source.file, path))
    return hunksOf(file, source)
  })
  return diffs.length > 0
    ? { ok: true, value: diffView(`${name} ${path}`, diffs) }
    : decline('diffs-empty')
}

/** `@@ -0,0` : there was no file. */
function newWhereNothingWas(hunk: FileDiff): FileDiff {
  return hunk.oldStart === 0 && hunk.oldText === '' ? newFile(hunk.path, hunk.newText) : hunk
}

const footers = {
  end: /^\(End of file - total (\d+) lines\)$/,
  showing: /^\(Showing lines \d+-\d+ of (\d+)\. Use offset=\d+ to continue\.\)$/,
  capped: /^\((?:Output capped|File has more lines|Output truncated)/,
}

function readV1(output: string, path: string, metadata: Fields): Outcome<ReadView> {
  const { display } = metadata
  if (isObject(display)) {
    if (display.type !== 'file')
      return decline('read-not-text', { type: textOr(display.type, 'other') })
    if (/\(Output capped at/.test(output)) return decline('total-not-recorded')
    const text = textOr(display.text, '')
    const totalLines = numberOr(display.totalLines, -1)
    const texts = text === '' && totalLines === 0 ? [] : text.split('\n')
    const offset = numberOr(display.lineStart, 1)
    const last = numberOr(display.lineEnd, null)
    if (last !== null && texts.length > 0 && last !== offset + texts.length - 1) {
      return decline('window-not-consecutive', { line: last })
    }
    return readOf({ path: textOr(display.path, path), offset, texts, totalLines })
  }
  const tagged =
    /^<path>([^\n]*)<\/path>\n<type>([^\n]*)<\/type>\n<content>\n?([\s\S]*)<\/content>/.exec(output)
  if (tagged) {
    const [, named = '', type = '', body = ''] = tagged
    if (type !== 'file') return decline('read-not-text', { type })
    return enveloped(named, body, /^(\d+): (.*)$/)
  }
  const old = /^<file>\n([\s\S]*)\n?<\/file>/.exec(output)
  if (old) return enveloped(path, old[1] ?? '', /^(\d{5,})\| (.*)$/)
  return decline('envelope-missing')
}

function enveloped(path: string, body: string, pattern: RegExp): Outcome<ReadView> {
  const lines = body.replace(/\n$/, '').split('\n')
  const footer = lines.pop() ?? ''
  if (lines.at(-1) === '') lines.pop()
  const stated = footers.end.exec(footer)?.[1] ?? footers.showing.exec(footer)?.[1]
  if (footers.capped.test(footer) || stated === undefined) return decline('total-not-recorded')
  const totalLines = Number(stated)
  if (lines.length === 0) return readOf({ path, offset: 1, texts: [], totalLines })
  const numbered = numberedLines(lines.join('\n'), pattern)
  if (!numbered.ok) return numbered
  return readOf({ path, offset: numbered.value.first, texts: numbered.value.texts, totalLines })
}

function readV2(output: string, metadata: Fields): Outcome<ReadView> {
  const head = /^Read file (.+), (?:lines (\d+)-(\d+)|0 lines)\n?/.exec(output)
  if (!head) return decline('envelope-missing')
  const [all, path = '', a, b] = head
  if (metadata.truncated !== false) return decline('total-not-recorded')
  if (a === undefined) return readOf({ path, offset: 1, texts: [], totalLines: 0 })
  const numbered = numberedLines(output.slice(all.length).replace(/\n$/, ''), /^(\d+): (.*)$/)
  if (!numbered.ok) return numbered
  return readOf({ path, offset: Number(a), texts: numbered.value.texts, totalLines: Number(b) })
}
