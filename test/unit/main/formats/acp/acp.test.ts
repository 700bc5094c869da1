/** Saved traces of the Agent Client Protocol. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { acp } from '#main/formats/acp'
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
    name: 'a wrapped trace of both sides',
    file: 'acp/rings.acp.jsonl',
    facts: { id: 's1', title: 'Count the rings', cwd: '/home/dev/oak', turns: 1, toolCalls: 4 },
    lines: [
      'user Count the rings',
      'say Counting.',
      'read /home/dev/oak/rings.txt 1-2/2',
      'tool read: total-not-recorded',
      'edit /home/dev/oak/rings.txt hunk@2',
      'marker approval',
      'run ls -a = 0',
      'marker turn-end',
    ],
  },
] as const

describe('ACP', () => {
  it.each(logs)('$name', async ({ file, facts, lines }) => {
    const { entries, overview, diagnostics } = await openLog(acp, join(fixtures, file))
    expect(linesOf(entries)).toEqual(lines)
    expect(overview.header).toMatchObject(facts)
    expect(diagnostics).toEqual([])
  })

  it('tells a library what opening the log tells', async () => {
    for (const { file, facts } of logs) {
      const path = join(fixtures, file)
      const summary = await acp.summarise({ path, others: [], sessionId: null })
      const { id, title } = facts
      expect(summary).toMatchObject({ ok: true, value: { id, title } })
      if ('startedAt' in facts && summary.ok) {
        expect(summary.value.startedAt).toBe(facts.startedAt)
      }
    }
  })

  it.each(['acp/rings.acp.jsonl'])('opens whatever became of %s', async (file) => {
    await survivesDamage(acp, join(fixtures, file))
    if (file.endsWith('l')) await survivesDisorder(acp, join(fixtures, file))
  })
})

const samples = samplesOf('acp')

describe.runIf(samples)('ACP samples', () => {
  it.each([
    ['hand-made-wrapped-trace.jsonl', 7, 0],
    ['hand-made-bare-trace.jsonl', 7, 0],
    ['protocol-golden-updates.jsonl', 7, 0],
    ['agent-stdout-cancel-tool-calls.jsonl', 1, 0],
  ])('%s', async (file, entries, reads) => {
    const opened = await openLog(acp, join(samples ?? '', file))
    const cards = opened.entries.filter((one) => one.kind === 'tool' && one.result?.card === 'read')
    expect([opened.entries.length, cards.length]).toEqual([entries, reads])
    expect(opened.diagnostics).toEqual([])
  })
})
