/** Events of Copilot CLI. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copilotCli } from '#main/formats/copilot-cli'
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
    name: 'views, edits, commands, usage and events nobody knows',
    file: 'copilot-cli/session-state/0c0c0c0c-0000-4000-8000-000000000001/events.jsonl',
    facts: {
      id: '0c0c0c0c-0000-4000-8000-000000000001',
      title: 'Fire the pots',
      startedAt: 1777885200000,
      cwd: '/home/dev/kiln',
      model: 'kiln-1',
      toolCalls: 13,
      errors: 2,
      usage: { input: 30, output: 9, cacheRead: 60, cacheWrite: 10, reasoning: 2 },
    },
    lines: [
      'user Fire the pots',
      'injected <system_notification> idle </system_notification>',
      'say Firing.',
      'read /home/dev/kiln/pots.txt 1-3/3',
      'tool view: total-not-recorded',
      'read /home/dev/kiln/big.txt 8-9/9',
      'read /home/dev/kiln/old.txt 1-3/3',
      'tool view: total-not-recorded',
      'tool view: envelope-missing',
      'tool view: window-not-consecutive',
      'run exit 4 = 4',
      'edit /home/dev/kiln/pots.txt hunk@1',
      'edit /home/dev/kiln/new.txt new@?',
      'tool view: result-is-error [error]',
      'tool grep [unanswered]',
      'tool unknown tool: call-unknown',
      'say All fired.',
      'marker record',
      'marker turn-end',
    ],
  },
] as const

describe('Copilot CLI', () => {
  it.each(logs)('$name', async ({ file, facts, lines }) => {
    const { entries, overview, diagnostics } = await openLog(copilotCli, join(fixtures, file))
    expect(linesOf(entries)).toEqual(lines)
    expect(overview.header).toMatchObject(facts)
    expect(diagnostics).toEqual([])
  })

  it('tells a library what opening the log tells', async () => {
    for (const { file, facts } of logs) {
      const path = join(fixtures, file)
      const summary = await copilotCli.summarise({ path, others: [], sessionId: null })
      const { id, title } = facts
      expect(summary).toMatchObject({ ok: true, value: { id, title } })
      if ('startedAt' in facts && summary.ok) {
        expect(summary.value.startedAt).toBe(facts.startedAt)
      }
    }
  })

  it.each(['copilot-cli/session-state/0c0c0c0c-0000-4000-8000-000000000001/events.jsonl'])(
    'opens whatever became of %s',
    async (file) => {
      await survivesDamage(copilotCli, join(fixtures, file))
      if (file.endsWith('l')) await survivesDisorder(copilotCli, join(fixtures, file))
    },
  )
})

const samples = samplesOf('copilot-cli')

describe.runIf(samples)('Copilot CLI samples', () => {
  it.each([
    ['session-state/c0ffee00-aaaa-4000-8000-000000000001/events.jsonl', 14, 1],
    ['session-state/legacy-flat-small.jsonl', 19, 0],
    ['session-state/legacy-flat-large.jsonl', 13, 0],
  ])('%s', async (file, entries, reads) => {
    const opened = await openLog(copilotCli, join(samples ?? '', file))
    const cards = opened.entries.filter((one) => one.kind === 'tool' && one.result?.card === 'read')
    expect([opened.entries.length, cards.length]).toEqual([entries, reads])
    expect(opened.diagnostics).toEqual([])
  })
})
