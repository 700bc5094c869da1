/** Rules that look at one record at a time: what joins, what repeats, what comes before its call. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldLines, type FoldRules, type Part } from '#main/formats/line-reader/fold'
import { openLines } from '#main/formats/line-reader/line-reader'
import { answered, assistantEntry, toolEntry, userEntry } from '#main/formats/parts/entries'
import { isObject, numberOr, textOr } from '#main/formats/parts/fields'
import { SessionIndex } from '#main/session/session-index'
import type { Entry } from '#shared/session'

/** Records of a made-up agent: `{k, id?, text?}`, several in `all`. */
function partOf(record: Readonly<Record<string, unknown>>): Part[] {
  const id = textOr(record.id, null)
  const text = textOr(record.text, '')
  switch (record.k) {
    case 'ask':
      return [{ kind: 'prompt', build: (place) => userEntry(place, text) }]
    case 'say':
      return [{ kind: 'response', id, build: (place) => assistantEntry(place, text) }]
    case 'more':
      return [{ kind: 'amend', apply: (answer) => ({ ...answer, reasoning: text }) }]
    case 'soon':
      return [{ kind: 'announce' }]
    case 'call': {
      const call = { name: text, callId: id, args: null }
      return [{ kind: 'call', id, build: (place) => toolEntry(place, call, 'generic') }]
    }
    case 'result': {
      const content = [{ type: 'text' as const, text }]
      return [
        {
          kind: 'result',
          id,
          apply: (call, at) => answered(call, { at, content, isError: false }),
        },
      ]
    }
    default:
      return []
  }
}

const rules: FoldRules = {
  timeOf: (record) => numberOr(record.at, null),
  partsOf: (record) =>
    Array.isArray(record.all) ? record.all.filter(isObject).flatMap(partOf) : partOf(record),
}

interface Folded {
  readonly entries: readonly Entry[]
  readonly index: SessionIndex
  readonly open: boolean
}

async function fold(records: readonly unknown[]): Promise<Folded> {
  const home = await mkdtemp(join(tmpdir(), 'reread-test-'))
  const path = join(home, 'log.jsonl')
  try {
    await writeFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    const opened = await openLines(path, foldLines(rules))
    if (!opened.ok) throw new Error(opened.reason.code)
    const reader = opened.value
    const index = new SessionIndex()
    const { open } = await reader.scan(index, {})
    const entries: Entry[] = []
    for (let seq = 0; seq < index.size; seq++) {
      const row = index.row(seq)
      if (row) entries.push(await reader.decode(row, seq))
    }
    await reader.close()
    return { entries, index, open }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

function words(entries: readonly Entry[]): string[] {
  return entries.map((entry) => {
    if (entry.kind === 'user') return `user ${entry.text}`
    if (entry.kind === 'assistant') return `say ${entry.text}|${entry.reasoning}`
    if (entry.kind === 'marker') return entry.marker
    const [first] = entry.content
    return `${entry.name} ${entry.status} ${first?.type === 'text' ? first.text : '-'}`
  })
}

const long = 'x'.repeat(6000)

describe('folding records into entries', () => {
  it.each([
    [
      'two records of one response are one entry',
      [
        { k: 'say', id: 'a', text: 'one' },
        { k: 'say', id: 'a', text: 'two' },
      ],
      ['say one\n\ntwo|'],
    ],
    [
      'a later state of a response replaces what it repeats',
      [
        { k: 'say', id: 'a', text: 'on' },
        { k: 'say', id: 'a', text: 'one' },
      ],
      ['say one|'],
    ],
    [
      'what amends goes to the response before it',
      [
        { k: 'say', text: 'one' },
        { k: 'more', text: 'why' },
      ],
      ['say one|why'],
    ],
    [
      'or to the one that was announced',
      [
        { k: 'say', text: 'one' },
        { k: 'soon' },
        { k: 'more', text: 'why' },
        { k: 'say', text: 'two' },
      ],
      ['say one|', 'say two|why'],
    ],
    [
      'results find their calls by id, whatever their order, and once',
      [
        {
          all: [
            { k: 'call', id: 'a', text: 'f' },
            { k: 'call', id: 'b', text: 'g' },
          ],
        },
        {
          all: [
            { k: 'result', id: 'b', text: '2' },
            { k: 'result', id: 'a', text: '1' },
          ],
        },
        { k: 'result', id: 'a', text: 'again' },
      ],
      ['f ok 1', 'g ok 2'],
    ],
    [
      'a call that is said twice is one, a result nobody asked for is shown',
      [
        { k: 'call', id: 'a', text: 'f' },
        { k: 'call', id: 'a', text: 'f' },
        { k: 'result', id: 'z', text: '9' },
      ],
      ['f unanswered -', 'unknown tool ok 9'],
    ],
    [
      'a long record is shown whole',
      [
        { k: 'ask', text: long },
        { k: 'call', id: 'a', text: 'f' },
        { k: 'result', id: 'a', text: long },
      ],
      [`user ${long}`, `f ok ${long}`],
    ],
  ])('%s', async (_name, records, expected) => {
    const { entries } = await fold(records)
    expect(words(entries)).toEqual(expected)
  })

  it('is open after a prompt, a call and a result, and not after an answer', async () => {
    const states: boolean[] = []
    const records = [
      { k: 'ask', text: 'q' },
      { k: 'say', text: 'a' },
      { k: 'call', id: 'a', text: 'f' },
      { k: 'result', id: 'a', text: '1' },
      { k: 'say', text: 'b' },
    ]
    for (let n = 1; n <= records.length; n++) states.push((await fold(records.slice(0, n))).open)
    expect(states).toEqual([true, false, true, true, false])
  })

  it('indexes what it shows, for any records in any order', async () => {
    const record = fc.record({
      k: fc.constantFrom('ask', 'say', 'more', 'soon', 'call', 'result', 'other'),
      id: fc.constantFrom('a', 'b', null),
      text: fc.string({ maxLength: 5 }),
      at: fc.nat(9),
    })
    const batch = fc.array(fc.oneof(record, fc.record({ all: fc.array(record, { maxLength: 4 }) })))
    await fc.assert(
      fc.asyncProperty(batch, async (records) => {
        const { entries, index } = await fold(records)
        for (const [seq, entry] of entries.entries()) {
          const row = index.row(seq)
          expect(row?.kind).toBe(entry.kind)
          expect([row?.turn, row?.step]).toEqual([entry.turn, entry.step])
          if (entry.kind === 'tool') {
            expect(row?.result !== null || entry.declined?.code === 'call-unknown').toBe(
              entry.status !== 'unanswered',
            )
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})
