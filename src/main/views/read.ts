/**
 * The one judge of read windows: opaque meta in, typed window or a reason out.
 * Derives nothing; what does not fit is not mended.
 * Rule: dsh format, 13.1; the checks stand in its order.
 */
import { decline, good, type Outcome } from '#shared/outcome'
import type { Block, ReadLine, ReadMeta, ReadView } from '#shared/views'
import { isObject, takeMeta } from './field'

/**
 * The window a meta holds. Lines are passed through, not copied, so extra keys
 * inside them stay; extra keys beside them are dropped. Offset and numbers are
 * 1-based. Declines with a code of `readMetaReasons`; never throws.
 */
export function narrowRead(meta: unknown): Outcome<ReadMeta> {
  const object = takeMeta(meta)
  if (!object.ok) return object
  if (Object.keys(object.value).length === 0) return decline('meta-empty')
  const { path, totalLines, offset, lines, lang } = object.value
  if (typeof path !== 'string') return decline('path-not-text', { at: 'meta.path' })
  if (typeof totalLines !== 'number') return decline('total-not-number', { at: 'meta.totalLines' })
  if (typeof offset !== 'number') return decline('offset-not-number', { at: 'meta.offset' })
  const offsetFault = faultOfOffset(offset)
  if (offsetFault) return decline(offsetFault, { at: 'meta.offset', value: offset })
  const totalFault = faultOfTotal(totalLines)
  if (totalFault) return decline(totalFault, { at: 'meta.totalLines', value: totalLines })
  if (!Array.isArray(lines)) return decline('lines-not-array', { at: 'meta.lines' })
  const typed = narrowLines(lines)
  if (!typed.ok) return typed
  if (lang !== undefined && typeof lang !== 'string') {
    return decline('lang-not-text', { at: 'meta.lang' })
  }
  const ordered = judgeOrder(typed.value, offset, totalLines)
  if (!ordered.ok) return ordered
  return good({
    path,
    offset,
    lines: typed.value,
    totalLines,
    ...(lang === undefined ? {} : { lang }),
  })
}

function faultOfOffset(offset: number): string | null {
  if (!Number.isInteger(offset)) return 'offset-not-integer'
  return offset < 1 ? 'offset-below-one' : null
}

function faultOfTotal(totalLines: number): string | null {
  if (!Number.isInteger(totalLines)) return 'total-not-integer'
  return totalLines < 0 ? 'total-negative' : null
}

function narrowLines(lines: readonly unknown[]): Outcome<readonly ReadLine[]> {
  for (const [index, line] of lines.entries()) {
    const at = `meta.lines[${index}]`
    if (!isObject(line)) return decline('line-not-object', { at })
    const { number, text } = line
    const atNumber = `${at}.number`
    if (typeof number !== 'number') return decline('line-number-not-number', { at: atNumber })
    if (!Number.isInteger(number) || number < 1) {
      return decline('line-number-not-positive-integer', { at: atNumber, value: number })
    }
    if (typeof text !== 'string') return decline('line-text-not-text', { at: `${at}.text` })
  }
  // Each element was just checked; copying them would drop their extra keys.
  return good(lines as readonly ReadLine[])
}

function judgeOrder(lines: readonly ReadLine[], offset: number, totalLines: number): Outcome<null> {
  let before: number | null = null
  for (const [index, { number: value }] of lines.entries()) {
    const at = `meta.lines[${index}].number`
    if (before === null && value < offset)
      return decline('line-below-offset', { at, value, offset })
    if (value === before) return decline('line-repeated', { at, value })
    if (before !== null && value < before) return decline('line-decreasing', { at, value, before })
    if (value > totalLines) return decline('line-above-total', { at, value, totalLines })
    before = value
  }
  return good(null)
}

/** The view of a narrowed window. `content`: the text for whoever has no read card. */
export function readView(read: ReadMeta, content?: Block[]): ReadView {
  const { path, offset, lines, totalLines, lang } = read
  return {
    card: 'read',
    path,
    offset,
    // The view's type is writable because zod infers it so; nobody writes to it.
    lines: lines as ReadLine[],
    totalLines,
    ...(lang === undefined ? {} : { lang }),
    ...(content ? { content } : {}),
  }
}
