/** What a query finds in a line, and what the sieve may rule out without decoding. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SearchQuery } from '#shared/api/search'
import { compile } from '#main/search/query'
import { longestPlainRun, Sieve } from '#main/search/sieve'
import { queryFor } from '../../../support/search-query'

function found(line: string, query: SearchQuery): string[] {
  const matcher = compile(query)
  if (!matcher.ok) throw new Error(matcher.reason.code)
  return matcher.value.ranges(line).map(({ start, end }) => line.slice(start, end))
}

describe('a query', () => {
  test.each<[string, string, string, Partial<SearchQuery>, string[]]>([
    ['literal, any case', 'Foo foo', 'foo', {}, ['Foo', 'foo']],
    ['literal, this case', 'Foo foo', 'foo', { caseSensitive: true }, ['foo']],
    ['syntax is text in a literal', 'a.b axb [x]*', '[x]*', {}, ['[x]*']],
    [
      'every character of the syntax',
      '\\^$.*+?()[]{}|/-',
      '\\^$.*+?()[]{}|/-',
      {},
      ['\\^$.*+?()[]{}|/-'],
    ],
    ['whole word', 'cat concat cat_ cats cat', 'cat', { wholeWord: true }, ['cat', 'cat']],
    [
      'whole word beside letters of other scripts',
      'éfoo fooñ (foo)',
      'foo',
      { wholeWord: true },
      ['foo'],
    ],
    ['regular expression', 'a1 b22', '[a-z]\\d+', { regex: true }, ['a1', 'b22']],
    [
      'a pattern with alternatives as a whole word',
      'ab abc',
      'ab|abc',
      { regex: true, wholeWord: true },
      ['ab', 'abc'],
    ],
    ['line ends in a pattern', 'x end', 'end$', { regex: true }, ['end']],
    ['empty matches count for nothing', 'abc', 'x*', { regex: true }, []],
    ['non-ASCII, any case', 'ÄPFEL', 'äpfel', {}, ['ÄPFEL']],
    ['surrogate pairs', 'a😀b', '😀', {}, ['😀']],
  ])('%s', (_name, line, text, patch, expected) => {
    expect(found(line, queryFor(text, patch))).toEqual(expected)
  })

  test('a pattern that is none declines with the reason', () => {
    const matcher = compile(queryFor('(', { regex: true }))
    expect(matcher.ok ? null : matcher.reason.code).toBe('pattern-invalid')
  })

  test('any literal finds itself', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (text) => {
        fc.pre(!text.includes('\n'))
        expect(found(`<${text}>`, queryFor(text, { caseSensitive: true }))).toContain(text)
      }),
      { numRuns: 200 },
    )
  })
})

describe('the sieve', () => {
  test.each([
    ['abc"defg/hi', 'defg'],
    ['äöü', ''],
    ['a\nbcd', 'bcd'],
    ['C:\\temp', 'temp'],
  ])('the longest run of %j that JSON writes as itself is %j', (text, run) => {
    expect(longestPlainRun(text)).toBe(run)
  })

  /** How producers may write a string: as it is, all escaped, or ASCII only. */
  const writers = [
    (text: string): string => JSON.stringify(text),
    (text: string): string =>
      `"${[...text].map((c) => (c.length === 1 ? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}` : c)).join('')}"`,
    (text: string): string =>
      JSON.stringify(text).replace(
        /[\u0080-\uffff]/g,
        (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    (text: string): string => JSON.stringify(text).replaceAll('/', '\\/'),
  ]

  test('never rules out a record that matches once decoded', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 8 }),
        fc.string({
          unit: fc.constantFrom('k', 'K', 's', 'S', 'ſ', '\u212a', 'a', 'Ä', '/', '"', '\\', 'é'),
          minLength: 1,
          maxLength: 6,
        }),
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom(...writers),
        (around, needle, caseSensitive, flip, write) => {
          const query = queryFor(needle, { caseSensitive })
          const text = around + (flip ? needle.toUpperCase() : needle) + around
          const matcher = compile(query)
          if (!matcher.ok || !matcher.value.isIn(text)) return
          expect(new Sieve(query).mayHold(Buffer.from(write(text)))).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('rules out what does not hold the text', () => {
    expect(new Sieve(queryFor('needle')).mayHold(Buffer.from('{"text":"hay"}'))).toBe(false)
    expect(
      new Sieve(queryFor('needle', { caseSensitive: true })).mayHold(Buffer.from('{"a":"NEEDLE"}')),
    ).toBe(false)
    expect(new Sieve(queryFor('needle')).mayHold(Buffer.from('{"a":"NEEDLE"}'))).toBe(true)
  })
})
