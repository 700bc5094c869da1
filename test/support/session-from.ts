/**
 * A session as text, one row per line, so that a test shows its input at a glance:
 *
 *   user   look at the parser
 *   say    reading it now
 *   read   src/parse.ts  1-40/120
 *   read   src/parse.ts  5-4/9        an empty window at 5
 *   edit   src/parse.ts
 *   run    npm test  !                 a failed call
 *   step                               a new step
 *   turn                               a new turn (starts at step 1)
 *
 * Times run 1,000 ms apart from 0, results come 10 ms after their calls.
 */
import { SessionIndex } from '#main/session/session-index'
import type { EntryRow } from '#main/formats/format'
import type { Tone, Usage } from '#shared/session'

const toneOf: Readonly<Record<string, Tone>> = {
  user: 'user',
  say: 'say',
  read: 'read',
  edit: 'edit',
  run: 'run',
  agent: 'agent',
  marker: 'marker',
}

/** A row with defaults; what a test cares about goes into `patch`. */
export function rowWith(patch: Partial<EntryRow>): EntryRow {
  return {
    kind: 'tool',
    tone: 'generic',
    at: null,
    turn: 1,
    step: 1,
    record: { line: 1, offset: 0, length: 1 },
    result: null,
    error: false,
    callId: null,
    name: null,
    path: null,
    window: null,
    usage: null,
    prompt: null,
    inherited: false,
    closes: false,
    aux: null,
    ...patch,
  }
}

/** Fills an index from the text. */
export function sessionFrom(text: string, usage: Usage | null = null): SessionIndex {
  const index = new SessionIndex()
  let turn = 1
  let step = 1
  let line = 0
  for (const raw of text.split('\n')) {
    const words = raw.trim()
    if (words === '') continue
    const [head = '', ...rest] = words.split(/\s+/)
    if (head === 'step') {
      step += 1
      continue
    }
    if (head === 'turn') {
      turn += 1
      step = 1
      continue
    }
    const tone = toneOf[head]
    if (!tone) throw new Error(`unknown row in a test session: ${words}`)
    const at = line * 1000
    const failed = rest.at(-1) === '!'
    const kind =
      tone === 'user'
        ? 'user'
        : tone === 'say'
          ? 'assistant'
          : tone === 'marker'
            ? 'marker'
            : 'tool'
    const path = tone === 'read' || tone === 'edit' ? (rest[0] ?? null) : null
    const range = /^(\d+)-(\d+)\/(\d+)$/.exec(rest[1] ?? '')
    index.add(
      rowWith({
        kind,
        tone,
        at,
        turn,
        step,
        record: { line: line + 2, offset: line * 100, length: 100 },
        result: kind === 'tool' ? { line: line + 3, offset: 0, length: 1, at: at + 10 } : null,
        error: failed,
        callId: kind === 'tool' ? `call-${line}` : null,
        name: kind === 'tool' ? head : null,
        path,
        window:
          range && path
            ? {
                path,
                offset: Number(range[1]),
                first: Number(range[1]),
                last: Number(range[2]),
                totalLines: Number(range[3]),
              }
            : null,
        usage: kind === 'assistant' ? usage : null,
        prompt: kind === 'user' ? rest.join(' ') : null,
      }),
    )
    line += 1
  }
  return index
}
