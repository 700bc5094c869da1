/** Windows, their text, and the text told apart. Rules: dsh format, 11.2, 11.3, 13.2. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LineCutter } from '#main/tools/read/line-cutter'
import {
  bodyOf,
  bodyOfEnvelope,
  buildWindow,
  defaultReadCaps,
  envelopeOf,
  footerOf,
} from '#main/tools/read/read-render'

const caps = { lines: 2000, lineChars: 2000, bytes: 51_200 }

function window(text: string, offset = 1, limit = 2000, bytes = caps.bytes) {
  return buildWindow([text], { offset, limit, caps: { ...caps, bytes } })
}

describe('lines of a file', () => {
  it.each<readonly [string, string[], number]>([
    ['', [], 0],
    ['\n', [''], 1],
    ['a', ['a'], 1],
    ['a\n', ['a'], 1],
    ['a\n\n', ['a', ''], 2],
    ['a\r\nb\r', ['a', 'b\r'], 2],
    ['a\r\r\nb', ['a\r', 'b'], 2],
    ['\r\n', [''], 1],
    ['a\u2028b\n', ['a\u2028b'], 1],
  ])('%j', async (text, texts, totalLines) => {
    expect(await window(text)).toEqual({
      offset: 1,
      lines: texts.map((line, index) => ({ number: index + 1, text: line })),
      totalLines,
    })
  })

  it('keeps 2000 characters of a line and says so', async () => {
    const { lines } = await window(`${'x'.repeat(2000)}\n${'y'.repeat(2001)}\n`)
    expect(lines[0]?.text).toBe('x'.repeat(2000))
    expect(lines[1]?.text).toBe(`${'y'.repeat(2000)}... (line truncated to 2000 chars)`)
  })

  it('reads bytes of UTF-8 however they are cut, a byte-order mark included', async () => {
    const bytes = Buffer.from('\ufeffä€😀\nb')
    const pieces = [...bytes].map((byte) => Uint8Array.of(byte))
    const built = await buildWindow(pieces, { offset: 1, limit: 9 })
    expect(built.lines).toEqual([
      { number: 1, text: '\ufeffä€😀' },
      { number: 2, text: 'b' },
    ])
  })

  it('stops when it is told to', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(buildWindow(['a'], { offset: 1, limit: 1, signal })).rejects.toThrow('enough')
  })
})

describe('a window', () => {
  const five = 'a\nb\nc\nd\ne\n'

  it.each<readonly [number, number, number, number[]]>([
    [1, 2000, 51_200, [1, 2, 3, 4, 5]],
    [2, 2, 51_200, [2, 3]],
    [5, 9, 51_200, [5]],
    [6, 9, 51_200, []],
    [1, 2000, 3, [1, 2]],
    [1, 2000, 2, [1]],
    [3, 2000, 0, []],
  ])('from %d, at most %d lines and %d bytes', async (offset, limit, bytes, numbers) => {
    const built = await window(five, offset, limit, bytes)
    expect(built.lines.map(({ number }) => number)).toEqual(numbers)
    expect(built.totalLines).toBe(5)
  })

  it('ends at the first line that passes the byte cap, also before a short one', async () => {
    const built = await window('aa\nbbbbbb\nc\n', 1, 9, 5)
    expect(built.lines.map(({ text }) => text)).toEqual(['aa'])
    expect(built.totalLines).toBe(3)
  })
})

describe('footers', () => {
  const lines = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, i) => ({ number: first + i, text: '' }))

  it.each<readonly [string, number, [number, number], number, number]>([
    ['(End of file - total 0 lines)', 1, [1, 0], 0, 2000],
    ['(End of file - total 1 lines)', 1, [1, 1], 1, 2000],
    ['(Output capped. Showing lines 3-2. Use offset=3 to continue.)', 3, [3, 2], 4, 2000],
    ['(Output capped. Showing lines 1-5. Use offset=6 to continue.)', 1, [1, 5], 9, 2000],
    ['(Showing lines 10-14 of 2500. Use offset=15 to continue.)', 10, [10, 14], 2500, 5],
    ['(Showing lines 1-2000 of 2500. Use offset=2001 to continue.)', 1, [1, 2000], 2500, 2000],
    ['(End of file - total 2500 lines)', 2001, [2001, 2500], 2500, 2000],
  ])('%s', (footer, offset, [first, last], totalLines, limit) => {
    expect(footerOf({ offset, lines: lines(first, last), totalLines }, limit)).toBe(footer)
  })

  it('stand below the numbered lines, alone without them', () => {
    const built = { offset: 1, lines: [{ number: 1, text: '' }], totalLines: 1 }
    expect(bodyOf(built, 2000)).toBe('1: \n\n(End of file - total 1 lines)')
    expect(bodyOf({ offset: 1, lines: [], totalLines: 0 }, 2000)).toBe(
      '(End of file - total 0 lines)',
    )
  })
})

describe('the envelope', () => {
  const whole = envelopeOf('/a.ts', 'BODY')

  it('is what the tool writes', () => {
    expect(whole).toBe('<path>/a.ts</path>\n<type>file</type>\n<content>\nBODY\n</content>')
  })

  it.each<readonly [string, string, string]>([
    ['V3 empty body', envelopeOf('a', ''), ''],
    ['V4 a closing tag inside', envelopeOf('a', 'x\n</content>\ny'), 'x\n</content>\ny'],
    ['plain', whole, 'BODY'],
  ])('%s', (_rule, text, body) => {
    expect(bodyOfEnvelope(text)).toEqual({ ok: true, value: body })
  })

  it.each<readonly [string, string, string]>([
    ['P8', 'BODY', 'envelope-missing'],
    ['P9 space before', ` ${whole}`, 'envelope-surrounded'],
    ['P9 final LF', `${whole}\n`, 'envelope-surrounded'],
    ['P10', whole.replace('file', 'image'), 'envelope-not-file'],
    ['P11', whole.replaceAll('\n', '\r\n'), 'envelope-crlf'],
    ['P12', whole.replace('\n</content>', ''), 'envelope-not-closed'],
    ['P13', whole.replace('/a.ts', '/a\n.ts'), 'envelope-path-newline'],
  ])('%s', (_rule, text, code) => {
    const body = bodyOfEnvelope(text)
    expect(body.ok ? 'ok' : body.reason.code).toBe(code)
  })

  it('names the type that is not a file', () => {
    expect(bodyOfEnvelope(whole.replace('file', 'dir'))).toEqual({
      ok: false,
      reason: { code: 'envelope-not-file', params: { type: 'dir' } },
    })
  })
})

it('cuts lines the same way however the text is cut', () => {
  const cut = (pieces: readonly string[]): string[] => {
    const lines: string[] = []
    const cutter = new LineCutter(5, (line) => lines.push(line))
    for (const piece of pieces) cutter.push(piece)
    cutter.end()
    return lines
  }
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '\n', '\r', '\r\n'), maxLength: 60 })
  fc.assert(
    fc.property(text, fc.array(fc.nat(60), { maxLength: 8 }), (whole, cuts) => {
      const places = [0, ...cuts.map((at) => Math.min(at, whole.length)), whole.length]
      places.sort((a, b) => a - b)
      const pieces = places.slice(1).map((end, index) => whole.slice(places[index], end))
      expect(cut(pieces)).toEqual(cut([whole]))
    }),
  )
})

it('a window of any text is a run of its lines within the caps', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '😀', ' ') }), { maxLength: 20 }),
      fc.integer({ min: 1, max: 25 }),
      fc.integer({ min: 1, max: 25 }),
      fc.nat(40),
      async (texts, offset, limit, bytes) => {
        const built = await buildWindow([texts.map((text) => `${text}\n`).join('')], {
          offset,
          limit,
          caps: { ...defaultReadCaps, bytes },
        })
        expect(built.totalLines).toBe(texts.length)
        expect(built.lines.length).toBeLessThanOrEqual(limit)
        const shown = built.lines.map(({ text }) => text).join('\n')
        expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(bytes)
        for (const [index, { number, text }] of built.lines.entries()) {
          expect(number).toBe(offset + index)
          expect(text).toBe(texts[number - 1])
        }
      },
    ),
  ))
