/** Logs of pi. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pi } from '#main/formats/pi'
import {
  fixtures,
  foundAt,
  linesOf,
  openLog,
  survivesDamage,
  survivesDisorder,
} from '../document-reader/open-log'

const log = join(fixtures, 'pi/sessions/--home-dev-pond--/2026-11-20T11-00-00-000Z_9100d000.jsonl')

describe('pi', () => {
  it('opens its fixture', async () => {
    const { entries, overview, diagnostics } = await openLog(pi, log)
    expect(linesOf(entries)).toEqual([
      'marker model',
      'user Feed the fish',
      'say Reading.',
      'read fish.md 2-2/4',
      'say ',
      'edit fish.md hunk@1',
      'say ',
      'run feed --now = 4',
      'say There is no food.',
      'marker branch',
      'user Feed the ducks instead',
      'say Fed.',
      'marker record',
    ])
    expect(overview.header).toMatchObject({
      title: 'Feed the fish',
      cwd: '/home/dev/pond',
      model: 'claude-opus-5',
      usage: { input: 25, output: 35, cacheRead: 55, cacheWrite: 0, reasoning: 0 },
    })
    // The second prompt hangs from the first one: rewound to there.
    expect(overview.branches).toMatchObject([
      { id: 0, parent: null, title: 'Feed the fish', entries: 9 },
      { id: 1, parent: 0, after: 1, title: 'Feed the ducks instead', entries: 4 },
    ])
    expect(diagnostics).toEqual([])
  })

  it('is recognised, and tells a library what opening tells', async () => {
    const [found] = await foundAt(pi, log)
    expect(found?.path).toBe(log)
    const summary = await pi.summarise({ path: log, others: [], sessionId: null })
    const { id, title, cwd } = (await openLog(pi, log)).overview.header
    expect(summary).toMatchObject({ ok: true, value: { id, title, cwd } })
  })

  it('opens whatever bytes became of it', async () => {
    await survivesDamage(pi, log)
  })

  it('opens its lines in any order', async () => {
    await survivesDisorder(pi, log)
  })
})
