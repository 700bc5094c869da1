/** Trajectories of SWE-agent and of mini-swe-agent. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sweAgent } from '#main/formats/swe-agent'
import { fixtures, linesOf, openLog, survivesDamage } from '../document-reader/open-log'
import { samplesOf } from '../../../../support/samples'

const logs = [
  {
    name: 'windows, edits and what a run hands in',
    file: 'swe-agent/run/garden-1.traj',
    facts: { id: 'garden-1.traj', title: 'Fix the gate', errors: 1 },
    lines: [
      'marker system',
      'user Fix the gate',
      'say hm',
      'read /repo/a.py 7-8/12',
      'say hm',
      'edit /repo/a.py hunk@7',
      'say hm',
      'tool edit [error]',
      'say hm',
      'read /repo/b.py 1-2/2',
      'say hm',
      'tool str_replace_editor: total-not-recorded',
      'say hm',
      'edit /repo/b.py hunk@1',
      'say hm',
      'run pytest -q = ?',
      'say hm',
      'edit a.py hunk@7',
      'marker turn-end',
    ],
  },
  {
    name: 'a run of mini, whose commands have codes',
    file: 'swe-agent/mini/garden-2.traj.json',
    facts: { id: 'garden-2.traj.json', title: 'Water the plants', errors: 1 },
    lines: [
      'marker system',
      'user Water the plants',
      'say THOUGHT: look ```bash ls /none ```',
      'run ls /none = 2',
      'say ```mswea_bash_command echo ok ```',
      'run echo ok = 0',
      'marker turn-end',
    ],
  },
] as const

describe('SWE-agent', () => {
  it.each(logs)('$name', async ({ file, facts, lines }) => {
    const { entries, overview, diagnostics } = await openLog(sweAgent, join(fixtures, file))
    expect(linesOf(entries)).toEqual(lines)
    expect(overview.header).toMatchObject(facts)
    expect(diagnostics).toEqual([])
  })

  it('tells a library what opening the log tells', async () => {
    for (const { file, facts } of logs) {
      const path = join(fixtures, file)
      const summary = await sweAgent.summarise({ path, others: [], sessionId: null })
      const { id, title } = facts
      expect(summary).toMatchObject({ ok: true, value: { id, title } })
      if ('startedAt' in facts && summary.ok) {
        expect(summary.value.startedAt).toBe(facts.startedAt)
      }
    }
  })

  it.each(['swe-agent/run/garden-1.traj', 'swe-agent/mini/garden-2.traj.json'])(
    'opens whatever became of %s',
    async (file) => {
      await survivesDamage(sweAgent, join(fixtures, file))
    },
  )
})

const samples = samplesOf('swe-agent')

describe.runIf(samples)('SWE-agent samples', () => {
  it.each([
    ['marshmallow-1867-default.traj', 31, 3],
    ['marshmallow-1867-function-calling-replace.traj', 25, 2],
    ['pydicom-1458-default.traj', 27, 2],
    ['function-calling-history-only.traj', 12, 1],
    ['mini-github_issue.traj.json', 22, 0],
    ['mini-local.traj.json', 6, 0],
  ])('%s', async (file, entries, reads) => {
    const opened = await openLog(sweAgent, join(samples ?? '', file))
    const cards = opened.entries.filter((one) => one.kind === 'tool' && one.result?.card === 'read')
    expect([opened.entries.length, cards.length]).toEqual([entries, reads])
    expect(opened.diagnostics).toEqual([])
  })
})
