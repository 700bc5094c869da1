/**
 * Writes a dsh log event by event, with ids and times that repeat from run to
 * run. Streams are packed as dsh packs them. Rule: dsh format, 2 to 6.
 */
import type { Script } from './script'

type Fields = Readonly<Record<string, unknown>>

/** Characters of one streamed delta. */
const deltaChars = 6

export class DshWriter {
  readonly #session: Script['session']
  /** Batches: each becomes a frame of a compressed log. */
  readonly batches: string[] = []
  #lines: string[] = []
  #seq = 0
  #time: number
  #ids = 0

  constructor(session: Script['session']) {
    this.#session = session
    this.#time = session.createdAt
    const { id, createdAt, cwd, parentSession, seedLength, origin, delegationDepth, agentPreset } =
      session
    const header = {
      type: 'session',
      version: 0,
      id,
      createdAt,
      cwd,
      ...(parentSession === undefined ? {} : { parentSession }),
      ...(seedLength === undefined ? {} : { seedLength }),
      ...(origin === undefined ? {} : { origin }),
      delegationDepth,
      ...(agentPreset === undefined ? {} : { agentPreset }),
    }
    this.batches.push(`${JSON.stringify(header)}\n`)
  }

  /** A stable id for a message or a call. */
  id(prefix: string): string {
    this.#ids += 1
    return `${prefix}-${this.#session.id.slice(0, 8)}-${this.#ids}`
  }

  /** Lets time pass, ms. */
  wait(ms: number): void {
    this.#time += ms
  }

  /** Writes an event; returns its seq. */
  event(type: string, data: Fields, extra: Fields = {}): number {
    const seq = this.#seq
    this.#seq += 1
    this.#lines.push(JSON.stringify({ type, seq, time: this.#time, data, ...extra }))
    return seq
  }

  /** Ends a batch: what dsh flushes before a request and before a tool runs. */
  flush(): void {
    if (this.#lines.length === 0) return
    this.batches.push(`${this.#lines.join('\n')}\n`)
    this.#lines = []
  }

  /** The stream of one block: its start, its deltas in a packed row, its end. Returns the first seq. */
  block(
    place: { turn: number; step: number; index: number },
    block: Fields & { readonly type: string },
    text: string,
    ms: number,
  ): number {
    const { turn, step, index } = place
    const first = this.event('assistant/chunk', {
      turn,
      step,
      chunk: { type: 'block-start', index, blockType: block.type },
    })
    const pieces = piecesOf(text)
    const gap = Math.floor(ms / Math.max(1, pieces.length))
    if (pieces.length >= 3) this.#packed(place, block, pieces, gap)
    else for (const piece of pieces) this.#delta(place, block, piece, gap)
    this.event('assistant/chunk', { turn, step, chunk: { type: 'block-end', index, block } })
    return first
  }

  #delta(
    { turn, step, index }: { turn: number; step: number; index: number },
    block: Fields & { readonly type: string },
    piece: string,
    gap: number,
  ): void {
    const chunk =
      block.type === 'tool-call'
        ? { type: 'tool-call-delta', index, id: block.id, name: block.name, argumentsDelta: piece }
        : { type: `${block.type}-delta`, index, text: piece }
    this.event('assistant/chunk', { turn, step, chunk })
    this.wait(gap)
  }

  #packed(
    { turn, step, index }: { turn: number; step: number; index: number },
    block: Fields & { readonly type: string },
    pieces: readonly string[],
    gap: number,
  ): void {
    const dt = pieces.slice(1).map(() => gap)
    const isCall = block.type === 'tool-call'
    const data = isCall
      ? { turn, step, index, id: block.id, name: block.name, dt, args: pieces }
      : { turn, step, index, dt, texts: pieces }
    const type = isCall ? 'tool-call-chunks' : `${block.type}-chunks`
    this.#lines.push(JSON.stringify({ type, seq0: this.#seq, time0: this.#time, data }))
    this.#seq += pieces.length
    this.wait(gap * pieces.length)
  }
}

/** Cuts at code points, as a tokenizer never splits one. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const char of text) {
    piece += char
    if (piece.length < deltaChars) continue
    pieces.push(piece)
    piece = ''
  }
  if (piece !== '') pieces.push(piece)
  return pieces
}
