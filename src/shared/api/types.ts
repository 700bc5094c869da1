/**
 * What crosses between a window and its host besides entries: the library's
 * rows, a session's overview and outline, raw records. Plain data, bounded:
 * nothing here grows with the size of a log, only with its number of entries.
 */
import { z } from 'zod'
import { reasonSchema } from '../outcome'
import {
  agentIdSchema,
  bannerSchema,
  entrySchema,
  sessionHeaderSchema,
  sessionLinkSchema,
} from '../session'
import { readLineSchema } from '../views'

/** Counts of a whole session; null on a summary until the log has been indexed once. */
export const sessionCountsSchema = z.object({
  turns: z.number(),
  steps: z.number(),
  entries: z.number(),
  toolCalls: z.number(),
  errors: z.number(),
  /** First to last time in the log, ms; null when it has no times. */
  durationMs: z.number().nullable(),
  diagnostics: z.number(),
})
export type SessionCounts = z.infer<typeof sessionCountsSchema>

/** One row of the library. `key` names the session in every other call; opaque to the window. */
export const sessionSummarySchema = z.object({
  key: z.string(),
  path: z.string(),
  agent: agentIdSchema,
  agentName: z.string(),
  id: z.string(),
  title: z.string().nullable(),
  cwd: z.string().nullable(),
  model: z.string().nullable(),
  startedAt: z.number().nullable(),
  /** Last change of the log on disk, ms. */
  updatedAt: z.number(),
  /** Bytes on disk. */
  size: z.number(),
  /** Id of the session this one was forked or spawned from. */
  parent: z.string().nullable(),
  relation: z.enum(['subagent', 'fork']).nullable(),
  counts: sessionCountsSchema.nullable(),
  /** The log grew within the last seconds, or its last turn is open and fresh. */
  live: z.boolean(),
  /** Why the log cannot be opened as it should. */
  problem: reasonSchema.nullable(),
  archived: z.boolean(),
})
export type SessionSummary = z.infer<typeof sessionSummarySchema>

export const libraryRootSchema = z.object({
  path: z.string(),
  kind: z.enum(['known', 'opened', 'example']),
  agentName: z.string().nullable(),
  exists: z.boolean(),
  sessions: z.number(),
  bytes: z.number(),
})
export type LibraryRoot = z.infer<typeof libraryRootSchema>

export const libraryUpdateSchema = z.object({
  /** First update of a stream, or after a reconnect: forget what was known. */
  reset: z.boolean(),
  upserted: z.array(sessionSummarySchema),
  removed: z.array(z.string()),
  roots: z.array(libraryRootSchema),
  /** Discovery still runs; counts of what it has seen. */
  scanning: z.object({ folders: z.number(), sessions: z.number() }).nullable(),
})
export type LibraryUpdate = z.infer<typeof libraryUpdateSchema>

export const turnSchema = z.object({
  turn: z.number(),
  /** First and last seq of the turn. */
  first: z.number(),
  last: z.number(),
  /** First line of its first human prompt; null for a turn nobody asked for. */
  prompt: z.string().nullable(),
  steps: z.number(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  inputTokens: z.number(),
  errors: z.number(),
})
export type Turn = z.infer<typeof turnSchema>

/**
 * A branch of a session whose records form a tree: its entries, and where it
 * leaves its parent. What is seen of the parent ends with the entry `after`.
 */
export const branchSchema = z.object({
  id: z.number(),
  parent: z.number().nullable(),
  after: z.number(),
  /** First line of its first prompt. */
  title: z.string().nullable(),
  entries: z.number(),
  at: z.number().nullable(),
})
export type Branch = z.infer<typeof branchSchema>

export const liveStates = ['ended', 'running', 'waiting', 'stopped'] as const

/** What is known of a session while and after it is indexed. */
export const overviewSchema = z.object({
  key: z.string(),
  path: z.string(),
  agentName: z.string(),
  header: sessionHeaderSchema,
  turns: z.array(turnSchema),
  /** Branches by their number; empty where there is only one. */
  branches: z.array(branchSchema),
  /** Steps over the whole session. */
  steps: z.number(),
  banners: z.array(bannerSchema),
  links: z.array(sessionLinkSchema),
  /** Further facts in reading order: format version, other generations, git branch. */
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Bytes on disk indexed so far, of how many; done when nothing is left. */
  progress: z.object({ bytes: z.number(), total: z.number(), done: z.boolean() }),
  /** running: a turn is open and the log is fresh. stopped: open, but nothing came for long. */
  live: z.enum(liveStates),
  /** Last change of the log on disk, ms. */
  updatedAt: z.number(),
  /** Grows with each change of entries; a page belongs to the revision it names. */
  revision: z.number(),
})
export type Overview = z.infer<typeof overviewSchema>

/**
 * The light columns of entries [from, from + tones.length): enough for rails,
 * filters, scrubber and jumps without decoding anything. One letter per entry
 * in `tones` (see shared/tones.ts) and `flags` ('e' error, 'r' running call, '-' neither).
 */
export const outlineSchema = z.object({
  revision: z.number(),
  from: z.number(),
  tones: z.string(),
  flags: z.string(),
  turns: z.array(z.number().nullable()),
  /** Step counted over the whole session, 1-based; null outside of steps. */
  steps: z.array(z.number().nullable()),
  ats: z.array(z.number().nullable()),
  /** Branch of each entry; empty where there is only one. */
  branches: z.array(z.number()),
})
export type Outline = z.infer<typeof outlineSchema>

/** An outline of no entries. */
export function emptyOutline(revision: number, from: number): Outline {
  return { revision, from, tones: '', flags: '', turns: [], steps: [], ats: [], branches: [] }
}

export const pageSchema = z.object({
  revision: z.number(),
  from: z.number(),
  entries: z.array(entrySchema),
})
export type Page = z.infer<typeof pageSchema>

/** One push of a followed session: a fact, never a payload. */
export const sessionUpdateSchema = z.object({
  revision: z.number(),
  entries: z.number(),
  /** Lowest seq that was added or changed since the last update of this stream. */
  changedFrom: z.number().nullable(),
  /** The log was replaced: everything known of it is void. */
  reset: z.boolean(),
  progress: z.object({ bytes: z.number(), total: z.number(), done: z.boolean() }),
  live: z.enum(liveStates),
  updatedAt: z.number(),
  /** The log is not there any more; what was indexed stays readable where possible. */
  gone: z.boolean(),
})
export type SessionUpdate = z.infer<typeof sessionUpdateSchema>

/** A record as it stands in the log. `text` is cut after `maxChars`. */
export const rawRecordSchema = z.object({
  role: z.enum(['record', 'call', 'result', 'chunk', 'neighbour']),
  line: z.number(),
  offset: z.number(),
  bytes: z.number(),
  text: z.string(),
  cut: z.boolean(),
})
export type RawRecord = z.infer<typeof rawRecordSchema>

export const peekSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('ok'),
    path: z.string(),
    offset: z.number(),
    lines: z.array(readLineSchema),
    totalLines: z.number(),
    modifiedAt: z.number(),
  }),
  /** The path lies outside of the session's cwd: ask the reader first. */
  z.object({ status: z.literal('outside'), path: z.string() }),
  z.object({ status: z.literal('failed'), path: z.string(), reason: reasonSchema }),
])
export type Peek = z.infer<typeof peekSchema>

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  fold: z.enum(['auto', 'all', 'none']).default('auto'),
  libraryOpen: z.boolean().default(true),
  inspectorOpen: z.boolean().default(true),
  wrap: z.boolean().default(false),
})
export type Settings = z.infer<typeof settingsSchema>
