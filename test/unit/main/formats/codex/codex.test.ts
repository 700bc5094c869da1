/** Logs of Codex. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codex } from '#main/formats/codex'
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
  'codex/sessions/2026/11/20/rollout-2026-11-20T10-00-00-c0de0000-0000-7000-8000-000000000001.jsonl',
)

describe('Codex', () => {
  it('opens its fixture', async () => {
    const { entries, overview, diagnostics } = await openLog(codex, log)
    expect(linesOf(entries)).toEqual([
      'marker model',
      'user Bake bread',
      'say ',
      'read recipe.md 1-2/2',
      'run oven --heat = 3',
      'edit /home/dev/bakery/recipe.md hunk@1',
      'say Baked.',
      'marker record',
    ])
    expect(overview.header).toMatchObject({
      title: 'Bake bread',
      cwd: '/home/dev/bakery',
      model: 'gpt-5.2-codex',
      usage: { input: 100, output: 60, cacheRead: 400, cacheWrite: 0, reasoning: 10 },
    })
    expect(diagnostics).toEqual([])
  })

  it('is recognised, and tells a library what opening tells', async () => {
    const [found] = await foundAt(codex, log)
    expect(found?.path).toBe(log)
    const summary = await codex.summarise({ path: log, others: [], sessionId: null })
    const { id, title, cwd } = (await openLog(codex, log)).overview.header
    expect(summary).toMatchObject({ ok: true, value: { id, title, cwd } })
  })

  it('opens whatever bytes became of it', async () => {
    await survivesDamage(codex, log)
  })

  it('opens its lines in any order', async () => {
    await survivesDisorder(codex, log)
  })
})
