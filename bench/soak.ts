/** A writer appends 200 records a second while a session is followed: nothing lost, memory flat. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSession } from '#main/session/locate'
import { cache } from './logs'
import { head, megabytes, row } from './table'

export const perSecond = 200
const start = 1_795_000_000_000

/** The memory that stays after a collection, where this process may ask for one. */
function heap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

/** The first line of a log that is soaked, with its LF. */
export function soakHeader(): string {
  const header = { type: 'session', version: 0, id: 'soak', createdAt: start, cwd: '/p' }
  return `${JSON.stringify(header)}\n`
}

/** Records [from, to) as lines: messages that name their number. */
export function records(from: number, to: number): string {
  let text = ''
  for (let nth = from; nth < to; nth++) {
    const content = [{ type: 'text', text: `message ${nth}` }]
    const data = { id: `m${nth}`, role: 'user', content, source: { kind: 'user' } }
    const line = { type: 'user/message', seq: nth, time: start + nth, data, surfaceOp: 'append' }
    text += `${JSON.stringify(line)}\n`
  }
  return text
}

export async function soak(seconds: number): Promise<void> {
  const folder = mkdtempSync(join(cache, 'soak-'))
  const log = join(folder, 'session.jsonl')
  writeFileSync(log, soakHeader())
  const opened = await openSession(log)
  if (!opened.ok) throw new Error(opened.reason.code)
  const session = opened.value
  await session.index()
  head(
    `Soak: ${perSecond} records a second for ${seconds} s`,
    'after',
    'written',
    'shown',
    'heap',
    'resident',
  )
  let written = 0
  const began = Date.now()
  let told = 0
  while (Date.now() - began < seconds * 1000) {
    const due = Math.floor(((Date.now() - began) / 1000) * perSecond)
    const text = records(written, due)
    written = due
    // Half a line now, the rest with the next batch: as a writer leaves it.
    const cut = Math.floor(text.length / 2)
    appendFileSync(log, text.slice(0, cut))
    await session.refresh()
    appendFileSync(log, text.slice(cut))
    await session.refresh()
    await session.entries(Math.max(0, session.size - 40), session.size)
    const passed = Math.floor((Date.now() - began) / 1000)
    if (passed >= told + Math.max(1, Math.floor(seconds / 5))) {
      told = passed
      const resident = megabytes(process.memoryUsage().rss)
      row(`${passed} s`, String(written), String(session.size), megabytes(heap()), resident)
    }
    await new Promise((done) => setTimeout(done, 50))
  }
  await session.refresh()
  const lost: number[] = []
  for (let seq = 0; seq < session.size; seq += 997) {
    const [entry] = await session.entries(seq, seq + 1)
    if (entry?.kind !== 'user' || entry.text !== `message ${seq}`) lost.push(seq)
  }
  const isWhole = session.size === written && lost.length === 0
  row('end', String(written), `${session.size} ${isWhole ? '✓' : '✗'}`, megabytes(heap()), '')
  await session.close()
  rmSync(folder, { recursive: true, force: true })
}
