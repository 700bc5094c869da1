/**
 * A record as the adapter works with it: parsed, its envelope checked, packed
 * rows and older shapes told apart. Rule: dsh format, 2.4, 4 and 8.
 */
import { z } from 'zod'
import { decline, good, type Outcome } from '#shared/outcome'
import { isObject } from '../../views/field'
import { liftShape } from './older-shapes'

export type Fields = Readonly<Record<string, unknown>>

export interface DshEvent {
  readonly type: string
  /** Null in the dialect of test fixtures. */
  readonly seq: number | null
  readonly time: number | null
  readonly data: Fields
  /** 'replace': for the model only, the transcript keeps what stood there. */
  readonly surface: 'append' | 'replace' | null
  readonly ignorable: boolean
}

export interface PackedRow {
  readonly kind: 'text' | 'reasoning' | 'tool-call'
  readonly seq: number | null
  readonly time: number | null
  readonly turn: number
  readonly step: number
  readonly index: number
  readonly id: string | null
  readonly name: string | null
  readonly members: readonly string[]
  readonly dt: readonly number[]
}

const safeInt = z.int()
const envelope = z.looseObject({
  type: z.string(),
  seq: safeInt.nonnegative().optional(),
  time: safeInt.optional(),
  data: z.looseObject({}),
  ignorable: z.boolean().optional(),
  surfaceOp: z.unknown().optional(),
})

const packedData = {
  turn: safeInt,
  step: safeInt,
  index: safeInt,
  dt: z.array(safeInt),
}
const textsData = z.strictObject({ ...packedData, texts: z.array(z.string()).min(1) })
const argsData = z.strictObject({
  ...packedData,
  id: z.string(),
  name: z.string().optional(),
  args: z.array(z.string()).min(1),
})
const packed = z.strictObject({
  type: z.enum(['text-chunks', 'reasoning-chunks', 'tool-call-chunks']),
  seq0: safeInt.nonnegative().optional(),
  time0: safeInt.optional(),
  data: z.looseObject({}),
})

/** JSON of a line, or 'not-json' with what the parser says. */
export function parseLine(text: string): Outcome<unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return good(value)
  } catch (error) {
    return decline('not-json', { detail: error instanceof Error ? error.message : String(error) })
  }
}

/** An event in today's shape; declines with 'dsh-bad-record'. `sessionId` names messages that have no id. */
export function eventOf(value: unknown, sessionId: string): Outcome<DshEvent> {
  const fields = plainEnvelope(value) ?? envelope.safeParse(value)
  if (!fields.success) return decline('dsh-bad-record', { detail: faultOf(fields.error) })
  const { type, seq = null, time = null, data, ignorable = false, surfaceOp } = fields.data
  const lifted = liftShape(type, data, { sessionId, seq })
  return good({
    type: lifted.type,
    seq,
    time,
    data: lifted.data,
    surface: surfaceOp === 'append' ? 'append' : isObject(surfaceOp) ? 'replace' : null,
    ignorable,
  })
}

/**
 * The envelope that nearly every record has, looked at without the schema: a
 * log has millions of them. Null where anything else stands; the schema then
 * says what.
 */
function plainEnvelope(
  value: unknown,
): { readonly success: true; readonly data: z.infer<typeof envelope> } | null {
  if (!isObject(value) || value.ignorable !== undefined) return null
  const { type, seq, time, data, surfaceOp } = value
  if (typeof type !== 'string' || !isObject(data)) return null
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0) return null
  if (typeof time !== 'number' || !Number.isSafeInteger(time)) return null
  return { success: true, data: { type, seq, time, data, surfaceOp } }
}

/** True for the three types that are rows, not events. */
export function isPackedType(type: unknown): boolean {
  return type === 'text-chunks' || type === 'reasoning-chunks' || type === 'tool-call-chunks'
}

/** A packed row; declines with 'dsh-bad-record' where it breaks a rule of 2.4. */
export function packedRowOf(value: unknown): Outcome<PackedRow> {
  const row = packed.safeParse(value)
  if (!row.success) return decline('dsh-bad-record', { detail: faultOf(row.error) })
  const { type, seq0 = null, time0 = null } = row.data
  const isCall = type === 'tool-call-chunks'
  const data = isCall ? argsData.safeParse(row.data.data) : textsData.safeParse(row.data.data)
  if (!data.success) return decline('dsh-bad-record', { detail: faultOf(data.error) })
  const members = 'texts' in data.data ? data.data.texts : data.data.args
  const { turn, step, index, dt } = data.data
  if (dt.length !== members.length - 1) {
    const detail = `dt has ${dt.length} entries for ${members.length} members`
    return decline('dsh-bad-record', { detail })
  }
  return good({
    kind: isCall ? 'tool-call' : type === 'text-chunks' ? 'text' : 'reasoning',
    seq: seq0,
    time: time0,
    turn,
    step,
    index,
    id: 'id' in data.data ? data.data.id : null,
    name: 'name' in data.data ? (data.data.name ?? null) : null,
    members,
    dt,
  })
}

function faultOf(error: z.ZodError): string {
  const [issue] = error.issues
  return issue ? `${issue.path.join('.') || 'record'}: ${issue.message}` : 'unknown shape'
}
