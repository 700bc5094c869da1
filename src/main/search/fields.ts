/** The searchable texts of an entry: decoded, so escapes and packed chunks do not matter. */
import { assertNever } from '#shared/outcome'
import type { SearchField } from '#shared/api/search'
import type { Block, ToolCallView, ToolResultView } from '#shared/views'
import type { Entry, ToolEntry } from '#shared/session'

/** One text with the number of its first line (1-based; a read window starts at its own). */
export interface FieldText {
  readonly field: SearchField
  readonly text: string
  readonly firstLine: number
}

/** Every text of an entry, in reading order. A text stands in one field only. */
export function fieldsOf(entry: Entry): FieldText[] {
  switch (entry.kind) {
    case 'user':
      return [at(entry.origin === 'user' ? 'prompt' : 'injected', entry.text)]
    case 'assistant':
      return [at('reasoning', entry.reasoning), at('assistant', entry.text)]
    case 'marker':
      return [
        at('marker', [entry.title, JSON.stringify(entry.detail), entry.body ?? ''].join('\n')),
      ]
    case 'tool':
      return toolFields(entry)
    default:
      return assertNever(entry)
  }
}

function toolFields(entry: ToolEntry): FieldText[] {
  const fields: FieldText[] = [at('tool', entry.name)]
  const paths = new Set<string>()
  if (entry.call) fields.push(...callFields(entry.call, paths))
  if (entry.call?.card !== 'terminal') fields.push(at('command', argumentText(entry.args)))
  if (entry.result) fields.push(...resultFields(entry.result, paths))
  const { result } = entry
  // A view's own content stands for the result's: it is the same text.
  const drawn = result !== null && (result.card !== 'generic' || result.content !== undefined)
  if (!drawn) fields.push(at('output', blockText(entry.content)))
  if (entry.error && !drawn && blockText(entry.content) === '') {
    fields.push(at('output', entry.error.message))
  }
  for (const path of paths) fields.push(at('path', path))
  return fields.filter((field) => field.text !== '')
}

function callFields(view: ToolCallView, paths: Set<string>): FieldText[] {
  switch (view.card) {
    case 'terminal':
      return [at('command', view.title), at('command', view.description ?? '')]
    case 'diff':
      for (const diff of view.diffs) paths.add(diff.path)
      return []
    case 'generic':
      for (const location of view.locations ?? []) paths.add(location.path)
      return []
    default:
      return assertNever(view)
  }
}

function resultFields(view: ToolResultView, paths: Set<string>): FieldText[] {
  switch (view.card) {
    case 'read': {
      paths.add(view.path)
      const text = view.lines.map((line) => line.text).join('\n')
      return [{ field: 'output', text, firstLine: view.lines[0]?.number ?? view.offset }]
    }
    case 'diff':
      return view.diffs.flatMap((diff) => {
        paths.add(diff.path)
        return [
          { field: 'output', text: diff.oldText ?? '', firstLine: diff.oldStart ?? 1 } as const,
          { field: 'output', text: diff.newText, firstLine: diff.newStart ?? 1 } as const,
        ]
      })
    case 'terminal':
      return [at('output', view.output ?? '')]
    case 'search':
      if (view.shape === 'paths') return [at('output', view.paths.join('\n'))]
      return view.files.flatMap((file) => [
        at('output', file.path),
        ...file.matches.map((match) => ({
          field: 'output' as const,
          text: match.line,
          firstLine: match.lineNumber,
        })),
      ])
    case 'web':
      if (view.kind === 'fetch') return [at('output', view.url)]
      return [
        at('output', view.answer ?? ''),
        ...view.sources.map((source) =>
          at('output', [source.title, source.url, source.snippet].filter(Boolean).join('\n')),
        ),
      ]
    case 'generic':
      return view.content ? [at('output', blockText(view.content))] : []
    default:
      return assertNever(view)
  }
}

function at(field: SearchField, text: string): FieldText {
  return { field, text, firstLine: 1 }
}

function argumentText(args: unknown): string {
  if (typeof args === 'string') return args
  if (typeof args !== 'object' || args === null) return ''
  return Object.values(args)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join('\n')
}

function blockText(blocks: readonly Block[]): string {
  return blocks
    .map((block) =>
      block.type === 'image'
        ? (block.name ?? '')
        : block.type === 'unknown'
          ? block.json
          : block.text,
    )
    .join('\n')
}
