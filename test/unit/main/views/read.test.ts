/** The one judge of read windows. Rows carry the numbers of the dsh format, 13.1. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { narrowRead, readView } from '#main/views/read'
import { readMetaFromMeta } from '#main/tools/read/read-render'

const line = (number: unknown, text: unknown = 'x'): unknown => ({ number, text })
const meta = (patch: Record<string, unknown>): unknown => ({
  path: 'a.ts',
  offset: 2,
  lines: [line(2), line(3)],
  totalLines: 9,
  ...patch,
})

const rejected: readonly (readonly [rule: string, meta: unknown, code: string, at?: string])[] = [
  ['R1', undefined, 'meta-absent'],
  ['R2', null, 'meta-null'],
  ['R3 text', 'meta', 'meta-not-object'],
  ['R3 number', 3, 'meta-not-object'],
  ['R3 boolean', true, 'meta-not-object'],
  ['R4', [], 'meta-is-array'],
  ['R5', {}, 'meta-empty'],
  ['R6 missing', { offset: 1, lines: [], totalLines: 0 }, 'path-not-text', 'meta.path'],
  ['R6 number', meta({ path: 7 }), 'path-not-text', 'meta.path'],
  ['R7 missing', meta({ totalLines: undefined }), 'total-not-number', 'meta.totalLines'],
  ['R7 text', meta({ totalLines: '9' }), 'total-not-number', 'meta.totalLines'],
  ['R8 missing', meta({ offset: undefined }), 'offset-not-number', 'meta.offset'],
  ['R8 text', meta({ offset: '2' }), 'offset-not-number', 'meta.offset'],
  ['R9 fraction', meta({ offset: 1.5 }), 'offset-not-integer', 'meta.offset'],
  ['R9 NaN', meta({ offset: NaN }), 'offset-not-integer', 'meta.offset'],
  ['R9 infinite', meta({ offset: Infinity }), 'offset-not-integer', 'meta.offset'],
  ['R10 zero', meta({ offset: 0 }), 'offset-below-one', 'meta.offset'],
  ['R10 negative', meta({ offset: -3 }), 'offset-below-one', 'meta.offset'],
  ['R11 fraction', meta({ totalLines: 9.5 }), 'total-not-integer', 'meta.totalLines'],
  ['R11 NaN', meta({ totalLines: NaN }), 'total-not-integer', 'meta.totalLines'],
  ['R12', meta({ totalLines: -1 }), 'total-negative', 'meta.totalLines'],
  ['R13 missing', meta({ lines: undefined }), 'lines-not-array', 'meta.lines'],
  ['R13 text', meta({ lines: 'a\nb' }), 'lines-not-array', 'meta.lines'],
  ['R14 null', meta({ lines: [null] }), 'line-not-object', 'meta.lines[0]'],
  ['R14 text', meta({ lines: [line(2), 'b'] }), 'line-not-object', 'meta.lines[1]'],
  ['R14 array', meta({ lines: [[2, 'a']] }), 'line-not-object', 'meta.lines[0]'],
  ['R15', meta({ lines: [line('2')] }), 'line-number-not-number', 'meta.lines[0].number'],
  [
    'R16 zero',
    meta({ lines: [line(0)] }),
    'line-number-not-positive-integer',
    'meta.lines[0].number',
  ],
  [
    'R16 fraction',
    meta({ lines: [line(2.5)] }),
    'line-number-not-positive-integer',
    'meta.lines[0].number',
  ],
  [
    'R16 NaN',
    meta({ lines: [line(NaN)] }),
    'line-number-not-positive-integer',
    'meta.lines[0].number',
  ],
  [
    'R16 infinite',
    meta({ lines: [line(Infinity)] }),
    'line-number-not-positive-integer',
    'meta.lines[0].number',
  ],
  ['R17 missing', meta({ lines: [{ number: 2 }] }), 'line-text-not-text', 'meta.lines[0].text'],
  ['R17 null', meta({ lines: [line(2, null)] }), 'line-text-not-text', 'meta.lines[0].text'],
  ['R18 number', meta({ lang: 3 }), 'lang-not-text', 'meta.lang'],
  ['R18 null', meta({ lang: null }), 'lang-not-text', 'meta.lang'],
  ['R19', meta({ lines: [line(1), line(2)] }), 'line-below-offset', 'meta.lines[0].number'],
  ['R20', meta({ lines: [line(2), line(2)] }), 'line-repeated', 'meta.lines[1].number'],
  ['R21', meta({ lines: [line(4), line(3)] }), 'line-decreasing', 'meta.lines[1].number'],
  ['R22', meta({ lines: [line(9), line(10)] }), 'line-above-total', 'meta.lines[1].number'],
  ['R22 of an empty file', meta({ totalLines: 0 }), 'line-above-total', 'meta.lines[0].number'],
]

describe('metas that are no window', () => {
  it.each(rejected)('%s', (_rule, given, code, at) => {
    const read = narrowRead(given)
    expect(read.ok).toBe(false)
    if (read.ok) return
    expect(read.reason.code).toBe(code)
    expect(read.reason.params.at).toBe(at)
    expect(readMetaFromMeta(given)).toBeUndefined()
  })

  it('names a primitive by its type', () => {
    expect(narrowRead('x')).toEqual({
      ok: false,
      reason: { code: 'meta-not-object', params: { type: 'string' } },
    })
  })
})

const accepted: readonly (readonly [rule: string, meta: unknown, view: unknown])[] = [
  ['A1', meta({ lang: 'ts' }), meta({ lang: 'ts' })],
  ['A2', meta({}), meta({})],
  ['A3 empty', meta({ lang: '' }), meta({ lang: '' })],
  ['A3 unknown', meta({ lang: 'klingon' }), meta({ lang: 'klingon' })],
  [
    'A4',
    meta({ offset: 1, lines: [], totalLines: 0 }),
    meta({ offset: 1, lines: [], totalLines: 0 }),
  ],
  ['A5', meta({ lines: [] }), meta({ lines: [] })],
  ['A6', meta({ lines: [], offset: 10 }), meta({ lines: [], offset: 10 })],
  ['A7', meta({ lines: [line(5)] }), meta({ lines: [line(5)] })],
  ['A8', meta({ lines: [line(2), line(7)] }), meta({ lines: [line(2), line(7)] })],
  [
    'A9',
    meta({ more: 1, lines: [{ number: 2, text: 'x', mark: true }] }),
    meta({ lines: [{ number: 2, text: 'x', mark: true }] }),
  ],
  ['A10', meta({ path: '' }), meta({ path: '' })],
  [
    'A11',
    meta({ lines: [line(2, ''), line(3, 'a\nb')] }),
    meta({ lines: [line(2, ''), line(3, 'a\nb')] }),
  ],
]

describe('metas that are a window', () => {
  it.each(accepted)('%s', (_rule, given, view) => {
    expect(narrowRead(given)).toEqual({ ok: true, value: view })
    expect(readMetaFromMeta(given)).toEqual(view)
  })

  it('passes the lines through, not copies', () => {
    const lines = [{ number: 2, text: 'x' }]
    const read = narrowRead(meta({ lines }))
    expect(read.ok && read.value.lines).toBe(lines)
  })
})

describe('the view of a window', () => {
  const window = { path: 'a.ts', offset: 2, lines: [{ number: 2, text: 'x' }], totalLines: 9 }

  it('has lang and content only where they are', () => {
    expect(readView(window)).toEqual({ card: 'read', ...window })
    const content = [{ type: 'text' as const, text: 'x' }]
    expect(readView({ ...window, lang: 'ts' }, content)).toEqual({
      card: 'read',
      ...window,
      lang: 'ts',
      content,
    })
  })
})

it('answers to any value without a throw, and accepts only what orders', () => {
  const entry = fc.oneof(
    fc.anything(),
    fc.record({
      number: fc.oneof(fc.integer({ min: -2, max: 12 }), fc.anything()),
      text: fc.string(),
    }),
  )
  const any = fc.oneof(
    fc.anything(),
    fc.record(
      {
        path: fc.oneof(fc.string(), fc.anything()),
        offset: fc.oneof(fc.integer({ min: -2, max: 12 }), fc.anything()),
        totalLines: fc.oneof(fc.integer({ min: -2, max: 12 }), fc.anything()),
        lines: fc.oneof(fc.array(entry, { maxLength: 5 }), fc.anything()),
        lang: fc.oneof(fc.string(), fc.anything()),
      },
      { requiredKeys: [] },
    ),
  )
  fc.assert(
    fc.property(any, (value) => {
      const read = narrowRead(value)
      if (!read.ok) {
        expect(read.reason.code).toMatch(/^[a-z]+(?:-[a-z]+)+$/)
        return
      }
      const { offset, lines, totalLines } = read.value
      let before = offset - 1
      for (const { number } of lines) {
        expect(number).toBeGreaterThan(before)
        before = number
      }
      expect(before <= totalLines || lines.length === 0).toBe(true)
    }),
    { numRuns: 500 },
  )
})
