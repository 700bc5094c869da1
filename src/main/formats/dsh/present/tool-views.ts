/**
 * How a tool's views are looked up: its argument schema, its call presenter,
 * its result presenter. Arguments that are no JSON or do not fit the schema
 * give no view; extra keys and values out of range do not matter.
 * Rule: dsh format, section 10.
 */
import type { z } from 'zod'
import { decline, good, type Outcome } from '#shared/outcome'
import type { ToolCallView, ToolResultView } from '#shared/views'

/** A result as the presenters see it. */
export interface PresentedResult {
  readonly content: readonly unknown[]
  readonly isError: boolean
  readonly meta: unknown
}

export interface ToolViews {
  /** The call's view; null when the tool has none. Declines where the arguments do not fit. */
  call(args: unknown): Outcome<ToolCallView | null>
  /** The result's view; null when the tool draws its raw result. */
  result: ((args: unknown, result: PresentedResult) => Outcome<ToolResultView | null>) | null
}

/** Binds presenters to a schema, so that they only ever see arguments that fit. */
export function toolViews<T>(
  schema: z.ZodType<T>,
  call: (args: T) => ToolCallView | null,
  result?: (args: T, result: PresentedResult) => Outcome<ToolResultView | null>,
): ToolViews {
  return {
    call(args) {
      const parsed = fit(schema, args)
      return parsed.ok ? good(call(parsed.value)) : parsed
    },
    result: result
      ? (args, given) => {
          const parsed = fit(schema, args)
          return parsed.ok ? result(parsed.value, given) : parsed
        }
      : null,
  }
}

function fit<T>(schema: z.ZodType<T>, args: unknown): Outcome<T> {
  const parsed = schema.safeParse(args)
  if (parsed.success) return good(parsed.data)
  const [issue] = parsed.error.issues
  const at = ['arguments', ...(issue?.path ?? [])].join('.')
  const expected = issue && 'expected' in issue ? String(issue.expected) : 'another value'
  return decline('arguments-do-not-fit', { at, expected })
}
