/**
 * Call and result views of dsh's tools, computed anew on every display from
 * arguments, content and meta; a log never holds them. Total: whatever comes
 * in, there is a view or none, never a throw.
 * Rule: dsh format, sections 9 to 14.
 */
import { decline, good, type Outcome, type Reason } from '#shared/outcome'
import type { ToolCallView, ToolResultView } from '#shared/views'
import { fileTools } from './files'
import { lookupTools } from './lookups'
import { shellTools } from './shells'
import type { ToolViews } from './tool-views'
import { workTools } from './work'

const tools = new Map<string, ToolViews>(
  Object.entries({ ...fileTools, ...shellTools, ...lookupTools, ...workTools }),
)

/** A tool result as its record holds it, with the name and arguments of the call it answers. */
export interface DshResult {
  /** Null where no earlier call has this id. */
  readonly name: string | null
  /** As the model wrote them, maybe not JSON; null without a call. */
  readonly argumentsText: string | null
  /** Raw blocks inside the `tool-result` block. */
  readonly content: readonly unknown[]
  readonly isError: boolean
  readonly meta: unknown
  /** Absent and null are told apart. */
  readonly hasMeta: boolean
}

/** The arguments as JSON; the text itself where it is none. */
export function argumentsOf(text: string): unknown {
  const parsed = parseArguments(text)
  return parsed.ok ? parsed.value : text
}

/** What the call asks to draw; null: the tool's name and its arguments as they are. */
export function presentCall(name: string, argumentsText: string): ToolCallView | null {
  const args = parseArguments(argumentsText)
  if (!args.ok) return null
  const view = tools.get(name)?.call(args.value)
  return view?.ok ? view.value : null
}

/**
 * What the result asks to draw; null: the raw content. `declined` says why a
 * tool that has a better card did not get it, and is null where none is missed.
 */
export function presentResult(result: DshResult): {
  view: ToolResultView | null
  declined: Reason | null
} {
  const { name, argumentsText } = result
  if (name === null || argumentsText === null) {
    return { view: null, declined: { code: 'call-unknown', params: {} } }
  }
  const present = tools.get(name)?.result ?? null
  if (!present) {
    const declined = result.hasMeta && result.meta !== null
    return {
      view: null,
      declined: declined ? { code: 'tool-has-no-card', params: { tool: name } } : null,
    }
  }
  const args = parseArguments(argumentsText)
  if (!args.ok) return { view: null, declined: args.reason }
  const meta = result.hasMeta ? result.meta : undefined
  const view = present(args.value, { content: result.content, isError: result.isError, meta })
  return view.ok ? { view: view.value, declined: null } : { view: null, declined: view.reason }
}

function parseArguments(text: string): Outcome<unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return good(value)
  } catch {
    return decline('arguments-not-json')
  }
}
