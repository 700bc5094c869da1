/** Entries with what most of them have, and the rows that index them. */
import type {
  AssistantEntry,
  Entry,
  MarkerEntry,
  MarkerKind,
  SessionLink,
  Tone,
  ToolEntry,
  UserEntry,
} from '#shared/session'
import type { Block } from '#shared/views'
import { windowOf } from '#shared/windows/window'
import type { EntryRow, RecordSpan } from '../format'
import { firstLine } from './fields'

/** Where an entry stands in time and in its session. */
export interface Place {
  readonly at: number | null
  readonly turn: number | null
  readonly step: number | null
}

export const nowhere: Place = { at: null, turn: null, step: null }

/*
 * Every field stands in each literal: an index makes an entry for each record,
 * and objects that are put together by spreading cost ten times as much.
 */

const begin = { line: 0, offset: 0 }

export function userEntry(place: Place, text: string, patch: Partial<UserEntry> = {}): UserEntry {
  const origin = patch.origin ?? 'user'
  const entry: UserEntry = {
    kind: 'user',
    seq: 0,
    at: place.at,
    turn: place.turn,
    step: place.step,
    source: begin,
    tone: origin === 'user' && !patch.label ? 'user' : 'injected',
    inherited: false,
    tags: [],
    origin,
    label: null,
    text,
    images: [],
  }
  return Object.assign(entry, patch)
}

export function assistantEntry(
  place: Place,
  text: string,
  patch: Partial<AssistantEntry> = {},
): AssistantEntry {
  const entry: AssistantEntry = {
    kind: 'assistant',
    seq: 0,
    at: place.at,
    turn: place.turn,
    step: place.step,
    source: begin,
    tone: 'say',
    inherited: false,
    tags: [],
    reasoning: '',
    text,
    images: [],
    model: null,
    usage: null,
    interrupted: false,
  }
  return Object.assign(entry, patch)
}

export function markerEntry(
  place: Place,
  marker: MarkerKind,
  title: string,
  patch: Partial<MarkerEntry> = {},
): MarkerEntry {
  const entry: MarkerEntry = {
    kind: 'marker',
    seq: 0,
    at: place.at,
    turn: place.turn,
    step: place.step,
    source: begin,
    tone: 'marker',
    inherited: false,
    tags: [],
    marker,
    title,
    detail: {},
    body: null,
    severity: 'note',
    links: [],
  }
  return Object.assign(entry, patch)
}

/** A call without a result; `patch` completes it. */
export function toolEntry(
  place: Place,
  call: { readonly name: string; readonly callId: string | null; readonly args: unknown },
  tone: Tone,
  patch: Partial<ToolEntry> = {},
): ToolEntry {
  const { name, callId, args } = call
  const entry: ToolEntry = {
    kind: 'tool',
    seq: 0,
    at: place.at,
    turn: place.turn,
    step: place.step,
    source: begin,
    tone,
    inherited: false,
    tags: [],
    callId,
    name,
    args,
    status: 'unanswered',
    durationMs: null,
    endedAt: null,
    call: null,
    result: null,
    content: [],
    error: null,
    declined: null,
    continuation: null,
    readContext: null,
    derived: false,
    links: [],
    resultSource: null,
  }
  Object.assign(entry, patch)
  if (patch.call === undefined) entry.call = { card: 'generic', title: name, rawInput: args }
  return entry
}

/** Completes a call with what came back. `ms`: how long it took, where the log says so itself. */
export function answered(
  entry: ToolEntry,
  result: {
    readonly at: number | null
    readonly content: Block[]
    readonly isError: boolean
    readonly view?: ToolEntry['result']
    readonly declined?: ToolEntry['declined']
    readonly derived?: boolean
    readonly errorCode?: string | null
    readonly links?: SessionLink[]
    readonly ms?: number | null
    readonly tags?: string[]
  },
): ToolEntry {
  const { at, content, isError, view = null, declined = null } = result
  const took = entry.at !== null && at !== null ? Math.max(0, at - entry.at) : null
  const [first] = content
  const message = first?.type === 'text' ? first.text : ''
  return {
    kind: 'tool',
    seq: entry.seq,
    at: entry.at,
    turn: entry.turn,
    step: entry.step,
    source: entry.source,
    tone: entry.tone,
    inherited: entry.inherited,
    tags: result.tags ? [...entry.tags, ...result.tags] : entry.tags,
    callId: entry.callId,
    name: entry.name,
    args: entry.args,
    status: isError ? 'error' : 'ok',
    durationMs: result.ms ?? took,
    endedAt: at,
    call: entry.call,
    result: view ?? { card: 'generic', content },
    content,
    error: isError ? { code: result.errorCode ?? null, message } : null,
    declined,
    continuation: entry.continuation,
    readContext: entry.readContext,
    derived: result.derived ?? false,
    links: result.links ?? entry.links,
    resultSource: entry.resultSource,
    ...(entry.meta === undefined ? {} : { meta: entry.meta }),
  }
}

/** A failed call, a command that ended badly, a marker that says so: what jumps to errors stop at. */
export function isFault(entry: Entry): boolean {
  if (entry.kind === 'marker') return entry.severity === 'error'
  if (entry.kind !== 'tool') return false
  if (entry.status === 'error') return true
  const view = entry.result
  return view?.card === 'terminal' && (view.signal !== undefined || (view.exitCode ?? 0) !== 0)
}

/** The row that indexes an entry: everything of it but its texts. */
export function rowOf(entry: Entry, record: RecordSpan, aux: unknown): EntryRow {
  const { kind, tone, at, turn, step, inherited } = entry
  const tool = entry.kind === 'tool' ? entry : null
  const view = tool?.result
  return {
    kind,
    tone,
    at,
    turn,
    step,
    record,
    result: null,
    error: isFault(entry),
    callId: tool?.callId ?? null,
    name: tool?.name ?? null,
    path: tool ? pathOf(tool) : null,
    window: view?.card === 'read' ? windowOf(view) : null,
    usage: entry.kind === 'assistant' ? entry.usage : null,
    prompt: entry.kind === 'user' && tone === 'user' ? firstLine(entry.text) : null,
    inherited,
    closes: entry.kind === 'marker' && entry.marker === 'turn-end',
    aux,
  }
}

/** The file that a tool entry is about, as its views name it. */
export function pathOf(entry: ToolEntry): string | null {
  const { call, result } = entry
  if (result?.card === 'read') return result.path
  if (result?.card === 'diff') return result.diffs[0]?.path ?? null
  if (call?.card === 'diff') return call.diffs[0]?.path ?? null
  return call?.card === 'generic' ? (call.locations?.[0]?.path ?? null) : null
}

/** A link to a session by the id the log names. */
export function childLink(id: string): SessionLink {
  return { id, key: null, title: null, relation: 'subagent' }
}
