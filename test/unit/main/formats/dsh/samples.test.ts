/** Every sample opens, and each result with meta gets the card that its INDEX names. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSession } from '#main/session/locate'
import type { Entry, ToolEntry } from '#shared/session'
import { samplesOf } from '../../../../support/samples'

const folder = samplesOf('dsh')

interface Sample {
  readonly file: string
  /** `read→read`: how often. */
  readonly cards: ReadonlyMap<string, number>
  readonly withoutMeta: number
}

/** Rows of the INDEX table: file and last column. */
function samples(at: string): Sample[] {
  return readFileSync(join(at, 'INDEX.md'), 'utf8')
    .split('\n')
    .flatMap((row) => {
      const cells = row.split('|').map((cell) => cell.trim())
      const file = /^`([^`]+\.(?:jsonl|zstd))`$/.exec(cells[1] ?? '')?.[1]
      const last = cells[5] ?? ''
      if (!file || last.startsWith('same as') || last.startsWith('not loadable')) return []
      const cards = new Map<string, number>()
      for (const [, count, pair] of last.matchAll(/(\d+)× ([^,;]+?)(?=[,;]|$)/g)) {
        cards.set(pair?.trim() ?? '', Number(count))
      }
      const rest = /(\d+) without meta/.exec(last)?.[1] ?? /^(\d+) results/.exec(last)?.[1] ?? '0'
      return [{ file, cards, withoutMeta: Number(rest) }]
    })
}

async function entriesOf(path: string): Promise<Entry[]> {
  const opened = await openSession(path)
  if (!opened.ok) throw new Error(opened.reason.code)
  await opened.value.index()
  const entries = await opened.value.entries(0, opened.value.size)
  await opened.value.close()
  return entries
}

function isAnswered(entry: Entry): entry is ToolEntry {
  return entry.kind === 'tool' && entry.resultSource !== null
}

describe.runIf(folder)('dsh samples', () => {
  const all = folder ? samples(folder) : []

  it('has the rows of the INDEX', () => {
    expect(all.length).toBeGreaterThan(70)
  })

  it.each(all)('$file', async ({ file, cards, withoutMeta }) => {
    const entries = await entriesOf(join(folder ?? '', file))
    const answered = entries.filter(isAnswered)
    const found = new Map<string, number>()
    for (const entry of answered.filter((one) => 'meta' in one)) {
      const view = entry.result?.card
      const name = entry.call ? entry.name : '(no call)'
      const pair = `${name}→${view === 'generic' || !view ? 'no card' : view}`
      found.set(pair, (found.get(pair) ?? 0) + 1)
    }
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(cards))
    // dsh adds a closing result to a call that was cut off; we show it as unanswered.
    const bare = entries.filter((one) => one.kind === 'tool' && !('meta' in one))
    if (withoutMeta > 0) expect(bare.length).toBe(withoutMeta)
  })

  it('agrees with the 68 cases of made-read-meta-cases by their call ids', async () => {
    const entries = await entriesOf(join(folder ?? '', 'made-read-meta-cases/session.jsonl'))
    const cases = entries.filter(isAnswered)
    expect(cases).toHaveLength(68)
    for (const { callId, result, declined } of cases) {
      const accepted = callId?.startsWith('accept-') ?? false
      expect([callId, result?.card === 'read']).toEqual([callId, accepted])
      expect([callId, declined === null]).toEqual([callId, accepted])
    }
  })

  it('gives the entries and usage that design.md prints for fs-read-window', async () => {
    const opened = await openSession(join(folder ?? '', 'fs-read-window/session.jsonl'))
    if (!opened.ok) throw new Error(opened.reason.code)
    await opened.value.index()
    const { header } = opened.value.overview()
    const { entries, toolCalls, errors, turns, usage, diagnostics } = header
    expect({ entries, toolCalls, errors, turns, diagnostics }).toEqual({
      entries: 9,
      toolCalls: 1,
      errors: 0,
      turns: 1,
      diagnostics: 0,
    })
    expect(usage).toEqual({
      input: 3186,
      output: 163,
      cacheRead: 2816,
      cacheWrite: 0,
      reasoning: 83,
    })
    const kinds = (await opened.value.entries(0, 9)).map((entry) =>
      entry.kind === 'marker' ? entry.marker : entry.kind,
    )
    expect(kinds).toEqual([
      'user',
      'user',
      'title',
      'model',
      'context',
      'assistant',
      'tool',
      'assistant',
      'turn-end',
    ])
  })
})
