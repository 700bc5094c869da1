/** Sessions with branches: which entries are shown, and where others leave. */
import { describe, expect, it } from 'vitest'
import type { Branch } from '#shared/api/types'
import { forksOf, isOnPath, pathTo } from '#renderer/state/branches'

const branch = (id: number, parent: number | null, after: number, entries: number): Branch => ({
  id,
  parent,
  after,
  title: `branch ${id}`,
  entries,
  at: null,
})

/*
 * seq      0 1 2 3 | 4 5 | 6 7 | 8
 * branch   0 0 0 0   1 1   2 2   3
 * 1 leaves 0 after 1, 2 leaves 1 after 4, 3 leaves 0 after 1.
 */
const branches = [
  branch(0, null, -1, 4),
  branch(1, 0, 1, 2),
  branch(2, 1, 4, 2),
  branch(3, 0, 1, 1),
]
const branchOf = [0, 0, 0, 0, 1, 1, 2, 2, 3]

const shown = (active: number): number[] => {
  const path = pathTo(branches, active)
  return branchOf.flatMap((one, seq) => (isOnPath(path, one, seq) ? [seq] : []))
}

describe('a path', () => {
  it.each([
    [0, [0, 1, 2, 3]],
    [1, [0, 1, 4, 5]],
    [2, [0, 1, 4, 6, 7]],
    [3, [0, 1, 8]],
  ])('to branch %i shows its entries and those before it', (active, expected) => {
    expect(shown(active)).toEqual(expected)
  })

  it('is everything where nothing branches', () => {
    expect(pathTo([], 0)).toBeNull()
    expect(pathTo([branch(0, null, -1, 3)], 0)).toBeNull()
    expect(isOnPath(null, 0, 7)).toBe(true)
  })

  it('to a branch that there is not is that to the beginning', () => {
    expect([...(pathTo(branches, 9) ?? [])]).toEqual([[0, Infinity]])
  })

  it('ends also where branches name each other', () => {
    const circle = [branch(0, 1, 0, 1), branch(1, 0, 0, 1)]
    expect([...(pathTo(circle, 1) ?? [])].map(([id]) => id)).toEqual([1, 0])
  })
})

describe('other ways', () => {
  const forks = (active: number): [number, [number, number][]][] =>
    [...forksOf(branches, pathTo(branches, active), branchOf)]
      .sort(([a], [b]) => a - b)
      .map(([after, list]) => [after, list.map((one) => [one.branch, one.entries])])

  it.each<[number, [number, [number, number][]][]]>([
    [
      0,
      [
        [
          1,
          [
            [1, 2],
            [3, 1],
          ],
        ],
      ],
    ],
    [
      1,
      [
        [
          1,
          [
            [3, 1],
            [0, 2],
          ],
        ],
        [4, [[2, 2]]],
      ],
    ],
    [
      2,
      [
        [
          1,
          [
            [3, 1],
            [0, 2],
          ],
        ],
        [4, [[1, 1]]],
      ],
    ],
    [
      3,
      [
        [
          1,
          [
            [1, 2],
            [0, 2],
          ],
        ],
      ],
    ],
  ])('from branch %i are named where they leave', (active, expected) => {
    expect(forks(active)).toEqual(expected)
  })

  it('are none where nothing branches', () => {
    expect(forksOf([], null, []).size).toBe(0)
  })

  it('do not count a parent that ended where the branch begins', () => {
    const line = [branch(0, null, -1, 2), branch(1, 0, 1, 1)]
    expect(forksOf(line, pathTo(line, 1), [0, 0, 1]).size).toBe(0)
  })
})
