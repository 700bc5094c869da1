/** Logs of Claude Code. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
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
  it('counts a response once, also when its calls come before its text', async () => {
    const home = await mkdtemp(join(tmpdir(), 'reread-claude-'))
    const path = join(home, 'c1a0de00-0000-4000-8000-000000000009.jsonl')
    const usage = { input_tokens: 3, output_tokens: 7 }
    const record = (nth: number, block: object): string => {
      const message = { id: 'msg', role: 'assistant', model: 'm', usage, content: [block] }
      const base = { uuid: `u${nth}`, parentUuid: null, sessionId: 's', cwd: '/p' }
      return `${JSON.stringify({ type: 'assistant', ...base, message })}\n`
    }
    const call = { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'true' } }
    const texts = ['one', 'two'].map((text, nth) => record(nth + 1, { type: 'text', text }))
    await writeFile(path, record(0, call) + texts.join(''))
    const { overview, entries } = await openLog(claudeCode, path)
    expect(linesOf(entries)).toHaveLength(2)
    expect(overview.header.usage).toMatchObject({ input: 3, output: 7 })
    await rm(home, { recursive: true, force: true })
  })

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
