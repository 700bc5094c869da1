/** A step put together from its stream, for steps that have no message. Rule: dsh format, 2.4 and 6.3. */
import { z } from 'zod'
import { eventOf, isPackedType, packedRowOf, parseLine } from './record'
import { fieldsOf, numberOr, textOr } from './facts-of'
import { isObject } from '../../views/field'

export interface StreamedStep {
  readonly text: string
  readonly reasoning: string
  /** First time of the stream, ms. */
  readonly at: number | null
  /** How the stream ended, where it says so: 'error', 'aborted' … */
  readonly finish: string | null
  readonly failure: string | null
}

const delta = z.looseObject({ type: z.string(), index: z.number().optional() })

interface Block {
  kind: 'text' | 'reasoning'
  text: string
}

/** Reads the lines of a region; lines that are no chunks are passed over. */
export function assembleStep(lines: readonly string[]): StreamedStep {
  const blocks = new Map<number, Block>()
  let at: number | null = null
  let finish: string | null = null
  let failure: string | null = null
  const grow = (index: number, kind: Block['kind'], text: string): void => {
    const block = blocks.get(index) ?? { kind, text: '' }
    block.text += text
    blocks.set(index, block)
  }
  for (const line of lines) {
    const parsed = parseLine(line)
    if (!parsed.ok || !isObject(parsed.value)) continue
    if (isPackedType(parsed.value.type)) {
      const row = packedRowOf(parsed.value)
      if (!row.ok) continue
      at ??= row.value.time
      if (row.value.kind !== 'tool-call') {
        grow(row.value.index, row.value.kind, row.value.members.join(''))
      }
      continue
    }
    const event = eventOf(parsed.value, '')
    if (!event.ok || event.value.type !== 'assistant/chunk') continue
    at ??= event.value.time
    const chunk = delta.safeParse(event.value.data.chunk)
    if (!chunk.success) continue
    const fields = chunk.data
    if (fields.type === 'text-delta')
      grow(numberOr(fields.index, 0), 'text', textOr(fields.text, ''))
    if (fields.type === 'reasoning-delta') {
      grow(numberOr(fields.index, 0), 'reasoning', textOr(fields.text, ''))
    }
    if (fields.type === 'finish') {
      const reason = fieldsOf(fields.reason)
      finish = textOr(reason.kind, null)
      failure = textOr(fieldsOf(reason.failure).message, null)
    }
  }
  const join = (kind: Block['kind']): string =>
    [...blocks.values()]
      .filter((block) => block.kind === kind)
      .map((block) => block.text)
      .join('\n\n')
  return { text: join('text'), reasoning: join('reasoning'), at, finish, failure }
}
