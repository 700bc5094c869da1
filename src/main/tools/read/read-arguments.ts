/** What the read tool is asked: types first, then values. Rule: dsh format, 11.1 and 11.4. */
import { z } from 'zod'
import type { ReadCaps } from './read-caps'

/** Types only: values out of range pass, unknown keys are ignored. */
export const readArgumentsSchema = z.object({
  file_path: z.string(),
  /** 1-based first line, default 1. */
  offset: z.number().optional(),
  /** Most lines, default and maximum by the caps. */
  limit: z.number().optional(),
})
export type ReadArguments = z.infer<typeof readArgumentsSchema>

/** Why well-typed arguments cannot be run, in the tool's words; null when they can. */
export function faultOfArguments(given: ReadArguments, caps: ReadCaps): string | null {
  const { file_path, offset = 1, limit = caps.lines } = given
  if (file_path.trim() === '') return 'file_path must be a non-empty string'
  if (!Number.isInteger(offset) || offset < 1) return 'offset must be a positive integer'
  if (!Number.isInteger(limit) || limit < 1) return 'limit must be a positive integer'
  if (limit > caps.lines) return `limit must be less than or equal to ${caps.lines}`
  return null
}
