/**
 * The read tool: runs over a folder, leaves the meta, and makes the views of
 * its call and its result. The producer of every read card.
 * Rule: dsh format, section 11 and 13.2.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { decline, good, type Outcome } from '#shared/outcome'
import type { ReadMeta, ReadView, ToolCallView } from '#shared/views'
import { isObject } from '../../views/field'
import { narrowRead, readView } from '../../views/read'
import {
  failedOnDisk,
  failedRun,
  invalidArguments,
  type ToolRun,
  type Workspace,
} from '../tool-run'
import { faultOfArguments, readArgumentsSchema, type ReadArguments } from './read-arguments'
import { defaultReadCaps, type ReadCaps } from './read-caps'
import {
  bodyOf,
  bodyOfEnvelope,
  buildWindow,
  envelopeOf,
  langFromPath,
  type BuiltWindow,
} from './read-render'

export { readArgumentsSchema, type ReadArguments } from './read-arguments'

/**
 * Reads a window of a file in the workspace. Every failure is a result with the
 * tool's text (11.4), never a throw; a file outside the workspace is not found.
 */
export async function executeRead(
  given: unknown,
  workspace: Workspace,
  caps: ReadCaps = defaultReadCaps,
): Promise<ToolRun> {
  const parsed = readArgumentsSchema.safeParse(given)
  if (!parsed.success) return invalidArguments(parsed.error)
  const fault = faultOfArguments(parsed.data, caps)
  if (fault !== null) return failedRun(fault)
  const { file_path, offset = 1, limit = caps.lines } = parsed.data
  const shown = workspace.shown(file_path)
  const notFound = failedOnDisk(`cannot read "${shown}": not found`, 'FS_NOT_FOUND')
  const disk = workspace.onDisk(file_path)
  if (disk === null) return notFound
  try {
    if (!(await stat(disk)).isFile()) {
      return failedOnDisk(`cannot read "${shown}": not a regular file`, 'FS_NOT_REGULAR_FILE')
    }
    const window = await buildWindow(createReadStream(disk), { offset, limit, caps })
    if (offset > Math.max(1, window.totalLines)) {
      const total = `(${window.totalLines} lines)`
      const message = `offset ${offset} is out of range for "${shown}" ${total}`
      return failedOnDisk(message, 'FS_NOT_FOUND')
    }
    return {
      text: envelopeOf(shown, bodyOf(window, limit)),
      isError: false,
      meta: presentationMeta(shown, window),
    }
  } catch {
    return notFound
  }
}

/** What is kept beside the result for its card. `path` as in the envelope. Rule: 11.6. */
export function presentationMeta(path: string, window: BuiltWindow): ReadMeta {
  const lang = langFromPath(path)
  const { offset, lines, totalLines } = window
  return { path, offset, lines, totalLines, ...(lang === undefined ? {} : { lang }) }
}

/** The call's view: it ran nothing yet, so it has a place to follow and no content. Rule: 11.5. */
export function presentReadCall(given: ReadArguments): ToolCallView {
  const line = given.offset ?? 1
  return {
    card: 'generic',
    title: titleOf(given),
    kind: 'read',
    locations: [{ path: given.file_path, line }],
  }
}

function titleOf({ file_path, offset, limit }: ReadArguments): string {
  const first = offset ?? 1
  if (limit !== undefined && limit > 0) return `Read ${file_path} (${first} - ${first + limit - 1})`
  return offset === undefined ? `Read ${file_path}` : `Read ${file_path} (from line ${offset})`
}

/**
 * The read card of a result, or why there is none (13.2, P4 to P13). The meta
 * decides alone what is shown; the text only has to be the tool's envelope.
 */
export function presentReadResult(result: {
  readonly content: readonly unknown[]
  readonly isError: boolean
  readonly meta: unknown
}): Outcome<ReadView> {
  if (result.isError) return decline('result-is-error')
  const read = narrowRead(result.meta)
  if (!read.ok) return read
  const text = onlyText(result.content)
  if (!text.ok) return text
  const body = bodyOfEnvelope(text.value)
  return body.ok ? good(readView(read.value, [{ type: 'text', text: body.value }])) : body
}

/** The text of content that is one text block and nothing else; else what it is. */
export function onlyText(content: readonly unknown[]): Outcome<string> {
  const [block] = content
  if (content.length !== 1) return decline('content-not-one-block', { count: content.length })
  if (isObject(block) && block.type === 'text' && typeof block.text === 'string') {
    return good(block.text)
  }
  const type = isObject(block) && typeof block.type === 'string' ? block.type : typeof block
  return decline('content-not-text', { type })
}
