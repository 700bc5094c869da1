/** Pages of entries under a log that grows while they are on their way. */
import { describe, expect, it } from 'vitest'
import { EntryStore } from '#renderer/state/entry-store.svelte'
import type { Page } from '#shared/api/types'
import type { Entry } from '#shared/session'

interface Asked {
  readonly from: number
  answer(text: string): Promise<void>
}

/** A store whose answers come when the test gives them. */
function storeAndAsked(): { store: EntryStore; asked: Asked[] } {
  const asked: Asked[] = []
  const store = new EntryStore(
    (from) =>
      new Promise((resolve) => {
        asked.push({
          from,
          async answer(text) {
            resolve({ revision: 0, from, entries: [entryOf(from, text)] } satisfies Page)
            await Promise.resolve().then(() => undefined)
            await new Promise((done) => setTimeout(done, 0))
          },
        })
      }),
  )
  return { store, asked }
}

const entryOf = (seq: number, text: string): Entry =>
  ({ kind: 'user', seq, text }) as unknown as Entry
const textAt = (store: EntryStore, seq: number): string | undefined => {
  const entry = store.get(seq)
  return entry?.kind === 'user' ? entry.text : undefined
}

describe('pages', () => {
  it('are asked for once, and again only when they are old and wanted', async () => {
    const { store, asked } = storeAndAsked()
    store.want(0)
    store.want(0)
    expect(asked).toHaveLength(1)
    await asked[0]?.answer('one')
    store.want(0)
    expect(asked).toHaveLength(1)
    store.invalidate(0)
    expect(asked).toHaveLength(1)
    expect(textAt(store, 0)).toBe('one')
    store.want(0)
    expect(asked).toHaveLength(2)
    await asked[1]?.answer('two')
    expect(textAt(store, 0)).toBe('two')
  })

  it('that come late are shown, and asked for once more', async () => {
    const { store, asked } = storeAndAsked()
    store.want(0)
    for (let nth = 0; nth < 3; nth++) {
      store.invalidate(0)
      store.want(0)
    }
    expect(asked).toHaveLength(1)
    await asked[0]?.answer('late')
    expect(textAt(store, 0)).toBe('late')
    expect(asked).toHaveLength(2)
    await asked[1]?.answer('new')
    expect(textAt(store, 0)).toBe('new')
    store.want(0)
    expect(asked).toHaveLength(2)
  })

  it('below what changed stay as they are', async () => {
    const { store, asked } = storeAndAsked()
    store.want(0)
    await asked[0]?.answer('one')
    store.invalidate(50)
    store.want(0)
    expect(asked).toHaveLength(1)
  })

  it('of a log that is another now are dropped', async () => {
    const { store, asked } = storeAndAsked()
    store.want(0)
    store.clear()
    await asked[0]?.answer('of the one before')
    expect(textAt(store, 0)).toBeUndefined()
    store.want(0)
    expect(asked).toHaveLength(2)
  })
})
