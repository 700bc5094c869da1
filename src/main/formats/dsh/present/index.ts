/**
 * Call and result views of dsh's tools, computed anew on every display from
 * arguments, content and meta; a log never holds them. Total: whatever comes
 * in, there is a view or none, never a throw.
 * Rule: dsh format, sections 9 to 14.
 */
import type { Reason } from '#shared/outcome'
import type { ToolCallView, ToolResultView } from '#shared/views'

/** A tool result as its record holds it, with the name and arguments of the call it answers. */
export interface DshResult {
  /** Null where no earlier call has this id. */
  name: string | null
  /** As the model wrote them, maybe not JSON; null without a call. */
  argumentsText: string | null
  /** Raw blocks inside the `tool-result` block. */
  content: unknown[]
  isError: boolean
  meta: unknown
  /** Absent and null are told apart. */
  hasMeta: boolean
}

/** What the call asks to draw; null: the tool's name and its arguments as they are. */
export function presentCall(name: string, argumentsText: string): ToolCallView | null {
  void name
  void argumentsText
  return null
}

/**
 * What the result asks to draw; null: the raw content. `declined` says why a
 * tool that has a better card did not get it, and is null where none is missed.
 */
export function presentResult(result: DshResult): {
  view: ToolResultView | null
  declined: Reason | null
} {
  void result
  return { view: null, declined: null }
}
