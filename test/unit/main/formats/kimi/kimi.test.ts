/** Wire logs of Kimi Code, and of the command line before it. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { kimi } from '#main/formats/kimi'
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
    name: 'a session whose facts stand beside the log',
    file: 'kimi/sessions/wd_tea_0a/session_0e0e/agents/main/wire.jsonl',
    facts: {
      id: 'session_0e0e',
      title: 'Tea time',
      startedAt: 1777885200000,
      cwd: '/home/dev/tea',
      children: ['session_0e0e/agent-0'],
      usage: { input: 11, output: 3, cacheRead: 7, cacheWrite: 1, reasoning: 0 },
    },
    lines: [
      'user Brew',
      'say Brewing.',
      'read /home/dev/tea/leaf.txt 3-4/9',
      'tool Read: result-truncated',
      'tool Read: result-is-error [error]',
      'run pour = 5',
      'tool Agent',
      'marker approval',
      'marker compaction',
    ],
  },
  {
    name: 'a subagent',
    file: 'kimi/sessions/wd_tea_0a/session_0e0e/agents/agent-0/wire.jsonl',
    facts: { id: 'session_0e0e/agent-0', title: null, parent: 'session_0e0e' },
    lines: ['injected taste', 'say bitter'],
  },
  {
    name: 'the older command line',
    file: 'kimi/older/0f0f/wire.jsonl',
    facts: { id: '0f0f', title: 'Brew again' },
    lines: ['user Brew again', 'say Yes.', 'read leaf.txt 1-2/2', 'marker turn-end'],
  },
] as const

describe('Kimi Code', () => {
  it.each(logs)('$name', async ({ file, facts, lines }) => {
    const { entries, overview, diagnostics } = await openLog(kimi, join(fixtures, file))
    expect(linesOf(entries)).toEqual(lines)
    expect(overview.header).toMatchObject(facts)
    expect(diagnostics).toEqual([])
  })

  it('tells a library what opening the log tells', async () => {
    for (const { file, facts } of logs) {
      const path = join(fixtures, file)
      const summary = await kimi.summarise({ path, others: [], sessionId: null })
      const { id, title } = facts
      expect(summary).toMatchObject({ ok: true, value: { id, title } })
      if ('startedAt' in facts && summary.ok) {
        expect(summary.value.startedAt).toBe(facts.startedAt)
      }
    }
  })

  it.each([
    'kimi/sessions/wd_tea_0a/session_0e0e/agents/main/wire.jsonl',
    'kimi/sessions/wd_tea_0a/session_0e0e/agents/agent-0/wire.jsonl',
    'kimi/older/0f0f/wire.jsonl',
  ])('opens whatever became of %s', async (file) => {
    await survivesDamage(kimi, join(fixtures, file))
    if (file.endsWith('l')) await survivesDisorder(kimi, join(fixtures, file))
  })

  it('links a call to the subagent it started', async () => {
    const { entries } = await openLog(kimi, join(fixtures, logs[0].file))
    const call = entries.find((entry) => entry.kind === 'tool' && entry.name === 'Agent')
    expect(call).toMatchObject({ links: [{ id: 'session_0e0e/agent-0', relation: 'subagent' }] })
  })
})

const samples = samplesOf('others/kimi')

describe.runIf(samples)('Kimi Code samples', () => {
  it.each([
    ['sessions/wd_project/session_1/agents/main/wire.jsonl', 67, 0],
    ['sessions/wd_project/session_1/agents/agent-0/wire.jsonl', 7, 0],
  ])('%s', async (file, entries, reads) => {
    const opened = await openLog(kimi, join(samples ?? '', file))
    const cards = opened.entries.filter((one) => one.kind === 'tool' && one.result?.card === 'read')
    expect([opened.entries.length, cards.length]).toEqual([entries, reads])
    expect(opened.diagnostics).toEqual([])
  })
})
