/** Recordings of Gemini CLI: a document, and lines that replace and rewind. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { geminiCli } from '#main/formats/gemini-cli'
import {
  fixtures,
  linesOf,
  openLog,
  survivesDamage,
  survivesDisorder,
} from '../document-reader/open-log'
import { samplesOf } from '../../../../support/samples'

const logs = [
  {
    name: 'a document with each kind of result',
    file: 'gemini-cli/tmp/meadow/chats/session-2026-05-04T09-00-a1b2c3d4.json',
    facts: {
      id: 'a1b2c3d4-0000-4000-8000-000000000001',
      title: 'Tidy the seed list',
      startedAt: 1777885200000,
      errors: 3,
      turns: 1,
    },
    lines: [
      'injected <session_context>today</session_context>',
      'user Tidy the seed list',
      'say Looking.',
      'read seeds.txt 1-3/3',
      'read long.txt 3-4/9',
      'tool read_file: window-past-end',
      'tool read_file: total-not-recorded',
      'tool read_file: result-is-error [error]',
      'edit /home/dev/meadow/seeds.txt hunk@1',
      'edit new.txt new@?',
      'tool write_file: diffs-empty',
      'run false = 1',
      'run echo hi = 0',
      'tool glob [unanswered]',
      'marker error',
    ],
  },
  {
    name: 'lines, where the last state of a message counts and a rewind is marked',
    file: 'gemini-cli/tmp/meadow/chats/session-2026-05-05T09-00-b2c3d4e5.jsonl',
    facts: {
      id: 'b2c3d4e5-0000-4000-8000-000000000002',
      title: 'A second try',
      startedAt: 1777885200000,
      cwd: '/home/dev/meadow',
      turns: 1,
    },
    lines: ['user second try', 'say read it', 'read a 1-1/1', 'marker branch'],
  },
] as const

describe('Gemini CLI', () => {
  it.each(logs)('$name', async ({ file, facts, lines }) => {
    const { entries, overview, diagnostics } = await openLog(geminiCli, join(fixtures, file))
    expect(linesOf(entries)).toEqual(lines)
    expect(overview.header).toMatchObject(facts)
    expect(diagnostics).toEqual([])
  })

  it('tells a library what opening the log tells', async () => {
    for (const { file, facts } of logs) {
      const path = join(fixtures, file)
      const summary = await geminiCli.summarise({ path, others: [], sessionId: null })
      const { id, title } = facts
      expect(summary).toMatchObject({ ok: true, value: { id, title } })
      if ('startedAt' in facts && summary.ok) {
        expect(summary.value.startedAt).toBe(facts.startedAt)
      }
    }
  })

  it.each([
    'gemini-cli/tmp/meadow/chats/session-2026-05-04T09-00-a1b2c3d4.json',
    'gemini-cli/tmp/meadow/chats/session-2026-05-05T09-00-b2c3d4e5.jsonl',
  ])('opens whatever became of %s', async (file) => {
    await survivesDamage(geminiCli, join(fixtures, file))
    if (file.endsWith('l')) await survivesDisorder(geminiCli, join(fixtures, file))
  })

  it('leaves out a document that goes on in lines', async () => {
    const file = { name: 'session-1.json', path: '/x/session-1.json', size: 1, mtimeMs: 0 }
    const both = [file, { ...file, name: 'session-1.jsonl', path: '/x/session-1.jsonl' }]
    const head = Buffer.from('{"sessionId":"s","projectHash":"p"}')
    const folder = { path: '/x', isNamed: false, folders: [], head: () => Promise.resolve(head) }
    const found = await geminiCli.discover({ ...folder, files: both })
    expect(found.map(({ path }) => path)).toEqual(['/x/session-1.jsonl'])
  })
})

const samples = samplesOf('gemini-cli')

describe.runIf(samples)('Gemini CLI samples', () => {
  it.each([
    ['tmp/0f0e/chats/session-2025-10-27T19-55-981c87cb.json', 31, 2],
    ['tmp/0f0e/chats/session-2025-10-29T10-36-453aa339.json', 8, 2],
    ['tmp/7e89/chats/session-2026-01-10T02-08-faff42ab.json', 8, 1],
    ['tmp/7e89/chats/session-2026-01-15T20-51-f7633853.json', 12, 0],
    ['tmp/demo/chats/session-2026-08-20T12-00-5e551000.jsonl', 12, 4],
    ['tmp/demo/chats/session-v0.40-fixture.jsonl', 4, 0],
  ])('%s', async (file, entries, reads) => {
    const opened = await openLog(geminiCli, join(samples ?? '', file))
    const cards = opened.entries.filter((one) => one.kind === 'tool' && one.result?.card === 'read')
    expect([opened.entries.length, cards.length]).toEqual([entries, reads])
    expect(opened.diagnostics).toEqual([])
  })
})
