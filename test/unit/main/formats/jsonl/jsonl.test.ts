/** JSON Lines of no known agent: record by record, whatever they are. */
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jsonl } from '#main/formats/jsonl'
import { fixtures, openLog, survivesDamage, survivesDisorder } from '../document-reader/open-log'

const log = join(dirname(fixtures), 'example/explore/session.jsonl')

describe('JSON Lines', () => {
  it('shows a record a line', async () => {
    const { entries, diagnostics } = await openLog(jsonl, log)
    expect(entries.length).toBeGreaterThan(5)
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(['marker']))
    expect(diagnostics).toEqual([])
  })

  it('opens whatever bytes became of it', async () => {
    await survivesDamage(jsonl, log)
  })

  it('opens its lines in any order', async () => {
    await survivesDisorder(jsonl, log)
  })
})
