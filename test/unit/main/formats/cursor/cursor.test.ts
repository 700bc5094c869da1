/** Transcripts of Cursor: most calls without results. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cursor } from '#main/formats/cursor'
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
    name: 'what was typed apart from what was put around it',
    file: 'cursor/projects/home-dev-loom/agent-transcripts/0909-aa/0909-aa.jsonl',
    facts: { id: '0909-aa', title: 'Weave a cloth', turns: 1 },
    lines: [
      'user Weave a cloth',
      'injected <attached>loom.txt</attached>',
      'say Weaving.',
      'tool Read [unanswered]',
      'tool Shell',
      'tool unknown tool: call-unknown',
    ],
  },
  {
    name: 'a subagent',
    file: 'cursor/projects/home-dev-loom/agent-transcripts/0909-aa/subagents/0909-bb.jsonl',
    facts: { id: '0909-bb', title: 'Spin', parent: '0909-aa' },
    lines: ['user Spin', 'say Spun.'],
  },
] as const

describe('Cursor', () => {
  it.each(logs)('$name', async ({ file, facts, lines }) => {
    const { entries, overview, diagnostics } = await openLog(cursor, join(fixtures, file))
    expect(linesOf(entries)).toEqual(lines)
    expect(overview.header).toMatchObject(facts)
    expect(diagnostics).toEqual([])
  })

  it('tells a library what opening the log tells', async () => {
    for (const { file, facts } of logs) {
      const path = join(fixtures, file)
      const summary = await cursor.summarise({ path, others: [], sessionId: null })
      const { id, title } = facts
      expect(summary).toMatchObject({ ok: true, value: { id, title } })
      if ('startedAt' in facts && summary.ok) {
        expect(summary.value.startedAt).toBe(facts.startedAt)
      }
    }
  })

  it.each([
    'cursor/projects/home-dev-loom/agent-transcripts/0909-aa/0909-aa.jsonl',
    'cursor/projects/home-dev-loom/agent-transcripts/0909-aa/subagents/0909-bb.jsonl',
  ])('opens whatever became of %s', async (file) => {
    await survivesDamage(cursor, join(fixtures, file))
    if (file.endsWith('l')) await survivesDisorder(cursor, join(fixtures, file))
  })
})

const samples = samplesOf('others/cursor')

describe.runIf(samples)('Cursor samples', () => {
  it.each([
    ['large.jsonl', 12, 0],
    ['parent/parent.jsonl', 3, 0],
  ])('%s', async (file, entries, reads) => {
    const opened = await openLog(cursor, join(samples ?? '', file))
    const cards = opened.entries.filter((one) => one.kind === 'tool' && one.result?.card === 'read')
    expect([opened.entries.length, cards.length]).toEqual([entries, reads])
    expect(opened.diagnostics).toEqual([])
  })
})
