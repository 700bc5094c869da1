/** The query language and the hits of a search, in one session and across the library. */
import { z } from 'zod'
import { reasonSchema } from '../outcome'
import { tones } from '../session'

/** Where in an entry a text stands. */
export const searchFields = [
  'prompt',
  'injected',
  'assistant',
  'reasoning',
  'tool',
  'path',
  'command',
  'output',
  'marker',
] as const
export type SearchField = (typeof searchFields)[number]

export const searchQuerySchema = z.object({
  text: z.string().min(1).max(2000),
  /** `text` is a JavaScript regular expression; else it is found as it stands. */
  regex: z.boolean(),
  caseSensitive: z.boolean(),
  wholeWord: z.boolean(),
  /** Only in these fields; empty: in all. */
  fields: z.array(z.enum(searchFields)),
  errorsOnly: z.boolean(),
})
export type SearchQuery = z.infer<typeof searchQuerySchema>

/** One line that matches. Ranges are UTF-16 positions in `line`. */
export const searchHitSchema = z.object({
  seq: z.number(),
  field: z.enum(searchFields),
  /** 1-based line of the field's text (of the file, where the field is a read window). */
  lineNumber: z.number(),
  /** The line, cut around the first match to at most 400 characters. */
  line: z.string(),
  ranges: z.array(z.object({ start: z.number(), end: z.number() })),
  step: z.number().nullable(),
  tone: z.enum(tones),
  /** What names the entry: path, command, tool. */
  label: z.string(),
})
export type SearchHit = z.infer<typeof searchHitSchema>

export const searchUpdateSchema = z.object({
  /** Session the hits belong to. */
  key: z.string().nullable(),
  hits: z.array(searchHitSchema),
  /** Matches so far over everything, also those past the cap. */
  total: z.number(),
  /** Entries with a match so far, in the session of `key`. */
  entries: z.number(),
  /** Sessions done, of how many. */
  sessions: z.object({ done: z.number(), of: z.number() }),
  /** Bytes on disk looked through. */
  bytes: z.number(),
  done: z.boolean(),
  /** Why it stopped early or could not begin: a pattern that is none, or that took too long. */
  problem: reasonSchema.nullable(),
})
export type SearchUpdate = z.infer<typeof searchUpdateSchema>
