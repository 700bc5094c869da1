/** Both dialects of Droid. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { droid } from '#main/formats/droid'
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
    name: 'a stored session',
    file: 'droid/sessions/-home-dev-mill/0b0b0b0b-0000-4000-8000-000000000001.jsonl',
    facts: {
      id: '0b0b0b0b-0000-4000-8000-000000000001',
      title: 'Grind',
      cwd: '/home/dev/mill',
      errors: 1,
    },
    lines: [
      'user Grind the corn',
      'injected <system-reminder>be slow</system-reminder>',
      'say Grinding.',
      'read /home/dev/mill/corn.txt 1-2/2',
      'tool Read: total-not-recorded',
      'run turn = ?',
      'edit /home/dev/mill/flour.txt new@?',
      'tool Read: result-is-error [error]',
      'marker todo',
    ],
  },
  {
    name: 'a stream',
    file: 'droid/stream/run.jsonl',
    facts: { id: '0b0b-2', title: 'Again', model: 'mill-1', errors: 1 },
    lines: ['user Again', 'say Yes', 'run turn = 7', 'marker turn-end'],
  },
] as const

describe('Droid', () => {
  it.each(logs)('$name', async ({ file, facts, lines }) => {
    const { entries, overview, diagnostics } = await openLog(droid, join(fixtures, file))
    expect(linesOf(entries)).toEqual(lines)
    expect(overview.header).toMatchObject(facts)
    expect(diagnostics).toEqual([])
  })

  it('tells a library what opening the log tells', async () => {
    for (const { file, facts } of logs) {
      const path = join(fixtures, file)
      const summary = await droid.summarise({ path, others: [], sessionId: null })
      const { id, title } = facts
      expect(summary).toMatchObject({ ok: true, value: { id, title } })
      if ('startedAt' in facts && summary.ok) {
        expect(summary.value.startedAt).toBe(facts.startedAt)
      }
    }
  })

  it.each([
    'droid/sessions/-home-dev-mill/0b0b0b0b-0000-4000-8000-000000000001.jsonl',
    'droid/stream/run.jsonl',
  ])('opens whatever became of %s', async (file) => {
    await survivesDamage(droid, join(fixtures, file))
    if (file.endsWith('l')) await survivesDisorder(droid, join(fixtures, file))
  })
})

const samples = samplesOf('others/droid')

describe.runIf(samples)('Droid samples', () => {
  it.each([
    ['session_store_large.jsonl', 7, 0],
    ['stream_json_large.jsonl', 4, 0],
  ])('%s', async (file, entries, reads) => {
    const opened = await openLog(droid, join(samples ?? '', file))
    const cards = opened.entries.filter((one) => one.kind === 'tool' && one.result?.card === 'read')
    expect([opened.entries.length, cards.length]).toEqual([entries, reads])
    expect(opened.diagnostics).toEqual([])
  })
})
