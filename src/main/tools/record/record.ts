/**
 * Runs a script of tool calls for real over a folder and gives the dsh log of
 * it. Makes this repository's fixtures and the session that ships as example.
 */
import { decline, good, type Outcome } from '#shared/outcome'
import { encodeFrame } from '../../log/zstd-encoder'
import { executeRead } from '../read/read-tool'
import { failedRun, Workspace, type ToolRun } from '../tool-run'
import { DshWriter } from './dsh-writer'
import { executeEdit, executeWrite, Observed, textAt } from './file-tools'
import {
  scriptSchema,
  type Script,
  type ScriptCall,
  type ScriptStep,
  type ScriptTurn,
} from './script'
import { executeShell } from './shell-tool'

export interface Recording {
  /** The log, plain: header line first. */
  readonly text: string
  /** The same in frames: the header, then one per batch. */
  compressed(): Promise<Uint8Array>
}

/**
 * Records a script over `folder`, which its tools read and change. Declines
 * with 'script-does-not-fit' {at, detail}. A tool that fails is a result, not a fault.
 */
export async function recordSession(given: unknown, folder: string): Promise<Outcome<Recording>> {
  const parsed = scriptSchema.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const at = issue?.path.join('.') ?? ''
    return decline('script-does-not-fit', { at, detail: issue?.message ?? '' })
  }
  const recorder = new Recorder(parsed.data, folder)
  const batches = await recorder.run()
  return good({
    text: batches.join(''),
    async compressed() {
      const frames: Uint8Array[] = []
      for (const batch of batches) frames.push(await encodeFrame(batch))
      return Buffer.concat(frames)
    },
  })
}

class Recorder {
  readonly #script: Script
  readonly #log: DshWriter
  readonly #workspace: Workspace
  readonly #observed = new Observed()
  #isDead = false

  constructor(script: Script, folder: string) {
    this.#script = script
    this.#log = new DshWriter(script.session)
    this.#workspace = new Workspace(folder, script.session.cwd)
  }

  async run(): Promise<readonly string[]> {
    this.#events(this.#script.before)
    for (const [index, turn] of this.#script.turns.entries()) {
      await this.#turn(turn, index + 1)
      if (this.#isDead) break
    }
    if (!this.#isDead) this.#events(this.#script.after)
    this.#log.flush()
    return this.#log.batches
  }

  #events(events: ScriptStep['before']): void {
    for (const { type, data, ms } of events) {
      this.#log.wait(ms)
      this.#log.event(type, data)
    }
  }

  async #turn(turn: ScriptTurn, number: number): Promise<void> {
    const log = this.#log
    const message = {
      id: log.id('m'),
      role: 'user',
      content: [{ type: 'text', text: turn.prompt }],
      source: { kind: 'user' },
    }
    log.wait(200)
    log.event('agent/inbox/spliced', { target: 'next-turn', start: 0, inserted: [message] })
    log.event('turn/start', { turn: number })
    log.event('agent/inbox/spliced', {
      target: 'next-turn',
      start: 0,
      removedCount: 1,
      inserted: [],
    })
    for (const [index, step] of turn.steps.entries()) {
      log.wait(5)
      log.event('step/start', { turn: number, step: index + 1 })
      if (index === 0) this.#opening(turn, message, number)
      await this.#step(step, number, index + 1)
      if (this.#isDead) return
      log.event('step/end', { turn: number, step: index + 1 })
      log.flush()
    }
    if (turn.end === null) {
      this.#isDead = true
      return
    }
    log.event('turn/end', { turn: number, reason: turn.end })
    log.flush()
  }

  #opening(turn: ScriptTurn, message: Readonly<Record<string, unknown>>, number: number): void {
    const log = this.#log
    const seq = log.event('user/message', message, { surfaceOp: 'append' })
    for (const { source, text } of turn.injected) {
      const content = [{ type: 'text', text }]
      const injected = { id: log.id('m'), role: 'user', content, source }
      log.event('user/message', injected, { surfaceOp: 'append' })
    }
    if (number > 1) return
    const { title, provider, model, system, contextWindow } = this.#script.session
    log.event('session/title', { title, messageSeqs: [seq], source: { kind: 'fallback' } })
    const header = { config: { provider, model, maxTokens: 8192 }, system }
    log.event('request/header', { header, reason: 'initial' })
    log.event('request/context', { provider, model, contextWindow })
    log.flush()
  }

  async #step(step: ScriptStep, turn: number, number: number): Promise<void> {
    const log = this.#log
    this.#events(step.before)
    const calls = step.calls.map((call) => ({ call, id: log.id('call') }))
    this.#answer(step, calls, turn, number)
    log.flush()
    for (const { call, id } of calls) {
      await this.#call(call, id, turn, number)
      if (this.#isDead) return
    }
    this.#events(step.after)
  }

  #answer(
    step: ScriptStep,
    calls: readonly { call: ScriptCall; id: string }[],
    turn: number,
    number: number,
  ): void {
    const log = this.#log
    const blocks: { block: { type: string; [key: string]: unknown }; text: string }[] = []
    if (step.reasoning !== '') {
      blocks.push({ block: { type: 'reasoning', text: step.reasoning }, text: step.reasoning })
    }
    if (step.text !== '') blocks.push({ block: { type: 'text', text: step.text }, text: step.text })
    for (const { call, id } of calls) {
      const text = JSON.stringify(call.args)
      blocks.push({ block: { type: 'tool-call', id, name: call.tool, arguments: text }, text })
    }
    log.wait(Math.floor(step.ms / 3))
    const ms = Math.floor((step.ms * 2) / 3 / Math.max(1, blocks.length))
    for (const [index, { block, text }] of blocks.entries()) {
      log.block({ turn, step: number, index }, block, text, ms)
    }
    const usage = step.usage ?? { inputTokens: 900, outputTokens: 40, cacheReadTokens: 512 }
    log.event('assistant/chunk', { turn, step: number, chunk: { type: 'usage', usage } })
    const kind = calls.length > 0 ? 'tool-calls' : 'stop'
    log.event('assistant/chunk', {
      turn,
      step: number,
      chunk: { type: 'finish', reason: { kind } },
    })
    const { provider, model } = this.#script.session
    const message = {
      id: log.id('a'),
      role: 'assistant',
      content: blocks.map(({ block }) => block),
      source: { kind: 'model', provider, model },
    }
    const interrupted = step.interrupted ? { interrupted: true } : {}
    const data = { turn, step: number, message, usage, ...interrupted }
    log.event('assistant/message', data, { surfaceOp: 'append', sourceEventSeqs: [] })
  }

  async #call(call: ScriptCall, callId: string, turn: number, step: number): Promise<void> {
    const log = this.#log
    const text = JSON.stringify(call.args)
    const seq = log.event('tool/call', { turn, step, callId, name: call.tool, arguments: text })
    log.flush()
    if (call.unanswered) {
      this.#isDead = true
      return
    }
    const run = await this.#run(call)
    log.wait(call.ms)
    const block = {
      type: 'tool-result',
      toolCallId: callId,
      content: [{ type: 'text', text: run.text }],
      isError: run.isError,
    }
    const source = { kind: 'tool', callId }
    const message = { id: log.id('r'), role: 'user', content: [block], source }
    const error = run.error ? { error: run.error } : {}
    const meta = run.meta === undefined ? {} : { meta: run.meta }
    const extra = { surfaceOp: 'append', sourceEventSeqs: [seq] }
    log.event('tool/result', { turn, step, message, ...error, ...meta }, extra)
  }

  async #run({ tool, args }: ScriptCall): Promise<ToolRun> {
    switch (tool) {
      case 'read':
        return this.#read(args)
      case 'write':
        return executeWrite(args, this.#workspace, this.#observed)
      case 'edit':
        return executeEdit(args, this.#workspace, this.#observed)
      case 'bash':
        return executeShell(args, this.#workspace)
      default:
        return failedRun(`unknown tool "${String(tool)}"`)
    }
  }

  /** A file that was read, wholly or in part, may be edited until it changes. */
  async #read(args: Readonly<Record<string, unknown>>): Promise<ToolRun> {
    const run = await executeRead(args, this.#workspace)
    if (run.isError || typeof args.file_path !== 'string') return run
    const disk = this.#workspace.onDisk(args.file_path)
    const text = await textAt(disk)
    if (disk !== null && text !== null) this.#observed.note(disk, text)
    return run
  }
}
