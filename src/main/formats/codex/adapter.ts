/** Rollouts of Codex to entries: what the model sent and got decides, events only enrich it. */
import type { Entry, MarkerEntry, ToolEntry, Usage } from '#shared/session'
import { diffView } from '../../views/diff'
import type { RecordSpan } from '../format'
import {
  lineAdapter,
  type DecodeInput,
  type LineRecord,
  type LineScan,
  type ScanOut,
} from '../line-reader/adapter'
import { contentBlocks } from '../parts/blocks'
import {
  answered,
  assistantEntry,
  markerEntry,
  toolEntry,
  userEntry,
  type Place,
} from '../parts/entries'
import {
  fieldsOf,
  firstLine,
  indented,
  isObject,
  jsonOr,
  listOf,
  numberOr,
  pick,
  textOr,
  type Fields,
} from '../parts/fields'
import { Turns, type TurnsMemory } from '../parts/turns'
import { appliedHunks, patchIn, writtenHunks } from './patches'
import { codexRecord, originOf, type CodexRecord } from './records'
import { commandOf, derivedRead, endOf, isLoginShell, isReadForm } from './shell'

type Aux = { readonly kind: 'user' | 'answer' | 'tool' | 'marker' | 'orphan' }

const injected =
  /^\s*(?:<(?:user_instructions|environment_context|permissions|skill|goal_context|recommended_plugins|subagent_notification|turn_aborted)|# AGENTS\.md|# Context from my IDE setup:(?![\s\S]*## My request for Codex:))/
const idePrefix = /^# Context from my IDE setup:[\s\S]*?## My request for Codex:\s*/
/** Events that only repeat or stream what other records hold. */
const callTypes = new Set([
  'function_call',
  'custom_tool_call',
  'local_shell_call',
  'web_search_call',
])
const outputTypes = new Set(['function_call_output', 'custom_tool_call_output'])

export const codexAdapter = lineAdapter<CodexMemory>({
  startScan: (out, memory) => new CodexScan(out, memory),
  decode,
})

interface CodexMemory {
  readonly turns: TurnsMemory
  readonly calls: Map<
    string,
    { seq: number; records: CodexRecord[]; place: Place; answered: boolean }
  >
  /** Texts of the current turn, to show each once whichever record came first. */
  said: Set<string>
  reasoning: { record: CodexRecord; span: RecordSpan }[]
  needsStep: boolean
  isOpen: boolean
  hasMeta: boolean
  hasTitle: boolean
  model: string | null
  last: number
  total: string | null
  isCompacted: boolean
}

function nothingRead(): CodexMemory {
  return {
    turns: { turn: 0, step: 0 },
    calls: new Map(),
    said: new Set(),
    reasoning: [],
    needsStep: true,
    isOpen: false,
    hasMeta: false,
    hasTitle: false,
    model: null,
    last: -1,
    total: null,
    isCompacted: false,
  }
}

class CodexScan implements LineScan<CodexMemory> {
  readonly #out: ScanOut
  readonly #turns: Turns
  readonly #memory: CodexMemory

  constructor(out: ScanOut, memory: CodexMemory = nothingRead()) {
    this.#out = out
    this.#memory = memory
    this.#turns = new Turns(memory.turns)
  }

  get memory(): CodexMemory {
    return this.#memory
  }

  isOpen(): boolean {
    return this.#memory.isOpen
  }

  record(line: LineRecord): void {
    const { span } = line
    const record = codexRecord(line.value)
    if (!record) {
      this.#marker(
        markerEntry(this.#turns.at(null), 'record', textOr(line.value.type, 'record'), {
          body: indented(line.value),
          severity: 'warning',
        }),
        span,
      )
      return
    }
    switch (record.type) {
      case 'session_meta':
        this.#meta(record, span)
        return
      case 'turn_context':
        this.#context(record, span)
        return
      case 'response_item':
        this.#item(line, record)
        return
      case 'event_msg':
        this.#event(record, span)
        return
      case 'compacted':
        this.#memory.isCompacted = true
        this.#add(compactionOf(record, this.#turns.at(record.at)), [span], 'marker')
        return
      case 'state':
      case 'world_state':
      case 'inter_agent_communication_metadata':
        this.#out.beside(span)
        return
      default:
        this.#marker(
          markerEntry(this.#turns.at(record.at), 'record', record.type, {
            body: indented(record.payload),
            severity: 'warning',
          }),
          span,
        )
    }
  }

  #meta({ payload, at }: CodexRecord, span: RecordSpan): void {
    this.#out.beside(span)
    // A fork copies its parent's records, headers included: the first is the file's own.
    if (this.#memory.hasMeta) return
    this.#memory.hasMeta = true
    const git = fieldsOf(payload.git)
    this.#out.facts({
      id: textOr(payload.id, ''),
      cwd: textOr(payload.cwd, null),
      startedAt: at,
      ...originOf(payload),
      extra: [
        { label: 'Version', value: textOr(payload.cli_version, '–') },
        { label: 'Started by', value: textOr(payload.originator, '–') },
        ...(typeof git.branch === 'string' ? [{ label: 'Branch', value: git.branch }] : []),
      ],
    })
  }

  #context({ payload, at }: CodexRecord, span: RecordSpan): void {
    const model = textOr(payload.model, null)
    if (typeof payload.cwd === 'string') this.#out.facts({ cwd: payload.cwd })
    if (model === null || model === this.#memory.model) {
      this.#out.beside(span)
      return
    }
    this.#memory.model = model
    this.#out.facts({ model })
    this.#marker(modelOf(payload, this.#turns.at(at)), span)
  }

  #item(line: LineRecord, record: CodexRecord): void {
    const { payload, at } = record
    const { span } = line
    const type = textOr(payload.type, '')
    if (type === 'message') this.#message(record, span)
    else if (type === 'reasoning') {
      if (reasoningText([record]) === '') this.#out.beside(span)
      else this.#memory.reasoning.push({ record, span })
    } else if (callTypes.has(type)) this.#call(record, span)
    else if (outputTypes.has(type)) this.#output(line, record)
    else if (type === 'ghost_snapshot' || type === 'compaction') this.#out.beside(span)
    else {
      const title = type.replaceAll('_', ' ')
      this.#marker(
        markerEntry(this.#turns.at(at), 'record', title, { body: indented(payload) }),
        span,
      )
    }
  }

  #message(record: CodexRecord, span: RecordSpan): void {
    const { payload, at } = record
    const role = textOr(payload.role, '')
    const text = messageText(payload)
    if (role === 'assistant') {
      this.#answer(record, text, span)
      return
    }
    if (role === 'user' && !injected.test(text)) {
      this.#prompt(record, text, span)
      return
    }
    this.#flush()
    this.#add(userOf(record, this.#turns.at(at)), [span], 'user')
  }

  #prompt(record: CodexRecord, text: string, span: RecordSpan): void {
    const key = `user:${text.replace(idePrefix, '').trim()}`
    if (this.#memory.said.has(key)) {
      this.#out.beside(span)
      return
    }
    this.#flush()
    this.#turns.prompt()
    this.#memory.said = new Set([key])
    this.#memory.needsStep = true
    this.#memory.isOpen = true
    if (!this.#memory.hasTitle) this.#out.facts({ title: firstLine(text.replace(idePrefix, '')) })
    this.#memory.hasTitle = true
    this.#add(userOf(record, this.#turns.at(record.at)), [span], 'user')
  }

  #answer(record: CodexRecord, text: string, span: RecordSpan): void {
    const key = `agent:${text.trim()}`
    if (this.#memory.said.has(key)) {
      this.#out.beside(span)
      return
    }
    this.#memory.said.add(key)
    this.#step()
    const before = this.#memory.reasoning
    this.#memory.reasoning = []
    const records = [...before.map((one) => one.record), record]
    const spans = [...before.map((one) => one.span), span]
    this.#add(answerOf(records, this.#turns.at(record.at), this.#memory.model), spans, 'answer')
  }

  /** Reasoning that no message followed is an entry of its own. */
  #flush(): void {
    const waiting = this.#memory.reasoning
    const [first] = waiting
    this.#memory.reasoning = []
    if (!first) return
    this.#step()
    const records = waiting.map((one) => one.record)
    const entry = answerOf(records, this.#turns.at(first.record.at), this.#memory.model)
    this.#add(
      entry,
      waiting.map((one) => one.span),
      'answer',
    )
  }

  #step(): void {
    if (this.#memory.needsStep) this.#turns.response()
    this.#memory.needsStep = false
  }

  #call(record: CodexRecord, span: RecordSpan): void {
    this.#flush()
    this.#step()
    const place = this.#turns.at(record.at)
    const entry = callOf(record, place)
    const seq = this.#add(entry, [span], 'tool')
    if (entry.callId !== null) {
      this.#memory.calls.set(entry.callId, { seq, records: [record], place, answered: false })
    }
  }

  #output(line: LineRecord, record: CodexRecord): void {
    const id = textOr(record.payload.call_id, null)
    const call = id === null ? undefined : this.#memory.calls.get(id)
    const isCut = line.isThin && needsWhole(record, call?.records ?? [])
    const whole = isCut ? (codexRecord(line.full()) ?? record) : record
    this.#memory.needsStep = true
    if (!call || call.answered) {
      this.#add(orphanOf(whole, this.#turns.at(record.at)), [line.span], 'orphan')
      return
    }
    call.answered = true
    const entry = resultOf(call.records, whole, call.place)
    this.#out.update(call.seq, entry, { result: line.span })
  }

  #event(record: CodexRecord, span: RecordSpan): void {
    const { payload, at } = record
    const type = textOr(payload.type, '')
    const place = this.#turns.at(at)
    switch (type) {
      case 'user_message':
        this.#prompt(record, textOr(payload.message, ''), span)
        return
      case 'agent_message':
        this.#answer(record, textOr(payload.message, ''), span)
        return
      case 'token_count':
        this.#usage(payload)
        this.#out.beside(span)
        return
      case 'task_started':
      case 'turn_started':
        this.#memory.isOpen = true
        this.#out.beside(span)
        return
      case 'task_complete':
      case 'turn_complete':
      case 'turn_aborted':
        this.#flush()
        this.#memory.isOpen = false
        this.#marker(eventMarker(record, place), span)
        return
      case 'patch_apply_end':
      case 'exec_command_end':
      case 'mcp_tool_call_end':
        this.#enrich(textOr(payload.call_id, ''), record, span)
        return
      case 'item_completed':
        this.#enrich(textOr(fieldsOf(payload.item).id, ''), record, span)
        return
      case 'thread_name_updated':
        this.#out.facts({ title: firstLine(textOr(payload.name, textOr(payload.thread_name, ''))) })
        this.#marker(eventMarker(record, place), span)
        return
      case 'context_compacted':
        // The same compaction, told twice.
        if (this.#memory.isCompacted) this.#out.beside(span)
        else this.#marker(eventMarker(record, place), span)
        this.#memory.isCompacted = false
        return
      case 'thread_rolled_back':
      case 'error':
      case 'stream_error':
      case 'entered_review_mode':
      case 'exited_review_mode':
      case 'thread_goal_updated':
      case 'guardian_assessment':
      case 'sub_agent_activity':
        this.#marker(eventMarker(record, place), span)
        return
      default:
        if (type.startsWith('collab_')) this.#marker(eventMarker(record, place), span)
        else this.#out.beside(span)
    }
  }

  /** An event that says more of a call; without one it stands beside the next entry. */
  #enrich(id: string, record: CodexRecord, span: RecordSpan): void {
    const call = this.#memory.calls.get(id)
    if (!call) {
      this.#out.beside(span)
      return
    }
    call.records.push(record)
    const row = this.#out.sink.row(call.seq)
    const entry = callOf(call.records[0] ?? record, call.place)
    // With a result the entry is made again when it is decoded; its row needs the file only.
    const hunks = hunksIn(call.records)
    if (row && hunks.length > 0) row.path = hunks[0]?.path ?? row.path
    if (row?.result) this.#out.update(call.seq, keep(entry, row.error), { record: span })
    else this.#out.update(call.seq, entry, { record: span })
    if (row && hunks.length > 0) {
      row.tone = 'edit'
      row.path = hunks[0]?.path ?? row.path
    }
  }

  /** Totals grow with each response; a record that repeats them counts nothing. */
  #usage(payload: Fields): void {
    const info = fieldsOf(payload.info)
    const total = isObject(info.total_token_usage) ? JSON.stringify(info.total_token_usage) : null
    if (total === null || total === this.#memory.total || this.#memory.last < 0) return
    this.#memory.total = total
    const row = this.#out.sink.row(this.#memory.last)
    if (!row) return
    const usage = usageOf(fieldsOf(info.last_token_usage))
    row.usage = row.usage ? sum(row.usage, usage) : usage
    this.#out.sink.touch(this.#memory.last)
  }

  #marker(entry: MarkerEntry, span: RecordSpan): void {
    this.#add(entry, [span], 'marker')
  }

  #add(entry: Entry, spans: readonly RecordSpan[], kind: Aux['kind']): number {
    const seq = this.#out.add(entry, spans, { kind } satisfies Aux)
    if (entry.kind === 'assistant' || entry.kind === 'tool') this.#memory.last = seq
    return seq
  }
}

/** An entry whose result is known already keeps what its row says of it. */
function keep(entry: ToolEntry, isError: boolean): ToolEntry {
  return isError ? { ...entry, status: 'error' } : { ...entry, status: 'ok' }
}

function usageOf(usage: Fields): Usage {
  const cached = numberOr(usage.cached_input_tokens, 0)
  return {
    // Cached tokens are part of the input here.
    input: Math.max(0, numberOr(usage.input_tokens, 0) - cached),
    output: numberOr(usage.output_tokens, 0),
    cacheRead: cached,
    cacheWrite: numberOr(usage.cache_write_input_tokens, 0),
    reasoning: numberOr(usage.reasoning_output_tokens, 0),
  }
}

function sum(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    reasoning: a.reasoning + b.reasoning,
  }
}

function messageText(payload: Fields): string {
  if (typeof payload.message === 'string') return payload.message
  return contentBlocks(payload.content)
    .map((block) => (block.type === 'text' ? block.text : ''))
    .filter((text) => text !== '')
    .join('\n\n')
}

function userOf({ payload }: CodexRecord, place: Place): Entry {
  const text = messageText(payload)
  const role = textOr(payload.role, 'user')
  const images = [
    ...listOf(payload.content),
    ...listOf(payload.images).map((url) => ({ image_url: url })),
  ]
  const pictures = contentBlocks(images).filter((block) => block.type === 'image')
  if (role === 'user' && !injected.test(text)) {
    return userEntry(place, text.replace(idePrefix, ''), { images: pictures })
  }
  const label =
    /^\s*<(\w+)/.exec(text)?.[1]?.replaceAll('_', ' ') ?? (role === 'user' ? 'AGENTS.md' : role)
  return userEntry(place, text, { origin: 'system', label, images: pictures })
}

function reasoningText(records: readonly CodexRecord[]): string {
  return records
    .filter(({ payload }) => payload.type === 'reasoning')
    .flatMap(({ payload }) => [...listOf(payload.summary), ...listOf(payload.content)])
    .map((part) => textOr(fieldsOf(part).text, ''))
    .filter((text) => text !== '')
    .join('\n\n')
}

function answerOf(records: readonly CodexRecord[], place: Place, model: string | null): Entry {
  const message = records.find(({ payload }) => payload.type !== 'reasoning')
  return assistantEntry(place, message ? messageText(message.payload) : '', {
    reasoning: reasoningText(records),
    model,
    tags: message?.payload.phase === 'commentary' ? ['commentary'] : [],
  })
}

interface CallFacts {
  readonly name: string
  readonly callId: string | null
  readonly args: Fields
  readonly shown: unknown
}

function factsOf({ payload }: CodexRecord): CallFacts {
  const callId = textOr(payload.call_id, textOr(payload.id, null))
  if (payload.type === 'local_shell_call') {
    return { name: 'local_shell', callId, args: fieldsOf(payload.action), shown: payload.action }
  }
  if (payload.type === 'web_search_call') {
    return { name: 'web_search', callId, args: fieldsOf(payload.action), shown: payload.action }
  }
  if (payload.type === 'custom_tool_call') {
    const input = textOr(payload.input, '')
    return { name: textOr(payload.name, 'tool'), callId, args: { input }, shown: input }
  }
  const parsed = jsonOr(textOr(payload.arguments, ''))
  return { name: textOr(payload.name, 'tool'), callId, args: fieldsOf(parsed), shown: parsed }
}

function callOf(record: CodexRecord, place: Place): ToolEntry {
  const { name, callId, args, shown } = factsOf(record)
  const command = commandOf(name, args)
  const patch = patchIn(name, args, command?.text ?? null)
  const call = { name, callId, args: shown }
  if (patch !== null) {
    const diffs = writtenHunks(patch)
    const title = `Patch ${diffs.map(({ path }) => path).join(', ')}`
    return toolEntry(place, call, 'edit', { call: { card: 'diff', title, diffs } })
  }
  if (command) {
    const cwd = command.cwd === null ? {} : { cwd: command.cwd }
    return toolEntry(place, call, 'run', {
      call: { card: 'terminal', title: command.text, ...cwd },
    })
  }
  if (name === 'web_search') {
    const query = textOr(args.query, textOr(args.url, 'web search'))
    const view = { card: 'generic', title: query, kind: 'search' } as const
    return toolEntry(place, call, 'web', { call: view, status: 'ok' })
  }
  if (name === 'update_plan') {
    const steps = listOf(args.plan).map(fieldsOf)
    const sign = (status: unknown): string =>
      status === 'completed' ? 'x' : status === 'in_progress' ? '>' : ' '
    const text = steps.map((step) => `- [${sign(step.status)}] ${textOr(step.step, '')}`).join('\n')
    const content = [{ type: 'text' as const, text }]
    return toolEntry(place, call, 'generic', {
      call: { card: 'generic', title: 'Update plan', content },
    })
  }
  const isAgent = /agent|collab|^wait$/.test(name)
  return toolEntry(place, call, isAgent ? 'agent' : 'generic', {
    call: { card: 'generic', title: name, kind: 'other', rawInput: shown },
  })
}

/** Hunks that events say were applied. */
function hunksIn(records: readonly CodexRecord[]) {
  for (const { payload } of records) {
    const changes =
      payload.type === 'item_completed' ? fieldsOf(payload.item).changes : payload.changes
    const hunks = appliedHunks(changes)
    if (hunks.length > 0) return hunks
  }
  return []
}

function outputText(output: unknown): string {
  if (typeof output === 'string') return output
  if (Array.isArray(output)) {
    return contentBlocks(output)
      .map((block) => (block.type === 'text' ? block.text : ''))
      .join('\n')
  }
  const { content } = fieldsOf(output)
  return typeof content === 'string' ? content : indented(output)
}

/** What the index keeps of most results stands at their beginning. */
function needsWhole(output: CodexRecord, [call]: readonly CodexRecord[]): boolean {
  if (outputText(output.payload.output).startsWith('{')) return true
  if (!call) return false
  const { name, args } = factsOf(call)
  const command = commandOf(name, args)?.text ?? null
  return patchIn(name, args, command) !== null || (command !== null && isReadForm(command))
}

function resultOf(records: readonly CodexRecord[], output: CodexRecord, place: Place): ToolEntry {
  const [first = output] = records
  const { name, args } = factsOf(first)
  const call = callOf(first, place)
  const text = outputText(output.payload.output)
  const content = contentBlocks(
    typeof output.payload.output === 'string' ? text : output.payload.output,
  )
  const ended = withEvents(endOf(text), records)
  const shown = content.some((block) => block.type === 'image')
    ? content
    : [{ type: 'text' as const, text }]
  const base = { at: output.at, content: shown }
  const command = commandOf(name, args)
  const patch = patchIn(name, args, command?.text ?? null)
  if (patch !== null) {
    const isApplied =
      ended.view.exitCode === 0 || /^Success\. Updated/m.test(ended.view.output ?? '')
    if (!isApplied) {
      const declined = { code: 'result-is-error', params: {} }
      return answered(call, { ...base, isError: true, declined, tags: ['not applied'] })
    }
    const applied = hunksIn(records)
    const diffs = applied.length > 0 ? applied : writtenHunks(patch)
    const title = call.call?.title ?? 'Patch'
    return answered(call, {
      ...base,
      isError: false,
      view: diffs.length > 0 ? diffView(title, diffs) : null,
    })
  }
  if (command) {
    const read = derivedRead(command.text, ended, isLoginShell(name, args))
    const tags = [
      ...(ended.truncated ? ['output cut in the middle'] : []),
      ...(ended.running ? ['still running'] : []),
    ]
    const isError = ended.failed && ended.view.exitCode === undefined
    if (read)
      return answered(
        { ...call, tone: 'read' },
        { ...base, isError, view: read, derived: true, tags },
      )
    return answered(call, { ...base, isError, view: isError ? null : ended.view, tags })
  }
  return answered(call, { ...base, isError: false })
}

/** An event states output and code better than the text for the model. */
function withEvents(
  ended: ReturnType<typeof endOf>,
  records: readonly CodexRecord[],
): ReturnType<typeof endOf> {
  for (const { payload } of records) {
    const facts = payload.type === 'item_completed' ? fieldsOf(payload.item) : payload
    const code = numberOr(facts.exit_code, null)
    if (code === null) continue
    const both = [textOr(facts.stdout, ''), textOr(facts.stderr, '')]
      .filter((part) => part !== '')
      .join('\n')
    const output =
      textOr(facts.aggregated_output, both === '' ? null : both) ?? ended.view.output ?? ''
    return { ...ended, view: { card: 'terminal', output, exitCode: code }, failed: code !== 0 }
  }
  return ended
}

function orphanOf(output: CodexRecord, place: Place): ToolEntry {
  const callId = textOr(output.payload.call_id, null)
  const entry = toolEntry(place, { name: 'unknown tool', callId, args: null }, 'generic', {
    call: null,
  })
  return answered(entry, {
    at: output.at,
    content: [{ type: 'text', text: outputText(output.payload.output) }],
    isError: false,
    declined: { code: 'call-unknown', params: {} },
  })
}

function compactionOf({ payload }: CodexRecord, place: Place): MarkerEntry {
  const message = textOr(payload.message, '')
  return markerEntry(place, 'compaction', 'Context compacted', {
    body: message === '' ? null : message,
  })
}

function modelOf(payload: Fields, place: Place): MarkerEntry {
  return markerEntry(place, 'model', `Model: ${textOr(payload.model, '')}`, {
    detail: pick(payload, ['effort', 'approval_policy', 'summary', 'cwd']),
  })
}

function eventMarker({ payload }: CodexRecord, place: Place): MarkerEntry {
  const type = textOr(payload.type, '')
  switch (type) {
    case 'task_complete':
    case 'turn_complete':
      return markerEntry(place, 'turn-end', 'Turn completed', {
        detail: pick(payload, ['duration_ms']),
      })
    case 'turn_aborted':
      return markerEntry(place, 'turn-end', `Turn aborted: ${textOr(payload.reason, '')}`, {
        severity: 'warning',
      })
    case 'context_compacted':
      return markerEntry(place, 'compaction', 'Context compacted')
    case 'thread_rolled_back':
      return markerEntry(place, 'branch', `Rolled back ${numberOr(payload.num_turns, '?')} turns`, {
        severity: 'warning',
      })
    case 'error':
    case 'stream_error':
      return markerEntry(place, 'error', firstLine(textOr(payload.message, 'Error')), {
        severity: 'error',
        body: indented(payload),
      })
    case 'thread_name_updated':
      return markerEntry(
        place,
        'title',
        `Title: ${textOr(payload.name, textOr(payload.thread_name, ''))}`,
      )
    case 'thread_goal_updated':
      return markerEntry(place, 'goal', 'Goal updated', { body: indented(payload) })
    default: {
      const isAgent = type.startsWith('collab_') || type === 'sub_agent_activity'
      const child = textOr(payload.new_thread_id, null)
      return markerEntry(place, isAgent ? 'subagent' : 'system', type.replaceAll('_', ' '), {
        body: indented(payload),
        links: child === null ? [] : [{ id: child, key: null, title: null, relation: 'subagent' }],
      })
    }
  }
}

function decode({ row, aux, records, result }: DecodeInput): Entry {
  const place = { at: row.at, turn: row.turn, step: row.step }
  const { kind } = aux as Aux // made above, for this reader alone
  const typed = records.flatMap((value) => codexRecord(value) ?? [])
  const [first] = typed
  if (!first) {
    const [value = {}] = records
    return markerEntry(place, 'record', textOr(value.type, 'record'), {
      body: indented(value),
      severity: 'warning',
    })
  }
  const output = result ? codexRecord(result) : null
  switch (kind) {
    case 'user':
      return userOf(first, place)
    case 'answer': {
      const entry = answerOf(typed, place, null)
      return entry.kind === 'assistant' ? { ...entry, usage: row.usage } : entry
    }
    case 'tool':
      return output ? resultOf(typed, output, place) : callOf(first, place)
    case 'orphan':
      return orphanOf(first, place)
    case 'marker': {
      if (first.type === 'compacted') return compactionOf(first, place)
      if (first.type === 'turn_context') return modelOf(first.payload, place)
      if (first.type === 'event_msg') return eventMarker(first, place)
      const name =
        first.type === 'response_item'
          ? textOr(first.payload.type, '').replaceAll('_', ' ')
          : first.type
      return markerEntry(place, 'record', name, { body: indented(first.payload) })
    }
  }
}
