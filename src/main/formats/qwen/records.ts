/** Records of Qwen Code, one at a time. Its tools are Gemini CLI's. Rule: docs/formats/qwen.md. */
import type { ToolEntry, Usage } from '#shared/session'
import type { FoldRules, Part } from '../line-reader/fold'
import { assistantEntry, markerEntry, userEntry } from '../parts/entries'
import {
  fieldsOf,
  firstLine,
  indented,
  isObject,
  listOf,
  numberOr,
  textOr,
  timeOf,
  type Fields,
} from '../parts/fields'
import { callEntry } from '../parts/gemini-tools'

export const qwenRules: FoldRules = {
  timeOf: (record) => timeOf(record.timestamp),
  partsOf,
  factsOf(record) {
    const payload = fieldsOf(record.systemPayload)
    const title = record.subtype === 'custom_title' ? textOr(payload.customTitle, null) : null
    const model = textOr(record.model, null)
    const branch = textOr(record.gitBranch, null)
    // Books of the agent itself may name other folders.
    const isTalk = record.type === 'user' || record.type === 'assistant'
    if (!isTalk && title === null) return null
    return {
      ...(isTalk ? { id: textOr(record.sessionId, ''), cwd: textOr(record.cwd, null) } : {}),
      ...(title === null ? {} : { title }),
      ...(model === null ? {} : { model }),
      ...(branch === null ? {} : { extra: [{ label: 'Branch', value: branch }] }),
    }
  },
}

function piecesOf(record: Fields): readonly Fields[] {
  return listOf(fieldsOf(record.message).parts).filter(isObject)
}

function partsOf(record: Fields): readonly Part[] {
  const pieces = piecesOf(record)
  switch (record.type) {
    case 'user':
      return [...resultParts(record, pieces), ...userParts(record, pieces)]
    case 'tool_result':
      return resultParts(record, pieces)
    case 'assistant':
      return answerParts(record, pieces)
    case 'system':
      return systemParts(record)
    default: {
      const title = textOr(record.type, 'record')
      const patch = { body: indented(record), severity: 'warning' as const }
      return [{ kind: 'entry', build: (place) => markerEntry(place, 'record', title, patch) }]
    }
  }
}

function userParts(record: Fields, pieces: readonly Fields[]): Part[] {
  const subtype = textOr(record.subtype, null)
  const isPerson = subtype === null || subtype === 'mid_turn_user_message'
  const texts = pieces.flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
  // What a hook adds stands in a piece of its own.
  const isAdded = (text: string): boolean => /^<(?:qwen:|system-reminder)/.test(text)
  const said = texts.filter((text) => !isAdded(text)).join('\n\n')
  const parts: Part[] = []
  if (said !== '' && isPerson) {
    parts.push({ kind: 'prompt', build: (place) => userEntry(place, said) })
  } else if (said !== '') {
    const patch = { origin: 'system' as const, label: subtype ?? 'system' }
    parts.push({ kind: 'entry', build: (place) => userEntry(place, said, patch) })
  }
  for (const text of texts.filter(isAdded)) {
    const patch = { origin: 'hook' as const, label: 'context' }
    parts.push({ kind: 'entry', build: (place) => userEntry(place, text, patch) })
  }
  return parts
}

function usageOf(value: unknown): Usage | null {
  if (!isObject(value)) return null
  const cacheRead = numberOr(value.cachedContentTokenCount, 0)
  const reasoning = numberOr(value.thoughtsTokenCount, 0)
  return {
    input: Math.max(0, numberOr(value.promptTokenCount, 0) - cacheRead),
    output: numberOr(value.candidatesTokenCount, 0) + reasoning,
    cacheRead,
    cacheWrite: 0,
    reasoning,
  }
}

function answerParts(record: Fields, pieces: readonly Fields[]): Part[] {
  const texts = (isThought: boolean): string =>
    pieces
      .flatMap((piece) =>
        typeof piece.text === 'string' && (piece.thought === true) === isThought
          ? [piece.text]
          : [],
      )
      .join('\n\n')
  return [
    {
      kind: 'response',
      id: textOr(record.uuid, null),
      build: (place) =>
        assistantEntry(place, texts(false), {
          reasoning: texts(true),
          model: textOr(record.model, null),
          usage: usageOf(record.usageMetadata),
        }),
    },
    ...pieces
      .map(({ functionCall }) => functionCall)
      .filter(isObject)
      .map(callPart),
  ]
}

function callPart(call: Fields): Part {
  const { id, name, args } = call
  return {
    kind: 'call',
    id: textOr(id, null),
    build: (place) => callEntry({ id, name, args }, place),
  }
}

function resultParts(record: Fields, pieces: readonly Fields[]): Part[] {
  const stated = isObject(record.toolCallResult) ? record.toolCallResult : null
  const responses = pieces.map(({ functionResponse }) => functionResponse).filter(isObject)
  if (stated && typeof stated.callId === 'string') {
    return [resultPart(stated.callId, pieces, stated, record.timestamp)]
  }
  return responses.map((response) => {
    const hasError = fieldsOf(response.response).error !== undefined
    const status = { status: hasError ? 'error' : 'success' }
    const own = [{ functionResponse: response }]
    return resultPart(textOr(response.id, null), own, status, record.timestamp)
  })
}

/** The call as Gemini CLI would have kept it, its result inside. */
function resultPart(
  id: string | null,
  result: readonly Fields[],
  stated: Fields,
  timestamp: unknown,
): Part {
  const { status, resultDisplay } = stated
  return {
    kind: 'result',
    id,
    apply(call): ToolEntry {
      const whole = { id, name: call.name, args: call.args, status, result, resultDisplay }
      const place = { at: call.at, turn: call.turn, step: call.step }
      const known = ['success', 'error', 'cancelled'].includes(textOr(status, ''))
      return callEntry({ ...whole, timestamp, ...(known ? {} : { status: 'success' }) }, place)
    },
  }
}

/** Books and snapshots that nobody reads. */
const quiet = new Set(['ui_telemetry', 'session_artifact_snapshot', 'file_history_snapshot'])

function systemParts(record: Fields): Part[] {
  const subtype = textOr(record.subtype, 'system')
  const payload = fieldsOf(record.systemPayload)
  if (quiet.has(subtype)) return []
  switch (subtype) {
    case 'chat_compression': {
      const body = indented(payload.summary ?? payload.compressedHistory ?? payload)
      return [
        {
          kind: 'entry',
          build: (place) => markerEntry(place, 'compaction', 'Context compacted', { body }),
        },
      ]
    }
    case 'custom_title': {
      const title = `Title: ${textOr(payload.customTitle, '')}`
      return [{ kind: 'entry', build: (place) => markerEntry(place, 'title', title) }]
    }
    case 'rewind':
      return [
        {
          kind: 'entry',
          build: (place) =>
            markerEntry(place, 'branch', 'Went back: what stands between left the path', {
              detail: { to: textOr(payload.targetUuid, '') },
            }),
        },
      ]
    case 'slash_command': {
      const title = firstLine(textOr(payload.rawCommand, textOr(payload.command, 'Command')))
      return [{ kind: 'entry', build: (place) => markerEntry(place, 'command', title) }]
    }
    default: {
      const title = subtype.replaceAll('_', ' ')
      const body = indented(record.systemPayload ?? record)
      return [{ kind: 'entry', build: (place) => markerEntry(place, 'system', title, { body }) }]
    }
  }
}
