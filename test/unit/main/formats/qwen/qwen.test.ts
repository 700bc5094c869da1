/** Chats of Qwen Code. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { qwen } from '#main/formats/qwen'
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
    name: 'one answer of two records, results by id',
    file: 'qwen/projects/-home-dev-rice/chats/0d0d0d0d-0000-4000-8000-000000000001.jsonl',
    facts: {
      id: '0d0d0d0d-0000-4000-8000-000000000001',
      title: 'Rice',
      cwd: '/home/dev/rice',
      model: 'rice-1',
      usage: { input: 10, output: 8, cacheRead: 30, cacheWrite: 0, reasoning: 2 },
    },
    lines: [
      'user Boil the rice',
      'injected <qwen:user-prompt-submit-context>hook says hi</qwen:user-pro',
      'say Boiling.',
      'read /home/dev/rice/pot.txt 1-2/2',
      'read /home/dev/rice/long.txt 3-4/9',
      'edit /home/dev/rice/pot.txt hunk@1',
      'run boil = 2',
      'tool glob [unanswered]',
      'marker compaction',
      'marker title',
      'injected timer rang',
    ],
  },
] as const

describe('Qwen Code', () => {
  it.each(logs)('$name', async ({ file, facts, lines }) => {
    const { entries, overview, diagnostics } = await openLog(qwen, join(fixtures, file))
    expect(linesOf(entries)).toEqual(lines)
    expect(overview.header).toMatchObject(facts)
    expect(diagnostics).toEqual([])
  })

  it('tells a library what opening the log tells', async () => {
    for (const { file, facts } of logs) {
      const path = join(fixtures, file)
      const summary = await qwen.summarise({ path, others: [], sessionId: null })
      const { id, title } = facts
      expect(summary).toMatchObject({ ok: true, value: { id, title } })
      if ('startedAt' in facts && summary.ok) {
        expect(summary.value.startedAt).toBe(facts.startedAt)
      }
    }
  })

  it.each(['qwen/projects/-home-dev-rice/chats/0d0d0d0d-0000-4000-8000-000000000001.jsonl'])(
    'opens whatever became of %s',
    async (file) => {
      await survivesDamage(qwen, join(fixtures, file))
      if (file.endsWith('l')) await survivesDisorder(qwen, join(fixtures, file))
    },
  )
})

const samples = samplesOf('others/qwen')

describe.runIf(samples)('Qwen Code samples', () => {
  it.each([
    ['chats/019f0000-0000-7000-8000-000000000001.jsonl', 6, 1],
    ['chats/019f0000-0000-7000-8000-000000000004.jsonl', 8, 0],
    ['chats/session-tools.jsonl', 7, 0],
  ])('%s', async (file, entries, reads) => {
    const opened = await openLog(qwen, join(samples ?? '', file))
    const cards = opened.entries.filter((one) => one.kind === 'tool' && one.result?.card === 'read')
    expect([opened.entries.length, cards.length]).toEqual([entries, reads])
    expect(opened.diagnostics).toEqual([])
  })
})
