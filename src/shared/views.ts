/**
 * The closed unions a tool call and a tool result are narrowed into. Tag: `card`.
 * Views are computed on every display and never stored in a log.
 * Rule: docs/formats.md (dsh), render-intent views; shared by every agent.
 */
import { z } from 'zod'

const text = z.object({ type: z.literal('text'), text: z.string() })
const reasoning = z.object({ type: z.literal('reasoning'), text: z.string() })

/**
 * A picture the log refers to. `ref` is opaque to the window, which asks the
 * host for its bytes; null where the log only names a file outside itself.
 */
export const imageSchema = z.object({
  type: z.literal('image'),
  ref: z.string().nullable(),
  mediaType: z.string(),
  bytes: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  name: z.string().nullable(),
})
export type ImageBlock = z.infer<typeof imageSchema>

/** A block of a kind we do not know: drawn as its JSON, never dropped. */
const unknownBlock = z.object({ type: z.literal('unknown'), kind: z.string(), json: z.string() })

export const blockSchema = z.discriminatedUnion('type', [
  text,
  reasoning,
  imageSchema,
  unknownBlock,
])
export type Block = z.infer<typeof blockSchema>

export const callKinds = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'fetch',
  'other',
] as const

/** `line` is 1-based. */
export const locationSchema = z.object({ path: z.string(), line: z.number().optional() })

/** One hunk or whole file; `oldText` null: no earlier text is known. */
export const diffSchema = z.object({
  path: z.string(),
  oldText: z.string().nullable(),
  newText: z.string(),
  /** 1-based first line on each side, only where the log states it. */
  oldStart: z.number().optional(),
  newStart: z.number().optional(),
})
export type FileDiff = z.infer<typeof diffSchema>

const genericCall = z.object({
  card: z.literal('generic'),
  title: z.string(),
  kind: z.enum(callKinds).optional(),
  rawInput: z.unknown().optional(),
  content: z.array(blockSchema).optional(),
  locations: z.array(locationSchema).optional(),
})
const terminalCall = z.object({
  card: z.literal('terminal'),
  /** The command. */
  title: z.string(),
  description: z.string().optional(),
  /** Absolute as is; relative: against the session's cwd; absent: the session's cwd. */
  cwd: z.string().optional(),
})
const diffCall = z.object({
  card: z.literal('diff'),
  title: z.string(),
  diffs: z.array(diffSchema),
  locations: z.array(locationSchema).optional(),
})
export const toolCallViewSchema = z.discriminatedUnion('card', [
  genericCall,
  terminalCall,
  diffCall,
])
export type ToolCallView = z.infer<typeof toolCallViewSchema>

/** `number` is 1-based. */
export const readLineSchema = z.object({ number: z.number(), text: z.string() })
export type ReadLine = z.infer<typeof readLineSchema>

/**
 * A window of a file. `offset` is the 1-based first line that was asked for and
 * stays on the view, because a continuation needs it where `lines` is empty.
 * `totalLines` counts the file at that time.
 */
const readResult = z.object({
  card: z.literal('read'),
  title: z.string().optional(),
  path: z.string(),
  offset: z.number(),
  lines: z.array(readLineSchema),
  totalLines: z.number(),
  lang: z.string().optional(),
  /** The text for whoever has no read card. */
  content: z.array(blockSchema).optional(),
})
const genericResult = z.object({
  card: z.literal('generic'),
  title: z.string().optional(),
  /** Absent: draw the raw result. */
  content: z.array(blockSchema).optional(),
})
const terminalResult = z.object({
  card: z.literal('terminal'),
  title: z.string().optional(),
  output: z.string().optional(),
  /** Never both of these. */
  exitCode: z.number().optional(),
  signal: z.string().optional(),
})
const diffResult = z.object({
  card: z.literal('diff'),
  title: z.string().optional(),
  diffs: z.array(diffSchema),
})
const matchesResult = z.object({
  card: z.literal('search'),
  shape: z.literal('matches'),
  title: z.string().optional(),
  files: z.array(
    z.object({
      path: z.string(),
      matches: z.array(z.object({ lineNumber: z.number(), line: z.string() })),
    }),
  ),
  truncated: z.boolean(),
  /** Counted before capping. */
  total: z.number(),
})
const pathsResult = z.object({
  card: z.literal('search'),
  shape: z.literal('paths'),
  title: z.string().optional(),
  paths: z.array(z.string()),
  truncated: z.boolean(),
  total: z.number(),
})
const webSearchResult = z.object({
  card: z.literal('web'),
  kind: z.literal('search'),
  title: z.string().optional(),
  sources: z.array(
    z.object({
      url: z.string(),
      title: z.string().optional(),
      snippet: z.string().optional(),
      publishedAt: z.string().optional(),
    }),
  ),
  answer: z.string().optional(),
  truncated: z.boolean(),
})
const webFetchResult = z.object({
  card: z.literal('web'),
  kind: z.literal('fetch'),
  title: z.string().optional(),
  url: z.string(),
  statusCode: z.number(),
  truncated: z.boolean(),
})
export const toolResultViewSchema = z.union([
  genericResult,
  terminalResult,
  diffResult,
  readResult,
  matchesResult,
  pathsResult,
  webSearchResult,
  webFetchResult,
])
export type ToolResultView = z.infer<typeof toolResultViewSchema>

export type ReadView = z.infer<typeof readResult>
export type TerminalView = z.infer<typeof terminalResult>
export type DiffView = z.infer<typeof diffResult>
export type SearchView = z.infer<typeof matchesResult> | z.infer<typeof pathsResult>
export type WebView = z.infer<typeof webSearchResult> | z.infer<typeof webFetchResult>
export type GenericView = z.infer<typeof genericResult>
export type CardKind = ToolResultView['card']

/** `ReadView` without its tag and title: what a tool persists beside a read result. */
export interface ReadMeta {
  readonly path: string
  /** 1-based. */
  readonly offset: number
  readonly lines: readonly ReadLine[]
  readonly totalLines: number
  readonly lang?: string
}
