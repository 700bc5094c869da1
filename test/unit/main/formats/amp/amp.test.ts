/** Threads of Amp. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { amp } from '#main/formats/amp'
import { fixtures, linesOf, openLog, survivesDamage } from '../document-reader/open-log'
import { samplesOf } from '../../../../support/samples'

const logs = [
  {
    name: 'runs with results in forms of their own',
    file: 'amp/threads/T-0a0a0a0a-0000-4000-8000-000000000001.json',
    facts: {
      id: 'T-0a0a0a0a-0000-4000-8000-000000000001',
      title: 'Bees',
      startedAt: 1777885200000,
      errors: 2,
      usage: { input: 5, output: 2, cacheRead: 3, cacheWrite: 1, reasoning: 0 },
    },
    lines: [
      'user Where is the hive?',
      'say Looking.',
      'tool Read: total-not-recorded',
      'read /home/dev/bees/hive.txt 2-3/7',
      'run buzz = 6',
      'edit /home/dev/bees/hive.txt hunk@?',
      'tool Read: result-is-error [error]',
      'tool Grep [unanswered]',
    ],
  },
] as const

describe('Amp', () => {
  it.each(logs)('$name', async ({ file, facts, lines }) => {
    const { entries, overview, diagnostics } = await openLog(amp, join(fixtures, file))
    expect(linesOf(entries)).toEqual(lines)
    expect(overview.header).toMatchObject(facts)
    expect(diagnostics).toEqual([])
  })

  it('tells a library what opening the log tells', async () => {
    for (const { file, facts } of logs) {
      const path = join(fixtures, file)
      const summary = await amp.summarise({ path, others: [], sessionId: null })
      const { id, title } = facts
      expect(summary).toMatchObject({ ok: true, value: { id, title } })
      if ('startedAt' in facts && summary.ok) {
        expect(summary.value.startedAt).toBe(facts.startedAt)
      }
    }
  })

  it.each(['amp/threads/T-0a0a0a0a-0000-4000-8000-000000000001.json'])(
    'opens whatever became of %s',
    async (file) => {
      await survivesDamage(amp, join(fixtures, file))
    },
  )
})

const samples = samplesOf('others/amp')

describe.runIf(samples)('Amp samples', () => {
  it.each([['T-thread-001.json', 2, 0]])('%s', async (file, entries, reads) => {
    const opened = await openLog(amp, join(samples ?? '', file))
    const cards = opened.entries.filter((one) => one.kind === 'tool' && one.result?.card === 'read')
    expect([opened.entries.length, cards.length]).toEqual([entries, reads])
    expect(opened.diagnostics).toEqual([])
  })
})
