/** What a session has seen of a file, which of it edits made old, and where hunks stand. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchorHunks } from '#shared/windows/anchors'
import { changedLines } from '#shared/windows/changed-lines'
import { coverageBefore, mergeRanges } from '#shared/windows/coverage'
import { fileKey, isSamePath } from '#shared/windows/paths'
import { staleLines } from '#shared/windows/stale'
import { WindowText } from '#shared/windows/window-text'
import type { FileDiff, ReadLine } from '#shared/views'

const range = (first: number, last: number) => ({ first, last })
const lines = (first: number, ...texts: string[]): ReadLine[] =>
  texts.map((text, index) => ({ number: first + index, text }))
const hunk = (oldText: string | null, newText: string): FileDiff => ({
  path: 'a',
  oldText,
  newText,
})

describe('ranges', () => {
  it.each([
    [[], []],
    [[range(3, 2)], []],
    [[range(5, 8), range(1, 4)], [range(1, 8)]],
    [
      [range(1, 4), range(6, 8)],
      [range(1, 4), range(6, 8)],
    ],
    [[range(1, 9), range(2, 3)], [range(1, 9)]],
  ])('%j merge to %j', (given, merged) => {
    expect(mergeRanges(given)).toEqual(merged)
  })

  it('hold the same lines before and after, sorted and apart', () => {
    const any = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: -2, max: 6 })))
    fc.assert(
      fc.property(any, (given) => {
        const ranges = given.map(([first, length]) => range(first, first + length))
        const set = (of: readonly { first: number; last: number }[]): number[] => {
          const all = new Set<number>()
          for (const { first, last } of of) for (let n = first; n <= last; n++) all.add(n)
          return [...all].sort((a, b) => a - b)
        }
        const merged = mergeRanges(ranges)
        expect(set(merged)).toEqual(set(ranges))
        for (const [index, { first }] of merged.entries()) {
          if (index > 0) expect(first).toBeGreaterThan((merged[index - 1]?.last ?? 0) + 1)
        }
      }),
    )
  })
})

describe('coverage before a read', () => {
  const window = (first: number, last: number) => ({
    path: 'a',
    offset: first,
    first,
    last,
    totalLines: 99,
  })

  it.each<readonly [string, [number, number], [number, number][], unknown, boolean]>([
    ['nothing yet', [1, 4], [], [], false],
    [
      'all of it, in two pieces',
      [2, 7],
      [
        [1, 4],
        [5, 9],
      ],
      [range(1, 9)],
      true,
    ],
    ['part of it', [2, 7], [[1, 4]], [range(1, 4)], false],
    [
      'a gap',
      [2, 7],
      [
        [1, 4],
        [6, 9],
      ],
      [range(1, 4), range(6, 9)],
      false,
    ],
    ['a read without lines is none', [3, 2], [[1, 9]], [range(1, 9)], false],
    ['earlier ones without lines show nothing', [1, 1], [[3, 2]], [], false],
  ])('%s', (_name, [first, last], earlier, before, reread) => {
    const seen = coverageBefore(
      window(first, last),
      earlier.map(([a, b]) => window(a, b)),
    )
    expect(seen).toEqual({ before, reread })
  })
})

describe('lines that a text lost', () => {
  it.each<readonly [string[], string[], number[]]>([
    [[], ['a'], []],
    [['a', 'b'], ['a', 'b'], []],
    [['a', 'b', 'c'], ['a', 'c'], [1]],
    [['a', 'c'], ['a', 'b', 'c'], []],
    [
      ['a', 'b', 'c', 'd'],
      ['a', 'x', 'c', 'y'],
      [1, 3],
    ],
    [['a', 'b'], [], [0, 1]],
    [
      ['x', 'a', 'b', 'y'],
      ['z', 'b', 'a', 'w'],
      [0, 1, 3],
    ],
    [['a', 'b', 'p'], ['q', 'a', 'b'], [2]],
  ])('%j to %j: %j', (before, after, changed) => {
    expect(changedLines(before, after)).toEqual(changed)
  })

  it('leaves the rest as a common sequence', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 })
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lost = new Set(changedLines(before, after))
        const kept = before.filter((_, index) => !lost.has(index))
        let from = 0
        for (const line of kept) {
          const found = after.indexOf(line, from)
          expect(found).toBeGreaterThanOrEqual(from)
          from = found + 1
        }
      }),
    )
  })

  it('counts a middle too large to align as changed', () => {
    const before = Array.from({ length: 1100 }, (_, index) => `old ${index}`)
    const after = Array.from({ length: 1100 }, (_, index) => `new ${index}`)
    after[500] = 'old 500'
    expect(changedLines(['same', ...before], ['same', ...after])).toHaveLength(1100)
  })
})

describe('the text of a window', () => {
  it('finds what stands in it once', () => {
    const text = new WindowText(lines(10, 'a', 'b', 'a'))
    expect(text.firstNumber).toBe(10)
    expect(text.find('b')).toEqual(range(1, 1))
    expect(text.find('b\na\n')).toEqual(range(1, 2))
    expect(text.find('a')).toBeNull()
    expect(text.find('x')).toBeNull()
    expect(text.find('')).toBeNull()
    expect(text.find('a\r\nb')).toEqual(range(0, 1))
  })

  it('holds nothing when its lines have gaps, or when it has none', () => {
    expect(new WindowText([...lines(1, 'a'), ...lines(3, 'b')]).find('a')).toBeNull()
    expect(new WindowText([]).firstNumber).toBe(1)
  })

  it.each<readonly [FileDiff, number[] | null, string]>([
    [hunk('b', 'B'), [11], 'B'],
    [hunk('b\nc\n', 'x\n'), [11, 12], 'x'],
    [hunk('c\n', ''), [12], ''],
    [hunk(null, 'x'), null, ''],
    [hunk('zz', 'x'), null, ''],
    [hunk('b', 'b2\nb3'), [11], 'b2\nb3'],
    [hunk('a\nb', 'a\nnew\nb'), [], 'a\nnew\nb'],
  ])('applies %j', (diff, changed, found) => {
    const text = new WindowText(lines(10, 'a', 'b', 'c'))
    expect(text.apply(diff)).toEqual(changed)
    if (found !== '') expect(text.find(found)).not.toBeNull()
  })
})

describe('stale lines', () => {
  const window = lines(10, 'a', 'b', 'c', 'd', 'e')

  it('are runs with the edit that replaced them', () => {
    expect(
      staleLines(window, [
        { seq: 5, diffs: [hunk('b\nc', 'B\nC')] },
        { seq: 7, diffs: [hunk('d', 'D'), hunk('nowhere', 'x')] },
      ]),
    ).toEqual([
      { first: 11, last: 12, seq: 5 },
      { first: 13, last: 13, seq: 7 },
    ])
  })

  it('stay with the first edit that did it', () => {
    expect(
      staleLines(window, [
        { seq: 5, diffs: [hunk('b', 'B')] },
        { seq: 7, diffs: [hunk('B', 'BB')] },
      ]),
    ).toEqual([{ first: 11, last: 11, seq: 5 }])
  })

  it('are none without edits', () => {
    expect(staleLines(window, [])).toEqual([])
  })
})

describe('numbers for hunks', () => {
  const window = lines(10, 'a', 'b', 'c', 'd', 'e')

  it('come from the one place of the old text, shifted by the hunks before', () => {
    expect(anchorHunks([hunk('a', 'a1\na2'), hunk('d', 'D')], window, [])).toEqual([
      { ...hunk('a', 'a1\na2'), oldStart: 10, newStart: 10 },
      { ...hunk('d', 'D'), oldStart: 13, newStart: 14 },
    ])
  })

  it('follow the edits between', () => {
    const between = [hunk('a', 'a1\na2')]
    expect(anchorHunks([hunk('d', 'D')], window, between)).toEqual([
      { ...hunk('d', 'D'), oldStart: 14, newStart: 14 },
    ])
  })

  it('are not guessed after an edit that cannot be followed', () => {
    expect(anchorHunks([hunk('d', 'D')], window, [hunk('zz', 'y')])).toEqual([hunk('d', 'D')])
  })

  it('leave hunks that have numbers, and new files, as they are', () => {
    const own = { ...hunk('b', 'B'), oldStart: 1, newStart: 1 }
    expect(anchorHunks([own, hunk(null, 'x'), hunk('c', 'C')], window, [])).toEqual([
      own,
      hunk(null, 'x'),
      { ...hunk('c', 'C'), oldStart: 12 },
    ])
    const half = { ...hunk('b', 'B'), newStart: 4 }
    expect(anchorHunks([half], window, [])).toEqual([half])
  })

  it('say nothing of the new side behind a hunk that stands nowhere or above', () => {
    expect(anchorHunks([hunk('zz', 'y'), hunk('c', 'C')], window, [])).toEqual([
      hunk('zz', 'y'),
      { ...hunk('c', 'C'), oldStart: 12 },
    ])
    expect(anchorHunks([hunk('d', 'D'), hunk('b', 'B')], window, [])).toEqual([
      { ...hunk('d', 'D'), oldStart: 13, newStart: 13 },
      { ...hunk('b', 'B'), oldStart: 11 },
    ])
  })
})

describe('paths', () => {
  it.each<readonly [string, string | null, string]>([
    ['src/a.ts', '/home/dev', '/home/dev/src/a.ts'],
    ['./src/../a.ts', '/home/dev/', '/home/dev/a.ts'],
    ['/a//b/./c', null, '/a/b/c'],
    ['/../a', null, '/a'],
    ['../a', null, '../a'],
    ['../../a', null, '../../a'],
    ['../a', '/home/dev', '/home/a'],
    ['a', '', 'a'],
    ['c:\\src\\a.ts', null, 'C:/src/a.ts'],
    ['src\\a.ts', 'C:\\work', 'C:/work/src/a.ts'],
    ['//server/share/a', null, '//server/share/a'],
    ['/cafe\u0301', null, '/caf\u00e9'],
  ])('%j from %j is %j', (path, cwd, key) => {
    expect(fileKey(path, cwd)).toBe(key)
  })

  it('mean one file', () => {
    expect(isSamePath('a', 'a', null)).toBe(true)
    expect(isSamePath('a', '/w/a', '/w')).toBe(true)
    expect(isSamePath('a', '/w/b', '/w')).toBe(false)
  })
})
