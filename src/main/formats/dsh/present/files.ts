/** read, read_image, write, edit, str_replace_editor. Rule: dsh format, 11, 14.1 and 14.2. */
import { z } from 'zod'
import { decline, good, type Outcome } from '#shared/outcome'
import type { FileDiff, ToolResultView } from '#shared/views'
import {
  presentReadCall,
  presentReadResult,
  readArgumentsSchema,
} from '../../../tools/read/read-tool'
import { diffView, narrowDiffs } from '../../../views/diff'
import { toolViews, type PresentedResult, type ToolViews } from './tool-views'

const writeArguments = z.object({ file_path: z.string(), content: z.string() })
const editArguments = z.object({
  file_path: z.string(),
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.boolean().optional(),
})
const imageArguments = z.object({ file_path: z.string() })
const editorArguments = z.object({
  command: z.enum(['view', 'create', 'str_replace', 'insert']),
  path: z.string(),
  file_text: z.string().optional(),
  old_str: z.string().optional(),
  new_str: z.string().optional(),
})

function wholeFile(path: string, newText: string): FileDiff {
  return { path, oldText: null, newText }
}

/** Hunks of the meta; what stands in for them when the meta holds none. */
function hunks(
  title: string,
  result: PresentedResult,
  otherwise: () => Outcome<ToolResultView | null>,
): Outcome<ToolResultView | null> {
  if (result.isError) return decline('result-is-error')
  const diffs = narrowDiffs(result.meta)
  return diffs.ok ? good(diffView(title, diffs.value)) : otherwise()
}

export const fileTools: Readonly<Record<string, ToolViews>> = {
  read: toolViews(readArgumentsSchema, presentReadCall, (_, result) => presentReadResult(result)),
  read_image: toolViews(imageArguments, ({ file_path }) => ({
    card: 'generic',
    title: `Read image ${file_path}`,
    kind: 'read',
    locations: [{ path: file_path }],
  })),
  write: toolViews(
    writeArguments,
    ({ file_path, content }) => ({
      card: 'diff',
      title: `Write ${file_path}`,
      diffs: [wholeFile(file_path, content)],
      locations: [{ path: file_path }],
    }),
    ({ file_path, content }, result) =>
      hunks(`Write ${file_path}`, result, () =>
        good(diffView(`Write ${file_path}`, [wholeFile(file_path, content)])),
      ),
  ),
  edit: toolViews(
    editArguments,
    ({ file_path, old_string, new_string }) => ({
      card: 'diff',
      title: `Edit ${file_path}`,
      diffs: [
        { path: file_path, oldText: old_string === '' ? null : old_string, newText: new_string },
      ],
      locations: [{ path: file_path }],
    }),
    ({ file_path }, result) => {
      const diffs = narrowDiffs(result.meta)
      return hunks(`Edit ${file_path}`, result, () => (diffs.ok ? good(null) : diffs))
    },
  ),
  str_replace_editor: toolViews(editorArguments, (args) => {
    const { command, path } = args
    const locations = [{ path }]
    if (command === 'create') {
      const diffs = [wholeFile(path, args.file_text ?? '')]
      return { card: 'diff', title: `Create ${path}`, diffs, locations }
    }
    if (command === 'str_replace') {
      const oldText = args.old_str ? args.old_str : null
      const diffs = [{ path, oldText, newText: args.new_str ?? '' }]
      return { card: 'diff', title: `Edit ${path}`, diffs, locations }
    }
    return command === 'view'
      ? { card: 'generic', title: `View ${path}`, kind: 'read', locations }
      : { card: 'generic', title: `Insert into ${path}`, kind: 'edit', locations, rawInput: args }
  }),
}
