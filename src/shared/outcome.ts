/**
 * A value or a reason. Everything that reads from disk or wire returns one of
 * these instead of throwing; `shared/words` turns a reason into a sentence.
 */
import { z } from 'zod'

/**
 * Why something was declined. `code` is stable (tests compare it), `params`
 * carries what the sentence needs: counts, 1-based line numbers, JSON paths.
 */
export const reasonSchema = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Reason = z.infer<typeof reasonSchema>

export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: Reason }

/** Wraps a good value. */
export function good<T>(value: T): Outcome<T> {
  return { ok: true, value }
}

/** Declines with a stable code and the parameters of its sentence. */
export function decline(
  code: string,
  params: Readonly<Record<string, string | number>> = {},
): { readonly ok: false; readonly reason: Reason } {
  return { ok: false, reason: { code, params: { ...params } } }
}

/** Marks a branch that the types rule out; reaching it is a fault of ours, so it throws. */
export function assertNever(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
