/** Reading single fields out of an opaque meta, with the JSON path of what does not fit. */
import { decline, good, type Outcome } from '#shared/outcome'

/** What a field is asked to be, in the words of its reason. */
interface Expected {
  text: string
  number: number
  boolean: boolean
  list: readonly unknown[]
  object: Readonly<Record<string, unknown>>
}

const tests: { [K in keyof Expected]: (value: unknown) => value is Expected[K] } = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  list: (value): value is readonly unknown[] => Array.isArray(value),
  object: isObject,
}

/** An object that is neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as `expected`, or 'field-wrong-type' with its JSON path. */
export function take<K extends keyof Expected>(
  value: unknown,
  at: string,
  expected: K,
): Outcome<Expected[K]> {
  const fits: (value: unknown) => value is Expected[K] = tests[expected]
  return fits(value) ? good(value) : decline('field-wrong-type', { at, expected })
}

/** The named optional texts that are there; declines at the first that is there and no text. */
export function takeTexts<K extends string>(
  object: Readonly<Record<string, unknown>>,
  at: string,
  names: readonly K[],
): Outcome<{ [N in K]?: string }> {
  const texts: { [N in K]?: string } = {}
  for (const name of names) {
    if (object[name] === undefined) continue
    const text = take(object[name], `${at}.${name}`, 'text')
    if (!text.ok) return text
    texts[name] = text.value
  }
  return good(texts)
}

/** A meta that is an object; absent and null have reasons of their own. */
export function takeMeta(meta: unknown): Outcome<Readonly<Record<string, unknown>>> {
  if (meta === undefined) return decline('meta-absent')
  if (meta === null) return decline('meta-null')
  if (Array.isArray(meta)) return decline('meta-is-array')
  return isObject(meta) ? good(meta) : decline('meta-not-object', { type: typeof meta })
}

/** Narrows each element of a list at `at`; declines at the first that does not fit. */
export function takeEach<T>(
  value: unknown,
  at: string,
  narrow: (element: unknown, at: string) => Outcome<T>,
): Outcome<T[]> {
  const list = take(value, at, 'list')
  if (!list.ok) return list
  const narrowed: T[] = []
  for (const [index, element] of list.value.entries()) {
    const one = narrow(element, `${at}[${index}]`)
    if (!one.ok) return one
    narrowed.push(one.value)
  }
  return good(narrowed)
}
