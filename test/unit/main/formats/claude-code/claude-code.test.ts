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
    expect(linesOf(entries)).toEqual([])
    expect(overview.header).toMatchObject({})
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
