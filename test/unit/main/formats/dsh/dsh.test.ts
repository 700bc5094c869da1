/** Logs of dsh that something happened to: no bytes and no order of lines make them fail. */
import { dirname, join } from 'node:path'
import { describe, it } from 'vitest'
import { dsh } from '#main/formats/dsh'
import { fixtures, survivesDamage, survivesDisorder } from '../document-reader/open-log'

const project = join(dirname(fixtures), 'dsh/--home-dev-orders-api--')
const plain = join(project, '7e9b1f52-0c7d-4b1e-9d3a-2f4c5b6a7d8e/session.jsonl')
const packed = join(project, '5d2a7c10-1b44-4a63-8f0e-6f6f0f1d2c3b/session.jsonl.zstd')

describe('dsh', () => {
  it.each([
    ['plain', plain],
    ['zstd', packed],
  ])('opens whatever bytes became of a %s log', async (_, log) => {
    await survivesDamage(dsh, log)
  })

  it('opens its lines in any order', async () => {
    await survivesDisorder(dsh, plain)
  })
})
