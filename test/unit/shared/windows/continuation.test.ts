/** What remains after a window, and which read goes on where it stopped. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { continuationOf, resumesAt } from '#shared/windows/continuation'
import { linkReads, type ReadAt } from '#shared/windows/links'
import { isEmpty, rangeOf, windowOf } from '#shared/windows/window'

const at = (offset: number, first: number, last: number, totalLines: number) => ({
  path: 'a',
  offset,
  first,
  last,
  totalLines,
})

describe('a window', () => {
  it('is made of the ends of its lines', () => {
    const lines = [{ number: 3 }, { number: 5 }]
    expect(windowOf({ path: 'a', offset: 2, lines, totalLines: 9 })).toEqual(at(2, 3, 5, 9))
    expect(windowOf({ path: 'a', offset: 2, lines: [], totalLines: 9 })).toEqual(at(2, 2, 1, 9))
  })

  it('without lines has no range', () => {
    expect(isEmpty(at(2, 2, 1, 9))).toBe(true)
    expect(rangeOf(at(2, 2, 1, 9))).toBeNull()
    expect(rangeOf(at(2, 2, 2, 9))).toEqual({ first: 2, last: 2 })
  })
})

describe('continuations', () => {
  it.each<readonly [string, ReturnType<typeof at>, object, number | null]>([
    ['lines remain', at(1, 1, 4, 9), { kind: 'more', from: 5, remaining: 5, continuedBy: 7 }, 5],
    [
      'one line remains',
      at(1, 1, 8, 9),
      { kind: 'more', from: 9, remaining: 1, continuedBy: 7 },
      9,
    ],
    ['the end', at(1, 1, 9, 9), { kind: 'end' }, null],
    ['the end, begun late', at(9, 9, 9, 9), { kind: 'end' }, null],
    ['an empty file', at(1, 1, 0, 0), { kind: 'empty' }, null],
    ['an empty file, asked far', at(5, 5, 4, 0), { kind: 'empty' }, null],
    [
      'nothing fitted',
      at(3, 3, 2, 9),
      { kind: 'nothing-fitted', from: 3, remaining: 7, continuedBy: 7 },
      3,
    ],
    ['past the end', at(12, 12, 11, 9), { kind: 'past-end', offset: 12, totalLines: 9 }, null],
    ['just past the end', at(10, 10, 9, 9), { kind: 'past-end', offset: 10, totalLines: 9 }, null],
  ])('%s', (_name, window, continuation, from) => {
    expect(continuationOf(window, 7)).toEqual(continuation)
    expect(resumesAt(window)).toBe(from)
  })
})

describe('links between reads', () => {
  const reads = (...windows: readonly [number, number, number][]): ReadAt[] =>
    windows.map(([first, last, totalLines], seq) => ({
      seq,
      ...at(first, first, last, totalLines),
    }))

  it.each<readonly [string, ReadAt[], (readonly [number | null, number | null])[]]>([
    ['none', [], []],
    ['one alone', reads([1, 4, 9]), [[null, null]]],
    [
      'page by page',
      reads([1, 4, 9], [5, 8, 9], [9, 9, 9]),
      [
        [1, null],
        [2, 0],
        [null, 1],
      ],
    ],
    [
      'the next that shows the line',
      reads([1, 4, 9], [1, 3, 9], [4, 9, 9]),
      [
        [2, null],
        [2, null],
        [null, 1],
      ],
    ],
    [
      'overlap',
      reads([1, 4, 9], [3, 9, 9]),
      [
        [1, null],
        [null, 0],
      ],
    ],
    [
      'a gap is no continuation',
      reads([1, 4, 9], [6, 9, 9]),
      [
        [null, null],
        [null, null],
      ],
    ],
    [
      'earlier reads do not continue',
      reads([5, 9, 9], [1, 4, 9]),
      [
        [null, null],
        [null, null],
      ],
    ],
    [
      'an empty window goes on from its offset',
      reads([3, 2, 9], [3, 9, 9]),
      [
        [1, null],
        [null, 0],
      ],
    ],
    [
      'past the end goes nowhere',
      reads([12, 11, 9], [1, 9, 9]),
      [
        [null, null],
        [null, null],
      ],
    ],
  ])('%s', (_name, given, links) => {
    const linked = linkReads(given)
    expect(given.map(({ seq }) => linked.get(seq))).toEqual(
      links.map(([continuedBy, continues]) => ({ continuedBy, continues })),
    )
  })

  it('are what a search through all later reads would find', () => {
    const window = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: -1, max: 8 }))
    fc.assert(
      fc.property(fc.array(window, { maxLength: 25 }), (given) => {
        const all = reads(
          ...given.map(([first, length]): [number, number, number] => [first, first + length, 20]),
        )
        const linked = linkReads(all)
        for (const read of all) {
          const from = resumesAt(read)
          const next = all.find(
            (later) =>
              later.seq > read.seq &&
              from !== null &&
              !isEmpty(later) &&
              later.first <= from &&
              from <= later.last,
          )
          expect(linked.get(read.seq)?.continuedBy).toBe(next?.seq ?? null)
          const back = all.findLast((earlier) => linked.get(earlier.seq)?.continuedBy === read.seq)
          expect(linked.get(read.seq)?.continues).toBe(back?.seq ?? null)
        }
      }),
      { numRuns: 300 },
    )
  })
})
