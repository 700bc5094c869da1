/** Streams of merged facts: nothing lost, nothing queued. */
import { describe, expect, test } from 'vitest'
import { Feed } from '#main/host/feed'
import { mergeLibraryUpdates } from '#main/host/merge-library'
import { mergeUpdates } from '#main/host/session-desk'
import type { LibraryUpdate, SessionUpdate } from '#shared/api/types'

const sum = (a: number, b: number): number => a + b

describe('feed', () => {
  test('what is pushed while nobody reads arrives as one value', async () => {
    const feed = new Feed<number>(sum)
    feed.push(1)
    feed.push(2)
    const values = feed.read(undefined)
    expect((await values.next()).value).toBe(3)
    feed.push(4)
    expect((await values.next()).value).toBe(4)
  })

  test('a reader that waits is woken', async () => {
    const feed = new Feed<number>(sum)
    const next = feed.read(undefined).next()
    feed.push(7)
    expect((await next).value).toBe(7)
  })

  test('an abort ends it, also while it waits', async () => {
    const feed = new Feed<number>(sum)
    const stop = new AbortController()
    const next = feed.read(stop.signal).next()
    stop.abort()
    expect((await next).done).toBe(true)
  })
})

function update(patch: Partial<SessionUpdate>): SessionUpdate {
  return {
    revision: 1,
    entries: 1,
    changedFrom: null,
    reset: false,
    progress: { bytes: 0, total: 0, done: true },
    live: 'ended',
    updatedAt: 0,
    gone: false,
    ...patch,
  }
}

test.each([
  ['the lower change', { changedFrom: 5 }, { changedFrom: 9 }, { changedFrom: 5 }],
  ['the only change', { changedFrom: null }, { changedFrom: 9 }, { changedFrom: 9 }],
  ['a reset is kept', { reset: true }, { reset: false }, { reset: true }],
  ['the newer facts', { entries: 3, gone: true }, { entries: 4 }, { entries: 4, gone: false }],
])('merging session updates: %s', (_name, older, newer, expected) => {
  expect(mergeUpdates(update(older), update(newer))).toMatchObject(expected)
})

describe('merging library updates', () => {
  const row = (key: string, title: string): LibraryUpdate['upserted'][number] => ({
    key,
    path: key,
    agent: 'dsh',
    agentName: 'dsh',
    id: key,
    title,
    cwd: null,
    model: null,
    startedAt: null,
    updatedAt: 0,
    size: 0,
    parent: null,
    relation: null,
    counts: null,
    live: false,
    problem: null,
    archived: false,
  })
  const change = (patch: Partial<LibraryUpdate>): LibraryUpdate => ({
    reset: false,
    upserted: [],
    removed: [],
    roots: [],
    scanning: null,
    ...patch,
  })

  test('a later row replaces, a removal wins, a return wins over the removal', () => {
    const first = mergeLibraryUpdates(
      change({ upserted: [row('a', 'old'), row('b', 'b')] }),
      change({ upserted: [row('a', 'new')], removed: ['b'] }),
    )
    expect(first.upserted.map((session) => session.title)).toEqual(['new'])
    expect(first.removed).toEqual(['b'])
    const second = mergeLibraryUpdates(first, change({ upserted: [row('b', 'back')] }))
    expect(second.upserted.map((session) => session.title)).toEqual(['new', 'back'])
    expect(second.removed).toEqual([])
  })

  test('a reset swallows what came before', () => {
    const merged = mergeLibraryUpdates(
      change({ upserted: [row('a', 'a')] }),
      change({ reset: true, upserted: [row('c', 'c')] }),
    )
    expect(merged.upserted.map((session) => session.key)).toEqual(['c'])
    expect(merged.reset).toBe(true)
  })
})
