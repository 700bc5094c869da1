/**
 * The vocabulary of a session: header, entries, diagnostics. Every adapter
 * produces these, every consumer reads them. Knows no format and no transport.
 * Times are ms since the epoch or null (nothing is invented); lines and steps
 * are 1-based; offsets and sizes are bytes of the decompressed log.
 */
import { z } from 'zod'
import { blockSchema, imageSchema, toolCallViewSchema, toolResultViewSchema } from './views'
import { reasonSchema } from './outcome'

export const agentIds = [
  'dsh',
  'claude-code',
  'codex',
  'opencode',
  'gemini-cli',
  'pi',
  'copilot-cli',
  'acp',
  'cline',
  'roo',
  'swe-agent',
  'kimi',
  'qwen',
  'amp',
  'droid',
  'cursor',
  'jsonl',
] as const
export const agentIdSchema = z.enum(agentIds)
export type AgentId = z.infer<typeof agentIdSchema>

/** Token counts; `input` excludes what was read from or written to a cache. */
export const usageSchema = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  /** A share of `output` where the provider says so: shown, never added. */
  reasoning: z.number(),
})
export type Usage = z.infer<typeof usageSchema>

/** Where a record begins: 1-based line and byte offset in the decompressed log. */
export const sourceSchema = z.object({ line: z.number(), offset: z.number() })
export type Source = z.infer<typeof sourceSchema>

/** Something that could not be read. Shown and counted, never fatal. */
export const diagnosticSchema = z.object({
  /** 'error': the agent itself would refuse or lose this; 'warning': shown but suspect. */
  severity: z.enum(['error', 'warning']),
  reason: reasonSchema,
  /** Null where the fault has no line (a missing file, a whole document). */
  line: z.number().nullable(),
  offset: z.number().nullable(),
  /** `seq` of the first entry after the fault; null at the end or when unknown. */
  before: z.number().nullable(),
  /** First 200 characters of the record as it stands, when there are any. */
  sample: z.string().nullable(),
  /** The file, when it is another one than the session's log. */
  path: z.string().nullable(),
})
export type Diagnostic = z.infer<typeof diagnosticSchema>

/** A line across the top of a session: what its agent would do with the log, what was cut. */
export const bannerSchema = z.object({
  tone: z.enum(['error', 'warning', 'note']),
  reason: reasonSchema,
})
export type Banner = z.infer<typeof bannerSchema>

/** Link to another session of the library. `key` null: named by the log, not found on disk. */
export const sessionLinkSchema = z.object({
  id: z.string(),
  key: z.string().nullable(),
  title: z.string().nullable(),
  relation: z.enum(['subagent', 'fork', 'parent', 'resumed']),
})
export type SessionLink = z.infer<typeof sessionLinkSchema>

/** Facts about a session as a whole, counted over all of its entries. */
export const sessionHeaderSchema = z.object({
  id: z.string(),
  agent: agentIdSchema,
  title: z.string().nullable(),
  cwd: z.string().nullable(),
  model: z.string().nullable(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  parent: z.string().nullable(),
  children: z.array(z.string()),
  turns: z.number(),
  entries: z.number(),
  toolCalls: z.number(),
  errors: z.number(),
  usage: usageSchema,
  diagnostics: z.number(),
})
export type SessionHeader = z.infer<typeof sessionHeaderSchema>

export const origins = ['user', 'agent', 'system', 'plugin', 'hook'] as const

/**
 * What an entry is coloured and filtered by. One letter each, because the
 * outline of a long session carries one per entry (`toneLetters`).
 */
export const tones = [
  'user',
  'injected',
  'say',
  'read',
  'search',
  'web',
  'edit',
  'run',
  'agent',
  'generic',
  'marker',
] as const
export type Tone = (typeof tones)[number]

const entryBase = {
  /** Counts entries from 0. */
  seq: z.number(),
  at: z.number().nullable(),
  turn: z.number().nullable(),
  /** As the agent counts it (dsh restarts at 1 in each turn). */
  step: z.number().nullable(),
  source: sourceSchema,
  tone: z.enum(tones),
  /** Copied from the parent of a fork. */
  inherited: z.boolean(),
  /** What the log itself says of this entry that the window should show as a tag. */
  tags: z.array(z.string()),
}

export const userEntrySchema = z.object({
  ...entryBase,
  kind: z.literal('user'),
  origin: z.enum(origins),
  /** Who injected it, in the agent's words; null for a person. */
  label: z.string().nullable(),
  text: z.string(),
  images: z.array(imageSchema),
})

export const assistantEntrySchema = z.object({
  ...entryBase,
  kind: z.literal('assistant'),
  reasoning: z.string(),
  text: z.string(),
  images: z.array(imageSchema),
  model: z.string().nullable(),
  usage: usageSchema.nullable(),
  /** Cut off by the user or by an error; the text is what had arrived. */
  interrupted: z.boolean(),
})

export const continuationSchema = z.discriminatedUnion('kind', [
  /** Lines remain. `from` is 1-based; `continuedBy` the entry that reads on there. */
  z.object({
    kind: z.literal('more'),
    from: z.number(),
    remaining: z.number(),
    continuedBy: z.number().nullable(),
  }),
  z.object({ kind: z.literal('end') }),
  /** Nothing fitted under the byte cap: continue from the window's own offset. */
  z.object({
    kind: z.literal('nothing-fitted'),
    from: z.number(),
    remaining: z.number(),
    continuedBy: z.number().nullable(),
  }),
  z.object({ kind: z.literal('past-end'), offset: z.number(), totalLines: z.number() }),
  z.object({ kind: z.literal('empty') }),
])
export type Continuation = z.infer<typeof continuationSchema>

/** A run of lines, both ends included, 1-based. */
export const lineRangeSchema = z.object({ first: z.number(), last: z.number() })
export type LineRange = z.infer<typeof lineRangeSchema>

/** What else of a file the session saw, for the ruler and the foot of a read card. */
export const readContextSchema = z.object({
  /** Entry whose window this one goes on from; null when none. */
  continues: z.number().nullable(),
  /** Lines read before this entry, merged and sorted, in the numbering of their time. */
  before: z.array(lineRangeSchema),
  /** Lines of this window that a later edit replaced, with the entry that did it. */
  stale: z.array(z.object({ first: z.number(), last: z.number(), seq: z.number() })),
  /** All of this window's lines had been read before. */
  reread: z.boolean(),
})
export type ReadContext = z.infer<typeof readContextSchema>

export const toolStatuses = ['ok', 'error', 'running', 'unanswered'] as const

export const toolEntrySchema = z.object({
  ...entryBase,
  kind: z.literal('tool'),
  callId: z.string().nullable(),
  name: z.string(),
  /** Parsed JSON, or the raw string when it is not JSON. */
  args: z.unknown(),
  status: z.enum(toolStatuses),
  durationMs: z.number().nullable(),
  /** When the result was written; null without one. */
  endedAt: z.number().nullable(),
  call: toolCallViewSchema.nullable(),
  result: toolResultViewSchema.nullable(),
  /** Raw content blocks of the result: what a generic card draws. */
  content: z.array(blockSchema),
  /** The opaque meta as it stands in the log, for the card that says why it is generic. */
  meta: z.unknown().optional(),
  /** Code and words of a failure, where the log states them. */
  error: z.object({ code: z.string().nullable(), message: z.string() }).nullable(),
  /** Why the result has no better card than generic; null when it needs none. */
  declined: reasonSchema.nullable(),
  continuation: continuationSchema.nullable(),
  readContext: readContextSchema.nullable(),
  /** The window was taken out of numbered text rather than stored as structure. */
  derived: z.boolean(),
  /** Sessions this call started. */
  links: z.array(sessionLinkSchema),
  /** Source of the result's record; null without one. */
  resultSource: sourceSchema.nullable(),
})

export const markers = [
  'session-start',
  'turn-end',
  'title',
  'model',
  'context',
  'compaction',
  'prune',
  'retry',
  'error',
  'cancel',
  'approval',
  'question',
  'plan',
  'todo',
  'goal',
  'schedule',
  'hook',
  'job',
  'command',
  'preset',
  'permission',
  'subagent',
  'workflow',
  'team',
  'inherited',
  'resume',
  'feedback',
  'nested-call',
  'branch',
  'replacement',
  'system',
  'record',
] as const
export type MarkerKind = (typeof markers)[number]

export const markerEntrySchema = z.object({
  ...entryBase,
  kind: z.literal('marker'),
  marker: z.enum(markers),
  title: z.string(),
  /** Facts in reading order; values are short text. */
  detail: z.record(z.string(), z.unknown()),
  /** Text to unfold (a summary, a plan, an unknown record as JSON). */
  body: z.string().nullable(),
  severity: z.enum(['note', 'warning', 'error']),
  links: z.array(sessionLinkSchema),
})

export const entrySchema = z.discriminatedUnion('kind', [
  userEntrySchema,
  assistantEntrySchema,
  toolEntrySchema,
  markerEntrySchema,
])
export type Entry = z.infer<typeof entrySchema>
export type UserEntry = z.infer<typeof userEntrySchema>
export type AssistantEntry = z.infer<typeof assistantEntrySchema>
export type ToolEntry = z.infer<typeof toolEntrySchema>
export type MarkerEntry = z.infer<typeof markerEntrySchema>

export const noUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 }

/** Sum of two usages, field by field. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    reasoning: a.reasoning + b.reasoning,
  }
}
