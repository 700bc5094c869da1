/** Lines of Claude Code to entries: responses merged by message id, results joined by call id. */
import type { Entry, ToolEntry, Usage } from '#shared/session'
import type { RecordSpan } from '../format'
import {
  lineAdapter,
  type DecodeInput,
  type LineAdapter,
  type LineRecord,
  type LineScan,
  type ScanOut,
} from '../line-reader/adapter'
import { BranchTree, type BranchMemory } from '../line-reader/branch-tree'
import { contentBlocks } from '../parts/blocks'
import {
  answered,
  assistantEntry,
  markerEntry,
  toolEntry,
  userEntry,
  type Place,
} from '../parts/entries'
import { fieldsOf, firstLine, isObject, textOr, timeOf, type Fields } from '../parts/fields'
import { Turns, type TurnsMemory } from '../parts/turns'
import { identityOf } from './discover'
import { blocksIn, laterUsage, textsOf, usageIn, userText } from './messages'
import { readResult } from './read-result'
import { systemMarker } from './system-records'
import { argsOf, callView, presentResult, toneOfTool } from './tool-results'

/** What decode needs to build the same entry from whole records. */
type Aux =
  | { readonly kind: 'user' | 'answer' | 'marker' | 'mention' | 'error' | 'orphan' }
  | {
      readonly kind: 'tool'
      readonly id: string | null
      /** Place among the calls of its record, for those without an id. */
      readonly nth: number
      readonly cwd: string | null
    }

const branchTitle = 'Rewound: another branch begins'

export function claudeAdapter(path: string, metaTitle: string | null): LineAdapter {
  return lineAdapter<ClaudeMemory>({
    startScan: (out, memory) => new ClaudeScan(out, path, metaTitle, memory),
    decode,
    told: metaTitle ?? '',
  })
}

/** A response as its records so far made it. */
interface Response {
  /** Entry of its text. */
  seq: number | null
  /** Entry that counts its usage. */
  usageSeq: number | null
  usage: Usage | null
}

interface ClaudeMemory {
  readonly turns: TurnsMemory
  readonly tree: BranchMemory
  readonly calls: Map<string, { seq: number; call: Fields; place: Place; cwd: string | null }>
  /** By message id. */
  readonly responses: Map<string, Response>
  readonly seen: Set<string>
  readonly children: Set<string>
  isOpen: boolean
  hasTitle: boolean
  isKnown: boolean
}

function nothingRead(): ClaudeMemory {
  return {
    turns: { turn: 0, step: 0 },
    tree: { nodes: new Map(), branch: 0 },
    calls: new Map(),
    responses: new Map(),
    seen: new Set(),
    children: new Set(),
    isOpen: false,
    hasTitle: false,
    isKnown: false,
  }
}

class ClaudeScan implements LineScan<ClaudeMemory> {
  readonly #out: ScanOut
  readonly #path: string
  readonly #turns: Turns
  readonly #tree: BranchTree
  readonly #memory: ClaudeMemory

  constructor(out: ScanOut, path: string, metaTitle: string | null, memory?: ClaudeMemory) {
    this.#out = out
    this.#path = path
    this.#memory = memory ?? nothingRead()
    this.#turns = new Turns(this.#memory.turns)
    this.#tree = new BranchTree(out, this.#memory.tree)
    if (!memory && metaTitle !== null) {
      this.#memory.hasTitle = true
      out.facts({ title: metaTitle })
    }
  }

  get memory(): ClaudeMemory {
    return this.#memory
  }

  isOpen(): boolean {
    return this.#memory.isOpen
  }

  record(record: LineRecord): void {
    const { value, span } = record
    this.#learn(value)
    const uuid = textOr(value.uuid, null)
    // A resumed session repeats what it goes on from.
    if (uuid !== null && this.#memory.seen.has(uuid)) {
      this.#out.beside(span)
      return
    }
    if (uuid !== null) this.#memory.seen.add(uuid)
    const parent = parentOf(value)
    this.#tree.follow(parent)
    this.#take(record)
    const carries = value.type === 'user' || value.type === 'assistant'
    this.#tree.settle(uuid, parent, carries && value.isSidechain !== true)
  }

  #take(record: LineRecord): void {
    const { value, span } = record
    if (value.type === 'user') this.#user(record)
    else if (value.type === 'assistant') this.#assistant(value, span)
    else if (value.type === 'attachment') this.#attachment(record)
    else this.#other(value, span)
  }

  #learn(value: Fields): void {
    const facts = {
      ...(typeof value.cwd === 'string' && !this.#memory.isKnown ? { cwd: value.cwd } : {}),
      ...(typeof value.gitBranch === 'string' && !this.#memory.isKnown
        ? {
            extra: [
              { label: 'Version', value: textOr(value.version, '–') },
              { label: 'Branch', value: value.gitBranch },
            ],
          }
        : {}),
    }
    if (typeof value.sessionId === 'string' && !this.#memory.isKnown) {
      const { id, parent, relation } = identityOf(this.#path, value.sessionId)
      this.#out.facts({ ...facts, id: id ?? '', parent, relation })
      this.#memory.isKnown = typeof value.cwd === 'string'
    }
    if (typeof value.customTitle === 'string') this.#title(value.customTitle, true)
    else if (typeof value.aiTitle === 'string') this.#title(value.aiTitle, false)
    else if (value.type === 'summary') this.#title(textOr(value.summary, ''), false)
    if (value.type === 'progress') {
      const agent = textOr(fieldsOf(value.data).agentId, null)
      if (agent !== null) this.#child(agent)
    }
  }

  #title(title: string, isFinal: boolean): void {
    if (title === '' || (this.#memory.hasTitle && !isFinal)) return
    this.#memory.hasTitle = true
    this.#out.facts({ title: firstLine(title) })
  }

  #child(id: string): void {
    if (this.#memory.children.has(id)) return
    this.#memory.children.add(id)
    this.#out.facts({ childIds: [...this.#memory.children] })
  }

  #user(record: LineRecord): void {
    const { value, span } = record
    const blocks = blocksIn(value.message)
    const results = blocks.filter((block) => block.type === 'tool_result')
    for (const block of results) this.#result(record, block, results.length === 1)
    if (results.length > 0 && results.length === blocks.length) return
    const entry = userOf(value, this.#turns.at(timeOf(value.timestamp)))
    if (entry.kind === 'user' && entry.tone === 'user' && value.isSidechain !== true) {
      this.#branch(value, span)
      this.#turns.prompt()
      this.#memory.isOpen = true
      if (!this.#memory.hasTitle) this.#out.facts({ title: firstLine(entry.text) })
      this.#memory.hasTitle = true
    }
    if (entry.kind === 'marker' && entry.marker === 'cancel') this.#memory.isOpen = false
    const placed = { ...entry, ...this.#turns.at(timeOf(value.timestamp)) }
    this.#out.add(placed, [span], { kind: 'user' } satisfies Aux)
  }

  /** A prompt under a record that the conversation went on from: it was rewound. */
  #branch(value: Fields, span: RecordSpan): void {
    const parent = parentOf(value)
    if (parent !== null && this.#tree.isLeft(parent)) {
      this.#tree.fork(parent)
      const marker = markerEntry(this.#turns.at(timeOf(value.timestamp)), 'branch', branchTitle)
      this.#out.add(marker, [span], { kind: 'marker' } satisfies Aux)
    }
  }

  #assistant(value: Fields, span: RecordSpan): void {
    const message = fieldsOf(value.message)
    const at = timeOf(value.timestamp)
    if (value.isApiErrorMessage === true) {
      const entry = apiError(value, this.#turns.at(at))
      this.#out.add(entry, [span], { kind: 'error' } satisfies Aux)
      this.#memory.isOpen = false
      return
    }
    const id = textOr(message.id, null) ?? `${span.offset}`
    let response = this.#memory.responses.get(id)
    if (!response) {
      this.#turns.response()
      response = { seq: null, usageSeq: null, usage: null }
      this.#memory.responses.set(id, response)
    }
    response.usage = laterUsage(response.usage, usageIn([value]))
    const model = textOr(message.model, null)
    if (model !== null && model !== '<synthetic>') this.#out.facts({ model })
    const place = this.#turns.at(at)
    this.#answer(response, value, place, span)
    for (const [nth, block] of callsIn(value).entries()) {
      const id = textOr(block.id, null)
      const key = id ?? namelessKey(textOr(value.uuid, `${span.offset}`))
      if (id !== null && this.#memory.calls.has(key)) continue
      const cwd = textOr(value.cwd, null)
      const entry = callOf(block, place, cwd)
      const seq = this.#out.add(entry, [span], { kind: 'tool', id, nth, cwd } satisfies Aux)
      this.#memory.calls.set(key, { seq, call: block, place, cwd })
      this.#countUsage(response, seq)
    }
    this.#memory.isOpen =
      message.stop_reason !== 'end_turn' && message.stop_reason !== 'stop_sequence'
  }

  /** Text and reasoning of a response are one entry, over all of its records. */
  #answer(response: Response, value: Fields, place: Place, span: RecordSpan): void {
    const entry = answerOf([value], place)
    const counts = response.usageSeq === response.seq
    const counted = { ...entry, usage: counts ? response.usage : null }
    if (response.seq !== null) {
      this.#out.update(response.seq, counted, { record: span })
      return
    }
    if (entry.text === '' && entry.reasoning === '' && entry.images.length === 0) return
    response.seq = this.#out.add(counted, [span], { kind: 'answer' } satisfies Aux)
    if (counts) response.usageSeq = response.seq
  }

  /** A response of calls alone is counted at its first call. */
  #countUsage(response: Response, seq: number): void {
    if (response.usageSeq !== null && response.usageSeq !== seq) return
    response.usageSeq = seq
    const row = this.#out.sink.row(seq)
    if (!row) return
    row.usage = response.usage
    this.#out.sink.touch(seq)
  }

  #result(record: LineRecord, block: Fields, isOnly: boolean): void {
    const { span } = record
    const id = textOr(block.tool_use_id, null)
    const call = this.#memory.calls.get(id ?? namelessKey(answeredBy(record.value)))
    const at = timeOf(record.value.timestamp)
    const name = textOr(call?.call.name, '')
    // The window of a read is counted by its lines: they have to be whole.
    const value = record.isThin ? forIndex(name, record) : record.value
    const whole = value === record.value ? block : (blockFor(value, id) ?? block)
    if (!call || this.#out.sink.row(call.seq)?.result) {
      const entry = orphanOf(value, whole, this.#turns.at(at), id)
      this.#out.add(entry, [span], { kind: 'orphan' } satisfies Aux)
      return
    }
    const entry = resultOf(callOf(call.call, call.place, call.cwd), value, whole, isOnly, at)
    for (const link of entry.links) this.#child(link.id)
    this.#out.update(call.seq, entry, { result: span })
  }

  #attachment(record: LineRecord): void {
    const { value, span } = record
    const place = this.#turns.at(timeOf(value.timestamp))
    const attachment = fieldsOf(value.attachment)
    if (attachment.type === 'queued_command') {
      this.#out.add(queuedOf(value, place), [span], { kind: 'mention' } satisfies Aux)
      return
    }
    if (attachment.type === 'file') {
      const whole = record.isThin ? record.full() : value
      this.#out.add(mentionOf(whole, place), [span], { kind: 'mention' } satisfies Aux)
      return
    }
    this.#other(value, span)
  }

  #other(value: Fields, span: RecordSpan): void {
    const entry = systemMarker(value, this.#turns.at(timeOf(value.timestamp)))
    if (!entry) {
      this.#out.beside(span)
      return
    }
    if (entry.marker === 'turn-end') this.#memory.isOpen = false
    this.#out.add(entry, [span], { kind: 'marker' } satisfies Aux)
  }
}

/** What stood before: across a compaction the logical parent. */
function parentOf(value: Fields): string | null {
  return textOr(value.parentUuid, textOr(value.logicalParentUuid, null))
}

function callsIn(record: Fields): Fields[] {
  return blocksIn(record.message).filter(({ type }) => type === 'tool_use')
}

/** A call without an id is answered by the record that names its own. */
function namelessKey(uuid: string): string {
  return `record ${uuid}`
}

function answeredBy(result: Fields): string {
  return textOr(result.sourceToolAssistantUUID, textOr(result.parentUuid, ''))
}

const resultKey = Buffer.from('"toolUseResult":')
const contentKey = Buffer.from('"content":"')

/** A cut record as far as its row needs it: a read's lines are counted, not made. */
function forIndex(name: string, record: LineRecord): Fields {
  const { value } = record
  if (name === 'Bash') return value
  const result = value.toolUseResult
  if (!isObject(result)) return record.full()
  if (name !== 'Read' || result.type !== 'text' || !isObject(result.file)) {
    return name === 'Read' ? record.full() : value
  }
  const breaks = record.breaksIn(resultKey, contentKey)
  if (breaks === null) return record.full()
  const file = { ...result.file, content: '\n'.repeat(breaks) }
  return { ...value, toolUseResult: { ...result, file } }
}

function blockFor(value: Fields, id: string | null): Fields | null {
  const results = blocksIn(value.message).filter(({ type }) => type === 'tool_result')
  return results.find((block) => textOr(block.tool_use_id, null) === id) ?? null
}

function userOf(value: Fields, place: Place): Entry {
  const blocks = blocksIn(value.message).filter((block) => block.type !== 'tool_result')
  const text = blocks
    .flatMap((block) => (block.type === 'text' ? [textOr(block.text, '')] : []))
    .join('\n\n')
  const images = contentBlocks(blocks.filter((block) => block.type === 'image')).filter(
    (block) => block.type === 'image',
  )
  const what = userText(value, text)
  const tags = value.isSidechain === true ? ['sidechain'] : []
  if (what.as === 'marker') return markerEntry(place, what.marker, what.title, { body: what.text })
  const patch =
    value.isSidechain === true ? { origin: 'agent' as const, label: 'sidechain' } : what.patch
  return userEntry(place, what.text, { ...patch, images, tags })
}

function answerOf(records: readonly Fields[], place: Place): Extract<Entry, { kind: 'assistant' }> {
  const [first = {}] = records
  const message = fieldsOf(first.message)
  return assistantEntry(place, textsOf(records, 'text'), {
    reasoning: textsOf(records, 'thinking'),
    model: textOr(message.model, null),
    usage: usageIn(records),
    interrupted: records.some((record) => record.isAbortedMidStream === true),
    tags: first.isSidechain === true ? ['sidechain'] : [],
  })
}

function apiError(value: Fields, place: Place): Entry {
  const text = textsOf([value], 'text')
  return markerEntry(place, 'error', firstLine(text) || 'API error', {
    severity: 'error',
    body: text,
  })
}

function callOf(block: Fields, place: Place, cwd: string | null): ToolEntry {
  const name = textOr(block.name, 'tool')
  const args = argsOf(block.input)
  const call = { name, callId: textOr(block.id, null), args: block.input }
  return toolEntry(place, call, toneOfTool(name), { call: callView(name, args, cwd) })
}

function resultOf(
  call: ToolEntry,
  value: Fields,
  block: Fields,
  isOnly: boolean,
  at: number | null,
): ToolEntry {
  const result = isOnly ? value.toolUseResult : undefined
  const { content, view, ...presented } = presentResult(call.name, argsOf(call.args), block, result)
  const isError =
    block.is_error === true || (typeof result === 'string' && result.startsWith('Error'))
  return answered(call, { at, content, isError, view, ...presented })
}

function orphanOf(value: Fields, block: Fields, place: Place, id: string | null): ToolEntry {
  const call = { name: 'unknown tool', callId: id, args: null }
  return answered(toolEntry(place, call, 'generic', { call: null }), {
    at: timeOf(value.timestamp),
    content: contentBlocks(block.content),
    isError: block.is_error === true,
    declined: { code: 'call-unknown', params: {} },
  })
}

/** A prompt that was typed while a tool ran. */
function queuedOf(value: Fields, place: Place): Entry {
  const { prompt } = fieldsOf(value.attachment)
  const blocks = contentBlocks(prompt)
  const text = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  return userEntry(place, text, { tags: ['typed while the agent worked'] })
}

/** A file that a prompt mentions comes with its lines: a read by the harness. */
function mentionOf(value: Fields, place: Place): ToolEntry {
  const attachment = fieldsOf(value.attachment)
  const path = textOr(attachment.filename, textOr(attachment.displayPath, ''))
  const call = { name: '@file', callId: null, args: { file_path: path } }
  const entry = toolEntry(place, call, 'read', {
    call: { card: 'generic', title: `Mentioned ${path}`, kind: 'read', locations: [{ path }] },
  })
  const read = readResult(attachment.content, { file_path: path }, '')
  return answered(entry, {
    at: timeOf(value.timestamp),
    content: contentBlocks(textOr(fieldsOf(fieldsOf(attachment.content).file).content, '')),
    isError: false,
    view: read.view.ok ? read.view.value : null,
    declined: read.view.ok ? null : read.view.reason,
    tags: read.tags,
  })
}

function decode({ row, aux, records, result }: DecodeInput): Entry {
  const place = { at: row.at, turn: row.turn, step: row.step }
  const own = aux as Aux // made above, for this reader alone
  const [first = {}] = records
  switch (own.kind) {
    case 'user':
      return userOf(first, place)
    case 'answer':
      return { ...answerOf(records, place), usage: row.usage }
    case 'error':
      return apiError(first, place)
    case 'mention':
      return fieldsOf(first.attachment).type === 'file'
        ? mentionOf(first, place)
        : queuedOf(first, place)
    case 'marker':
      return first.type === 'user'
        ? markerEntry(place, 'branch', branchTitle)
        : (systemMarker(first, place) ?? markerEntry(place, 'record', textOr(first.type, 'record')))
    case 'orphan':
      return orphanOf(first, blockFor(first, row.callId) ?? {}, place, row.callId)
    case 'tool': {
      const calls = records.flatMap(callsIn)
      const block = own.id === null ? calls[own.nth] : calls.find(({ id }) => id === own.id)
      const call = callOf(block ?? {}, place, own.cwd)
      if (!result) return call
      const found = blocksIn(result.message).filter(({ type }) => type === 'tool_result')
      const mine = blockFor(result, own.id) ?? {}
      return resultOf(call, result, mine, found.length === 1, row.result?.at ?? null)
    }
  }
}
