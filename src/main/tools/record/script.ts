/** What `reread record` runs: a session as a script of prompts, answers and tool calls. */
import { z } from 'zod'

const usageSchema = z.object({
  inputTokens: z.int(),
  outputTokens: z.int(),
  cacheReadTokens: z.int().optional(),
  cacheWriteTokens: z.int().optional(),
  reasoningTokens: z.int().optional(),
})

const callSchema = z.object({
  tool: z.enum(['read', 'write', 'edit', 'bash']),
  args: z.record(z.string(), z.unknown()),
  /** How long the log says it took; the real time is not recorded, so that a recording repeats. */
  ms: z.int().default(20),
  /** The log ends with this call open: the process died here. */
  unanswered: z.boolean().default(false),
})

/** Any other event of the format, as it stands: what no tool of ours makes. */
const eventSchema = z.object({
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  ms: z.int().default(1),
})

const stepSchema = z.object({
  before: z.array(eventSchema).default([]),
  reasoning: z.string().default(''),
  text: z.string().default(''),
  /** Run one after another; results follow in the same order. */
  calls: z.array(callSchema).default([]),
  after: z.array(eventSchema).default([]),
  usage: usageSchema.optional(),
  /** Time the model took, ms. */
  ms: z.int().default(1500),
  interrupted: z.boolean().default(false),
})

const turnSchema = z.object({
  prompt: z.string(),
  /** Messages that programs injected behind the prompt. */
  injected: z
    .array(z.object({ source: z.record(z.string(), z.unknown()), text: z.string() }))
    .default([]),
  steps: z.array(stepSchema),
  /** Null: the turn has no end, the process died. */
  end: z.record(z.string(), z.unknown()).nullable().default({ kind: 'completed' }),
})

export const scriptSchema = z.object({
  session: z.object({
    id: z.string(),
    createdAt: z.int(),
    /** The absolute path that the log shows instead of the folder. */
    cwd: z.string(),
    title: z.string(),
    provider: z.string().default('scripted'),
    model: z.string(),
    system: z.string().default('You are a coding agent.'),
    contextWindow: z.int().default(128_000),
    parentSession: z.string().optional(),
    seedLength: z.int().optional(),
    origin: z.literal('subagent').optional(),
    delegationDepth: z.int().default(0),
    agentPreset: z.string().optional(),
  }),
  before: z.array(eventSchema).default([]),
  turns: z.array(turnSchema),
  after: z.array(eventSchema).default([]),
})
export type Script = z.infer<typeof scriptSchema>
export type ScriptTurn = z.infer<typeof turnSchema>
export type ScriptStep = z.infer<typeof stepSchema>
export type ScriptCall = z.infer<typeof callSchema>
export type ScriptEvent = z.infer<typeof eventSchema>
