/** Logs of Claude Code. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claudeCode } from '#main/formats/claude-code'
import {
  fixtures,
  foundAt,
  linesOf,
  openLog,
  survivesDamage,
  survivesDisorder,
} from '../document-reader/open-log'

const log = join(
  fixtures,
  'claude-code/projects/-home-dev-garden/c1a0de00-0000-4000-8000-000000000001.jsonl',
)

describe('Claude Code', () => {
  it('opens its fixture', async () => {
    const { entries, overview, diagnostics } = await openLog(claudeCode, log)
    expect(linesOf(entries)).toEqual([
      'marker title',
      'user Prune the roses',
      'say I look at the plan.',
      'read /home/dev/garden/plan.md 2-3/5',
      'read /home/dev/garden/notes.md 1-2/2',
      'tool Read: total-not-recorded',
      'edit /home/dev/garden/plan.md hunk@1',
      'run shears --check = 2 [error]',
      'run true = 0',
      'say Pruned.',
      'marker branch',
      'user Prune the hedge instead',
      'marker record',
    ])
    expect(overview.header).toMatchObject({
      title: 'Prune the roses',
      cwd: '/home/dev/garden',
      model: 'claude-opus-5',
      turns: 2,
      // Three records of one response count once, at their largest.
      usage: { input: 21, output: 160, cacheRead: 700, cacheWrite: 70, reasoning: 0 },
    })
    expect(overview.branches).toMatchObject([
      { id: 0, parent: null, title: 'Prune the roses' },
      { id: 1, parent: 0, title: 'Prune the hedge instead' },
    ])
    expect(diagnostics).toEqual([])
  })

  it('is recognised, and tells a library what opening tells', async () => {
    const [found] = await foundAt(claudeCode, log)
    expect(found?.path).toBe(log)
    const summary = await claudeCode.summarise({ path: log, others: [], sessionId: null })
    const { id, title, cwd } = (await openLog(claudeCode, log)).overview.header
    expect(summary).toMatchObject({ ok: true, value: { id, title, cwd } })
  })

  it('opens whatever bytes became of it', async () => {
    await survivesDamage(claudeCode, log)
  })

  it('opens its lines in any order', async () => {
    await survivesDisorder(claudeCode, log)
  })
})
