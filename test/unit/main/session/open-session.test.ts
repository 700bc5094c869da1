/** What an opened session says of itself before it is whole. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openSession } from '#main/session/locate'

it('claims no life before it was scanned to its end', async () => {
  const home = await mkdtemp(join(tmpdir(), 'reread-session-'))
  const log = join(home, 'session.jsonl')
  const time = Date.now()
  const lines = [
    { type: 'session', version: 0, id: 's', createdAt: time, cwd: '/p' },
    { type: 'turn/start', seq: 0, time, data: { turn: 1 } },
  ]
  await writeFile(log, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const opened = await openSession(log)
  if (!opened.ok) throw new Error(opened.reason.code)
  const session = opened.value
  expect(session.live).toBe('ended')
  await session.index()
  expect(session.live).toBe('running')
  await session.close()
  await rm(home, { recursive: true, force: true })
})
