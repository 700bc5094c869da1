/** Reading records of outside: a field as what it should be, or a stand-in. */
import { isObject } from '../../views/field'

export type Fields = Readonly<Record<string, unknown>>

export { isObject }

export function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' ? value : otherwise
}

export function numberOr<T>(value: unknown, otherwise: T): number | T {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {}
}

/** The named fields that are there, in this order: facts of a marker. */
export function pick(data: Fields, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) =>
      data[name] === undefined || data[name] === null ? [] : [[name, data[name]]],
    ),
  )
}

/** An ISO time, or a number of ms or seconds, as ms; null for anything else. */
export function timeOf(value: unknown): number | null {
  if (typeof value === 'string') {
    const parsed = Date.parse(value)
    return Number.isNaN(parsed) ? null : parsed
  }
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return null
  // Seconds since 1970 stay below this for another 2,000 years of logs.
  return value < 100_000_000_000 ? Math.round(value * 1000) : Math.round(value)
}

/** JSON of a text, or the text itself. */
export function jsonOr(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return text
  }
}

/** First line with something on it, at most 200 characters. */
export function firstLine(text: string): string {
  const line = text.split('\n').find((part) => part.trim() !== '') ?? ''
  return line.trim().slice(0, 200)
}

export function indented(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}
