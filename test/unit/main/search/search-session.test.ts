/**
 * What a search of a session finds, against the plain way: decode every entry,
 * look into every text. Results come long after their calls, texts hold escapes
 * and letters of other scripts, entries are made of several records.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SearchHit, SearchQuery } from '#shared/api/search'
import { matchEntry } from '#main/search/match-entry'
import { compile } from '#main/search/query'
import { searchSession } from '#main/search/search-session'
import { openSession } from '#main/session/locate'
import type { OpenSession } from '#main/session/open-session'
import { queryFor } from '../../../support/search-query'

const start = 1_795_000_000_000
let home = ''

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'reread-search-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

type Said = { readonly says: string } | { readonly calls: string; readonly answer: string }

/** A dsh log in which every call is answered at the very end; `escaped`: non-ASCII as JSON escapes. */
function logOf(said: readonly Said[], escaped: boolean): string {
  let seq = 0
  const record = (type: string, data: object): string => {
    const line = JSON.stringify({ type, seq, time: start + seq, data, surfaceOp: 'append' })
    seq += 1
    const hex = (character: string): string =>
      `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
    return `${escaped ? line.replace(/[^\x20-\x7e]/g, hex) : line}\n`
  }
  const answers: [string, string][] = []
  const lines = [
    `${JSON.stringify({ type: 'session', version: 0, id: 's', createdAt: start, cwd: '/p' })}\n`,
  ]
  for (const [nth, one] of said.entries()) {
    if ('says' in one) {
      const content = [{ type: 'text', text: one.says }]
      lines.push(record('user/message', { id: `m${nth}`, content, source: { kind: 'user' } }))
    } else {
      const data = {
        callId: `c${nth}`,
        name: 'web_fetch',
        arguments: JSON.stringify({ q: one.calls }),
      }
      lines.push(record('tool/call', data))
      answers.push([`c${nth}`, one.answer])
    }
  }
  for (const [callId, text] of answers) {
    const content = [
      {
        type: 'tool-result',
        toolCallId: callId,
        content: [{ type: 'text', text }],
        isError: false,
      },
    ]
    lines.push(record('tool/result', { callId, name: 'web_fetch', message: { content } }))
  }
  return lines.join('')
}

async function opened(log: string): Promise<OpenSession> {
  const path = join(home, 'session.jsonl')
  await writeFile(path, log)
  const session = await openSession(path)
  if (!session.ok) throw new Error(session.reason.code)
  return session.value
}

interface Found {
  readonly total: number
  readonly places: string[]
}

const placeOf = ({ seq, field, lineNumber, line }: SearchHit): string =>
  [seq, field, lineNumber, line].join(' ')

async function found(session: OpenSession, query: SearchQuery): Promise<Found> {
  const matcher = compile(query)
  if (!matcher.ok) throw new Error(matcher.reason.code)
  let total = 0
  const places: string[] = []
  const signal = new AbortController().signal
  const report = (matches: { total: number; hits: SearchHit[] }): void => {
    total = matches.total
    places.push(...matches.hits.map(placeOf))
  }
  await searchSession(session, query, matcher.value, report, signal)
  return { total, places: places.toSorted() }
}

/** The plain way. */
async function there(session: OpenSession, query: SearchQuery): Promise<Found> {
  const matcher = compile(query)
  if (!matcher.ok) throw new Error(matcher.reason.code)
  let total = 0
  const places: string[] = []
  for (let seq = 0; seq < session.size; seq++) {
    const entry = await session.decoded(seq)
    if (!entry) continue
    const matches = matchEntry(entry, session.stepOf(seq), query, matcher.value)
    total += matches.total
    places.push(...matches.hits.map(placeOf))
  }
  return { total, places: places.toSorted() }
}

describe('a search of a session', () => {
  const words = [
    'task',
    'TASK',
    'Kelvin',
    '\u212aelvin',
    'ta\u017fk',
    'füchse',
    'FÜCHSE',
    '🦊',
    '"quoted"',
    'a\\b',
    'a/b',
    '\u001b[1m',
    'line\nbreak',
  ]
  const text = fc
    .array(fc.constantFrom(...words, 'x', ' '), { maxLength: 6 })
    .map((parts) => parts.join(' '))
  const said = fc.oneof(
    text.map((says): Said => ({ says })),
    fc.record({ calls: text, answer: text }),
  )
  const query = fc.record({
    text: fc.constantFrom(
      'task',
      'TASK',
      'kelvin',
      'füchse',
      '🦊',
      'quoted',
      'a\\b',
      'a/b',
      'break',
      'k',
      'nowhere at all',
    ),
    caseSensitive: fc.boolean(),
    wholeWord: fc.boolean(),
  })

  it('finds what is there and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(said, { maxLength: 40 }),
        fc.boolean(),
        query,
        async (all, escaped, { text: searched, ...patch }) => {
          const session = await opened(logOf(all, escaped))
          const asked = queryFor(searched, patch)
          const first = await found(session, asked)
          expect(first).toEqual(await there(session, asked))
          // Once more, on an index that is there already.
          expect(await found(session, asked)).toEqual(first)
          await session.close()
        },
      ),
      { numRuns: 60 },
    )
  })

  it('finds a result that comes thousands of entries after its call', async () => {
    const filler = Array.from({ length: 12_000 }, (_, nth): Said => ({
      says: `message ${nth} ${'.'.repeat(300)}`,
    }))
    const all: Said[] = [
      { calls: 'a needle to ask for', answer: 'the needle, far below' },
      ...filler,
    ]
    const session = await opened(logOf(all, false))
    const asked = queryFor('needle')
    const result = await found(session, asked)
    expect(result.places).toEqual([
      '0 command 1 a needle to ask for',
      '0 output 1 the needle, far below',
    ])
    expect(result).toEqual(await there(session, asked))
    await session.close()
  })

  it('says so at once when it is stopped', async () => {
    const session = await opened(logOf([{ says: 'task' }], false))
    const asked = queryFor('task')
    const matcher = compile(asked)
    if (!matcher.ok) throw new Error(matcher.reason.code)
    const stop = new AbortController()
    stop.abort()
    const totals: number[] = []
    await searchSession(
      session,
      asked,
      matcher.value,
      ({ total }) => totals.push(total),
      stop.signal,
    )
    expect(totals).toEqual([0])
    await session.close()
  })
})
