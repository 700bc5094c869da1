/** A trace of the Agent Client Protocol as entries. Rule: docs/formats/acp.md. */
import type { Banner, MarkerKind } from '#shared/session'
import type { Item, Loaded } from '../document-reader/document-reader'
import type { SessionFacts } from '../format'
import { contentBlocks } from '../parts/blocks'
import { assistantEntry, markerEntry, userEntry, type Place } from '../parts/entries'
import {
  fieldsOf,
  firstLine,
  indented,
  isObject,
  listOf,
  numberOr,
  textOr,
  type Fields,
} from '../parts/fields'
import { Turns } from '../parts/turns'
import type { Exchange, Message, Trace } from './messages'
import { callEntry, type MergedCall, type Terminal, type WholeFile } from './tools'

/** An item that still changes: its entry is made at the end. */
interface Draft {
  raw: Fields[]
  readonly span: Message['span']
  build(): Item['entry']
}

interface Chunks {
  readonly role: 'user' | 'agent'
  readonly draft: Draft
  readonly content: unknown[]
  readonly thoughts: unknown[]
  id: string | null
}

type OpenCall = { -readonly [K in keyof MergedCall]: MergedCall[K] } & {
  readonly draft: Draft
  readonly fileReads: WholeFile[]
}

/** Updates that change what the window of an editor offers, not the session. */
const quiet = new Set(['available_commands_update', 'usage_update', 'config_option_update'])

class Builder {
  readonly #turns = new Turns()
  readonly #drafts: Draft[] = []
  readonly #calls = new Map<string, OpenCall>()
  readonly #terminals = new Map<string, Terminal>()
  /** By the request that created them. */
  readonly #created = new Map<Message, Terminal>()
  #chunks: Chunks | null = null
  #prompts = 0
  #isOpen = false
  #facts: Partial<SessionFacts> = {}

  finish(trace: Trace, id: string): Loaded {
    for (const message of trace.strangers) this.#unknown(message, 'record')
    const items = this.#drafts.map((draft): Item => {
      const place = draft.span ? { span: draft.span } : {}
      return { entry: draft.build(), raw: draft.raw, ...place }
    })
    const prompt = items.find(({ entry }) => entry.kind === 'user')?.entry
    const title = prompt?.kind === 'user' ? firstLine(prompt.text) || null : null
    const startedAt = trace.exchanges.find(({ message }) => message.at !== null)?.message.at ?? null
    const banners: Banner[] =
      this.#prompts === 0 ? [{ tone: 'note', reason: { code: 'acp-agent-side', params: {} } }] : []
    return {
      facts: { id, title, startedAt, ...this.#facts },
      items,
      banners,
      diagnostics: trace.diagnostics,
      open: this.#isOpen,
    }
  }

  take({ message, request }: Exchange): void {
    const { value } = message
    if (typeof value.method === 'string') {
      this.#request(value.method, fieldsOf(value.params), message)
    } else if (request) {
      this.#answer(textOr(request.value.method, ''), fieldsOf(value.result), message, request)
    } else this.#unasked(fieldsOf(value.result), message)
  }

  #request(method: string, params: Fields, message: Message): void {
    switch (method) {
      case 'initialize':
      case 'session/list':
      case 'authenticate':
      case 'terminal/output':
      case 'terminal/wait_for_exit':
      case 'terminal/release':
        return
      case 'session/new':
      case 'session/load':
        this.#fact({ cwd: textOr(params.cwd, null) })
        if (method === 'session/load') this.#marker(message, 'resume', 'Session loaded', params)
        return
      case 'session/prompt':
        this.#prompt(message, params.prompt)
        return
      case 'session/cancel':
        this.#marker(message, 'cancel', 'Cancelled by the client', {})
        return
      case 'session/set_mode':
        this.#marker(message, 'permission', `Mode ${textOr(params.modeId, '?')}`, {})
        return
      case 'session/update':
        this.#update(fieldsOf(params.update), message)
        return
      case 'session/request_permission':
        this.#openCallOf(fieldsOf(params.toolCall).toolCallId)?.draft.raw.push(message.raw)
        this.#merge(fieldsOf(params.toolCall), message)
        return
      case 'fs/read_text_file':
      case 'fs/write_text_file':
      case 'terminal/create':
      case 'terminal/kill':
        this.#clientWork(method, params, message)
        return
      default:
        this.#unknown(message, method)
    }
  }

  #answer(method: string, result: Fields, message: Message, request: Message): void {
    const params = fieldsOf(request.value.params)
    const failure = message.value.error
    if (isObject(failure)) {
      const title = `${method}: ${textOr(failure.message, 'error')}`
      this.#marker(message, 'error', title, failure, 'error')
      if (method === 'session/prompt') this.#isOpen = false
      return
    }
    switch (method) {
      case 'session/request_permission':
        this.#permission(params, result, message)
        return
      case 'fs/read_text_file':
        if (params.line === undefined && params.limit === undefined) {
          const file = { path: textOr(params.path, ''), text: textOr(result.content, '') }
          for (const call of this.#running()) call.fileReads.push(file)
        }
        return
      case 'terminal/create': {
        const terminal = this.#created.get(request)
        if (terminal) this.#terminals.set(textOr(result.terminalId, ''), terminal)
        return
      }
      case 'terminal/output':
      case 'terminal/wait_for_exit':
        this.#terminalSays(textOr(params.terminalId, ''), result)
        return
      default:
        this.#unasked(result, message)
    }
  }

  /** Answers whose request is not needed, or not in the trace. */
  #unasked(result: Fields, message: Message): void {
    if (typeof result.stopReason === 'string') {
      this.#end(result.stopReason, message)
    } else if (typeof result.sessionId === 'string') this.#fact({ id: result.sessionId })
    else if (isObject(result.agentInfo)) {
      const { name, version } = result.agentInfo
      const value = [textOr(name, ''), textOr(version, '')].join(' ').trim()
      this.#fact({ extra: [{ label: 'Agent', value }] })
    }
  }

  #end(stopReason: string, message: Message): void {
    this.#isOpen = false
    const severity = ['end_turn', 'cancelled'].includes(stopReason) ? 'note' : 'warning'
    this.#marker(message, 'turn-end', `Turn ended: ${stopReason}`, {}, severity)
  }

  #fact(facts: Partial<SessionFacts>): void {
    this.#facts = { ...this.#facts, ...facts }
  }

  #place(message: Message): Place {
    return this.#turns.at(message.at)
  }

  #add(message: Message, build: () => Item['entry']): Draft {
    const draft = { raw: [message.raw], span: message.span, build }
    this.#drafts.push(draft)
    return draft
  }

  #marker(
    message: Message,
    marker: MarkerKind,
    title: string,
    detail: Fields,
    severity: 'note' | 'warning' | 'error' = 'note',
    body: string | null = null,
  ): void {
    this.#chunks = null
    const entry = markerEntry(this.#place(message), marker, title, { detail, severity, body })
    this.#add(message, () => entry)
  }

  #unknown(message: Message, title: string): void {
    this.#marker(message, 'record', title, {}, 'warning', indented(message.value))
  }

  #prompt(message: Message, prompt: unknown): void {
    this.#chunks = null
    this.#prompts += 1
    this.#isOpen = true
    this.#turns.prompt()
    const place = this.#place(message)
    this.#add(message, () => said(place, listOf(prompt)))
  }

  #update(update: Fields, message: Message): void {
    const kind = textOr(update.sessionUpdate, '')
    switch (kind) {
      case 'user_message_chunk':
      case 'agent_message_chunk':
      case 'agent_thought_chunk':
        this.#chunk(kind, update, message)
        return
      case 'tool_call':
      case 'tool_call_update':
        this.#merge(update, message)
        return
      case 'plan': {
        const steps = listOf(update.entries).map(fieldsOf)
        const body = steps
          .map(({ status, content }) => `${box(textOr(status, ''))} ${textOr(content, '')}`)
          .join('\n')
        this.#marker(message, 'todo', `Plan of ${steps.length} steps`, {}, 'note', body)
        return
      }
      case 'current_mode_update':
        this.#marker(message, 'permission', `Mode ${textOr(update.currentModeId, '?')}`, {})
        return
      case 'session_info_update': {
        const title = textOr(update.title, null)
        if (title === null) return
        this.#fact({ title })
        this.#marker(message, 'title', title, {})
        return
      }
      default:
        if (!quiet.has(kind)) this.#unknown(message, kind || 'update')
    }
  }

  /** Neighbours of one side make one message; a thought opens the message that follows it. */
  #chunk(kind: string, update: Fields, message: Message): void {
    const role = kind === 'user_message_chunk' ? 'user' : 'agent'
    const isThought = kind === 'agent_thought_chunk'
    const id = textOr(update.messageId, null)
    let chunks = this.#chunks
    const goesOn =
      chunks !== null &&
      chunks.role === role &&
      (id === null || chunks.id === null || chunks.id === id) &&
      !(isThought && chunks.content.length > 0)
    if (!goesOn || chunks === null) {
      if (role === 'user') {
        this.#prompts += 1
        this.#turns.prompt()
      } else this.#turns.response()
      this.#isOpen = true
      chunks = this.#opened(role, message)
    } else chunks.draft.raw.push(message.raw)
    chunks.id ??= id
    const list = isThought ? chunks.thoughts : chunks.content
    list.push(update.content)
  }

  #opened(role: Chunks['role'], message: Message): Chunks {
    const place = this.#place(message)
    const content: unknown[] = []
    const thoughts: unknown[] = []
    const draft = this.#add(message, () =>
      role === 'user' ? said(place, content) : answer(place, content, thoughts),
    )
    this.#chunks = { role, draft, content, thoughts, id: null }
    return this.#chunks
  }

  #openCallOf(id: unknown): OpenCall | undefined {
    return typeof id === 'string' ? this.#calls.get(id) : undefined
  }

  #running(): OpenCall[] {
    return [...this.#calls.values()].filter(({ endedAt, fields }) => {
      return endedAt === null && !isDone(fields)
    })
  }

  /** A later update replaces what it names; an update without a call starts one. */
  #merge(update: Fields, message: Message): void {
    this.#chunks = null
    const id = textOr(update.toolCallId, null)
    const known = this.#openCallOf(id)
    const call = known ?? this.#started(id, message)
    if (known) known.draft.raw.push(message.raw)
    const named = Object.fromEntries(
      Object.entries(update).filter(([, value]) => value !== undefined && value !== null),
    )
    call.fields = { ...call.fields, ...named }
    const diffs = listOf(call.fields.content).filter(isObject).filter(isDiff)
    if (diffs.length > 0) call.diffs = diffs
    for (const item of listOf(named.content)) {
      const { type, terminalId } = fieldsOf(item)
      const terminal = type === 'terminal' ? this.#terminals.get(textOr(terminalId, '')) : undefined
      if (terminal && !call.terminals.includes(terminal)) {
        call.terminals = [...call.terminals, terminal]
      }
    }
    if (isDone(call.fields)) call.endedAt ??= message.at
    this.#isOpen = true
  }

  #started(id: string | null, message: Message): OpenCall {
    const fileReads: WholeFile[] = []
    const draft: Draft = this.#add(message, () => callEntry(call))
    const call: OpenCall = {
      id,
      place: this.#place(message),
      fields: {},
      diffs: [],
      terminals: [],
      files: fileReads,
      fileReads,
      endedAt: null,
      permission: null,
      draft,
    }
    if (id !== null) this.#calls.set(id, call)
    return call
  }

  #permission(params: Fields, result: Fields, message: Message): void {
    const outcome = fieldsOf(result.outcome)
    const options = listOf(params.options).map(fieldsOf)
    const option = options.find(({ optionId }) => optionId === outcome.optionId)
    const chosen = textOr(option?.name, textOr(outcome.outcome, '?'))
    const call = this.#openCallOf(fieldsOf(params.toolCall).toolCallId)
    if (call) call.permission = textOr(option?.kind, textOr(outcome.outcome, null))
    const of = textOr(call?.fields.title, 'a tool call')
    this.#marker(message, 'approval', `${of}: ${chosen}`, {})
  }

  /** What the agent has the client do; shown with the calls that run meanwhile, or on its own. */
  #clientWork(method: string, params: Fields, message: Message): void {
    if (method === 'terminal/create') {
      const args = listOf(params.args).map(String)
      this.#created.set(message, {
        command: [textOr(params.command, ''), ...args].join(' '),
        cwd: textOr(params.cwd, null),
        output: null,
        exitCode: null,
        signal: null,
      })
    }
    const running = this.#running()
    for (const call of running) call.draft.raw.push(message.raw)
    if (running.length > 0) return
    const what = textOr(params.path, textOr(params.command, ''))
    this.#marker(message, 'record', `${method} ${what}`.trim(), {})
  }

  #terminalSays(id: string, result: Fields): void {
    const terminal = this.#terminals.get(id)
    if (!terminal) return
    terminal.output = textOr(result.output, terminal.output)
    const status = isObject(result.exitStatus) ? result.exitStatus : result
    terminal.exitCode = numberOr(status.exitCode, terminal.exitCode)
    terminal.signal = textOr(status.signal, terminal.signal)
  }
}

function isDone({ status }: Fields): boolean {
  return status === 'completed' || status === 'failed'
}

function isDiff({ type, newText }: Fields): boolean {
  return type === 'diff' && typeof newText === 'string'
}

function box(status: string): string {
  return status === 'completed' ? '[x]' : status === 'in_progress' ? '[~]' : '[ ]'
}

/** Chunks are pieces of one text; anything but text stands beside it. */
function textOf(content: readonly unknown[], between: string): string {
  return contentBlocks(content)
    .map((block) =>
      block.type === 'text' ? block.text : block.type === 'unknown' ? block.json : '',
    )
    .filter((text) => text !== '')
    .join(between)
}

function said(place: Place, content: readonly unknown[]): Item['entry'] {
  const images = contentBlocks(content).filter((block) => block.type === 'image')
  return userEntry(place, textOf(content, '\n\n'), { images })
}

function answer(
  place: Place,
  content: readonly unknown[],
  thoughts: readonly unknown[],
): Item['entry'] {
  const images = contentBlocks(content).filter((block) => block.type === 'image')
  return assistantEntry(place, textOf(content, ''), { reasoning: textOf(thoughts, ''), images })
}

/** `id`: for traces that name no session. */
export function sessionOf(trace: Trace, id: string): Loaded {
  const builder = new Builder()
  for (const exchange of trace.exchanges) builder.take(exchange)
  return builder.finish(trace, id)
}
