/** pi's sessions to entries. In a tree the active path is shown; what left it is marked. */
import type { Entry, MarkerEntry, ToolEntry, Usage } from '#shared/session'
import {
  lineAdapter,
  type DecodeInput,
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
import {
  fieldsOf,
  firstLine,
  indented,
  isObject,
  listOf,
  numberOr,
  pick,
  textOr,
  timeOf,
  type Fields,
} from '../parts/fields'
import { Turns, type TurnsMemory } from '../parts/turns'
import { callView, resultView, terminal, toneOfTool } from './results'

type Aux =
  | { readonly kind: 'user' | 'answer' | 'marker' | 'bash' | 'orphan' | 'branch' }
  | { readonly kind: 'tool'; readonly id: string }

export const piAdapter = lineAdapter<PiMemory>({
  startScan: (out, memory) => new PiScan(out, memory),
  decode,
})

interface PiMemory {
  readonly turns: TurnsMemory
  readonly tree: BranchMemory
  readonly calls: Map<string, { seq: number; call: Fields; place: Place; answered: boolean }>
  isOpen: boolean
  hasTitle: boolean
}

function nothingRead(): PiMemory {
  return {
    turns: { turn: 0, step: 0 },
    tree: { nodes: new Map(), branch: 0 },
    calls: new Map(),
    isOpen: false,
    hasTitle: false,
  }
}

class PiScan implements LineScan<PiMemory> {
  readonly #out: ScanOut
  readonly #turns: Turns
  readonly #tree: BranchTree
  readonly #memory: PiMemory

  constructor(out: ScanOut, memory: PiMemory = nothingRead()) {
    this.#out = out
    this.#memory = memory
    this.#turns = new Turns(memory.turns)
    this.#tree = new BranchTree(out, memory.tree)
  }

  get memory(): PiMemory {
    return this.#memory
  }

  isOpen(): boolean {
    return this.#memory.isOpen
  }

  record(record: LineRecord): void {
    const { value, span } = record
    const at = timeOf(value.timestamp)
    const id = value.type === 'session' ? null : textOr(value.id, null)
    const parent = textOr(value.parentId, null)
    this.#tree.follow(parent)
    if (id !== null && parent !== null && this.#tree.isLeft(parent)) {
      this.#tree.fork(parent)
      const entry = branchOf(this.#turns.at(at), parent)
      this.#out.add(entry, [span], { kind: 'branch' } satisfies Aux)
    }
    this.#take(record, at)
    this.#tree.settle(id, parent, true)
  }

  #take(record: LineRecord, at: number | null): void {
    const { value, span } = record
    switch (value.type) {
      case 'session':
        this.#out.facts({
          id: textOr(value.id, ''),
          cwd: textOr(value.cwd, null),
          startedAt: at,
          model: textOr(value.modelId, null),
          extra: [{ label: 'Format', value: `pi ${numberOr(value.version, 1)}` }],
        })
        this.#out.beside(span)
        return
      case 'message':
        this.#message(record, at)
        return
      case 'label':
      case 'custom':
        this.#out.beside(span)
        return
      default:
        if (value.type === 'model_change') this.#out.facts({ model: textOr(value.modelId, null) })
        if (value.type === 'session_info') this.#title(textOr(value.name, ''))
        this.#out.add(markerOf(value, this.#turns.at(at)), [span], { kind: 'marker' } satisfies Aux)
    }
  }

  #title(title: string): void {
    if (title === '') return
    this.#memory.hasTitle = true
    this.#out.facts({ title: firstLine(title) })
  }

  #message(record: LineRecord, at: number | null): void {
    const { value, span } = record
    const message = fieldsOf(value.message)
    switch (message.role) {
      case 'user': {
        this.#turns.prompt()
        this.#memory.isOpen = true
        const entry = userOf(message, this.#turns.at(at))
        if (!this.#memory.hasTitle && entry.kind === 'user') this.#title(entry.text)
        this.#out.add(entry, [span], { kind: 'user' } satisfies Aux)
        return
      }
      case 'assistant':
        this.#assistant(message, record, at)
        return
      case 'toolResult':
        this.#result(record, at)
        return
      case 'bashExecution':
        this.#out.add(bashOf(message, this.#turns.at(at)), [span], { kind: 'bash' } satisfies Aux)
        return
      default:
        this.#out.add(markerOf(value, this.#turns.at(at)), [span], { kind: 'marker' } satisfies Aux)
    }
  }

  #assistant(message: Fields, { span }: LineRecord, at: number | null): void {
    this.#turns.response()
    const place = this.#turns.at(at)
    const model = textOr(message.model, null)
    if (model !== null) this.#out.facts({ model })
    const entry = answerOf(message, place)
    this.#out.add(entry, [span], { kind: 'answer' } satisfies Aux)
    for (const block of listOf(message.content).filter(isObject)) {
      if (block.type !== 'toolCall') continue
      const id = textOr(block.id, '')
      const seq = this.#out.add(callOf(block, place), [span], { kind: 'tool', id } satisfies Aux)
      this.#memory.calls.set(id, { seq, call: block, place, answered: false })
    }
    this.#memory.isOpen = message.stopReason === 'toolUse'
  }

  #result(record: LineRecord, at: number | null): void {
    const { span } = record
    const message = fieldsOf((record.isThin ? record.full() : record.value).message)
    const id = textOr(message.toolCallId, '')
    const call = this.#memory.calls.get(id)
    if (!call || call.answered) {
      this.#out.add(orphanOf(message, this.#turns.at(at), at), [span], {
        kind: 'orphan',
      } satisfies Aux)
      return
    }
    call.answered = true
    this.#out.update(call.seq, resultOf(call.call, message, call.place, at), { result: span })
  }
}

function branchOf(place: Place, parent: string | null): MarkerEntry {
  return markerEntry(
    place,
    'branch',
    'Goes on from an earlier place: what stands between left the path',
    {
      detail: parent === null ? {} : { from: parent },
    },
  )
}

function userOf(message: Fields, place: Place): Entry {
  const blocks = contentBlocks(message.content)
  const text = blocks
    .map((block) => (block.type === 'text' ? block.text : ''))
    .filter(Boolean)
    .join('\n\n')
  return userEntry(place, text, { images: blocks.filter((block) => block.type === 'image') })
}

function usageOf(value: unknown): Usage | null {
  if (!isObject(value)) return null
  return {
    input: numberOr(value.input, 0),
    output: numberOr(value.output, 0),
    cacheRead: numberOr(value.cacheRead, 0),
    cacheWrite: numberOr(value.cacheWrite, 0),
    reasoning: 0,
  }
}

function answerOf(message: Fields, place: Place): Entry {
  const blocks = listOf(message.content).filter(isObject)
  const texts = (type: string, key: string): string =>
    blocks
      .flatMap((block) => (block.type === type ? [textOr(block[key], '')] : []))
      .filter(Boolean)
      .join('\n\n')
  const error = textOr(message.errorMessage, null)
  return assistantEntry(place, texts('text', 'text'), {
    reasoning: texts('thinking', 'thinking'),
    model: textOr(message.model, null),
    usage: usageOf(message.usage),
    interrupted: message.stopReason === 'aborted' || message.stopReason === 'error',
    tags: error === null ? [] : [error],
  })
}

function argsOf(block: Fields): Fields {
  return fieldsOf(block.arguments)
}

function callOf(block: Fields, place: Place): ToolEntry {
  const name = textOr(block.name, 'tool')
  const call = { name, callId: textOr(block.id, null), args: block.arguments }
  return toolEntry(place, call, toneOfTool(name), { call: callView(name, argsOf(block)) })
}

function resultOf(block: Fields, message: Fields, place: Place, at: number | null): ToolEntry {
  const call = callOf(block, place)
  const content = contentBlocks(message.content)
  const text = content.map((one) => (one.type === 'text' ? one.text : '')).join('\n')
  const isError = message.isError === true
  const hasPicture = content.some((one) => one.type === 'image')
  const view = hasPicture
    ? null
    : resultView(call.name, argsOf(block), text, fieldsOf(message.details), isError)
  const declined =
    view && !view.ok
      ? view.reason
      : hasPicture
        ? { code: 'read-not-text', params: { type: 'image' } }
        : null
  return answered(call, {
    at,
    content,
    isError: isError && view?.ok !== true,
    view: view?.ok ? view.value : null,
    declined,
    derived: view?.ok === true && view.value.card === 'read',
  })
}

function orphanOf(message: Fields, place: Place, at: number | null): ToolEntry {
  const name = textOr(message.toolName, 'unknown tool')
  const call = { name, callId: textOr(message.toolCallId, null), args: null }
  return answered(toolEntry(place, call, toneOfTool(name), { call: null }), {
    at,
    content: contentBlocks(message.content),
    isError: message.isError === true,
    declined: { code: 'call-unknown', params: {} },
  })
}

/** A command that the user ran themselves. */
function bashOf(message: Fields, place: Place): ToolEntry {
  const command = textOr(message.command, '')
  const call = { name: 'bash', callId: null, args: { command } }
  const entry = toolEntry(place, call, 'run', { call: { card: 'terminal', title: command } })
  const code = numberOr(message.exitCode, null)
  const output = textOr(message.output, '')
  const view =
    code === null
      ? { ...terminal(output, true) }
      : { card: 'terminal' as const, output, exitCode: code }
  const tags = [
    'by the user',
    ...(message.cancelled === true ? ['cancelled'] : []),
    ...(message.truncated === true ? ['output cut'] : []),
  ]
  return answered(entry, {
    at: place.at,
    content: contentBlocks(output),
    isError: false,
    view,
    tags,
  })
}

function markerOf(value: Fields, place: Place): MarkerEntry {
  const type = textOr(value.type, 'record')
  const message = fieldsOf(value.message)
  switch (type) {
    case 'model_change':
      return markerEntry(place, 'model', `Model: ${textOr(value.modelId, '')}`, {
        detail: pick(value, ['provider']),
      })
    case 'thinking_level_change':
      return markerEntry(place, 'model', `Thinking: ${textOr(value.thinkingLevel, '')}`)
    case 'compaction':
      return markerEntry(place, 'compaction', 'Context compacted', {
        detail: pick(value, ['tokensBefore', 'fromHook']),
        body: textOr(value.summary, null),
      })
    case 'branch_summary':
      return markerEntry(place, 'branch', 'Summary of a branch', {
        body: textOr(value.summary, null),
      })
    case 'session_info':
      return markerEntry(place, 'title', `Title: ${textOr(value.name, '')}`)
    case 'custom_message':
      return markerEntry(place, 'system', textOr(value.customType, 'message'), {
        body: indented(value.content),
      })
    case 'message': {
      const role = textOr(message.role, 'message')
      const summary = textOr(message.summary, null)
      const body = summary ?? indented(message.content)
      return markerEntry(place, role.endsWith('Summary') ? 'compaction' : 'system', role, { body })
    }
    default:
      return markerEntry(place, 'record', type, { body: indented(value), severity: 'warning' })
  }
}

function decode({ row, aux, records, result }: DecodeInput): Entry {
  const place = { at: row.at, turn: row.turn, step: row.step }
  const own = aux as Aux // made above, for this reader alone
  const [first = {}] = records
  const message = fieldsOf(first.message)
  switch (own.kind) {
    case 'user':
      return userOf(message, place)
    case 'answer':
      return answerOf(message, place)
    case 'bash':
      return bashOf(message, place)
    case 'orphan':
      return orphanOf(message, place, row.at)
    case 'branch':
      return branchOf(place, textOr(first.parentId, null))
    case 'marker':
      return markerOf(first, place)
    case 'tool': {
      const block =
        listOf(message.content)
          .filter(isObject)
          .find(({ id }) => id === own.id) ?? {}
      return result
        ? resultOf(block, fieldsOf(result.message), place, row.result?.at ?? null)
        : callOf(block, place)
    }
  }
}
