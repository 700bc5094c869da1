/**
 * A session that is followed while a process of its own writes the log: what
 * followers see is the log as it is, whatever was done to it.
 */
import { mkdir, mkdtemp, readFile, rm, stat, utimes } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionUpdate } from '#shared/api/types'
import { formats } from '#main/formats'
import { SessionDesk } from '#main/host/session-desk'
import { createLibrary } from '#main/library/library'
import { encodeFrame } from '#main/log/zstd-encoder'
import { noFamily } from '#main/session/family'
import { IndexStore } from '#main/session/index-store'
import { locateLogs } from '#main/session/locate'
import { startWriter, type Writer } from '../../../support/writer'

const start = 1_795_000_000_000
const header = `${JSON.stringify({ type: 'session', version: 0, id: 'live', createdAt: start, cwd: '/p' })}\n`

/** The record of message `nth`, with its LF. */
function line(nth: number, text = `message ${nth}`): string {
  const content = [{ type: 'text', text }]
  const data = { id: `m${nth}`, role: 'user', content, source: { kind: 'user' } }
  const record = { type: 'user/message', seq: nth, time: start + nth, data, surfaceOp: 'append' }
  return `${JSON.stringify(record)}\n`
}

let writer: Writer
let home = ''
let log = ''
let desk: SessionDesk
let updates: SessionUpdate[] = []
let leave: AbortController

beforeAll(() => {
  writer = startWriter()
})
afterAll(() => writer.stop())
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'reread-live-'))
  log = join(home, 'session.jsonl')
  updates = []
  leave = new AbortController()
})
afterEach(async () => {
  leave.abort()
  await desk.dispose()
  await rm(home, { recursive: true, force: true })
})

/** Follows the log as a window does; `updates` fills. */
async function follow(path = log): Promise<void> {
  const found = await locateLogs(path)
  const [located] = found.ok ? found.value : []
  if (!located) throw new Error('not a log')
  desk = new SessionDesk({
    locate: () => located,
    family: noFamily,
    indexes: new IndexStore(join(home, 'state')),
    onCounts: () => undefined,
  })
  const stream = desk.follow('live', leave.signal)
  void (async () => {
    for await (const update of stream) updates.push(update)
  })()
  await vi.waitFor(() => expect(updates.at(-1)?.progress.done).toBe(true))
}

/** What a window would show: every text, in order. */
async function shown(): Promise<string[]> {
  const opened = await desk.open('live')
  if (!opened.ok) throw new Error(opened.reason.code)
  const entries = await opened.value.entries(0, opened.value.size)
  return entries.map((entry) => (entry.kind === 'user' ? entry.text : entry.kind))
}

async function diagnostics(): Promise<string[]> {
  const opened = await desk.open('live')
  return opened.ok ? opened.value.diagnostics(0, 10).map(({ reason }) => reason.code) : []
}

/** Followers were told of so many entries, and that is what is shown. */
async function shows(...texts: string[]): Promise<void> {
  await vi.waitFor(async () => {
    expect(updates.at(-1)?.entries).toBe(texts.length)
    expect(await shown()).toEqual(texts)
  }, waiting)
}
const waiting = { timeout: 8000, interval: 40 }

describe('a log that is written while it is followed', () => {
  it('shows what is appended', async () => {
    await writer.write(log, header + line(0))
    await follow()
    await shows('message 0')
    await writer.append(log, line(1) + line(2))
    await shows('message 0', 'message 1', 'message 2')
    expect(updates.some(({ reset }) => reset)).toBe(false)
  })

  it('waits for the rest of a line, and for the rest of a character', async () => {
    await writer.write(log, header)
    await follow()
    const bytes = Buffer.from(line(0, 'Füchse 🦊 im Wald'))
    const inFox = bytes.indexOf('🦊') + 2
    await writer.append(log, bytes.subarray(0, inFox))
    await vi.waitFor(async () => expect(await diagnostics()).toEqual(['torn-line']), waiting)
    expect(updates.at(-1)?.entries).toBe(0)
    await writer.append(log, bytes.subarray(inFox, -1))
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(updates.at(-1)?.entries).toBe(0)
    await writer.append(log, bytes.subarray(-1))
    await shows('Füchse 🦊 im Wald')
    expect(await diagnostics()).toEqual([])
  })

  it('waits for the rest of a frame, and gives up the whole lines of a torn one', async () => {
    const packed = `${log}.zstd`
    await writer.write(packed, await encodeFrame(header))
    await follow(packed)
    await writer.append(packed, await encodeFrame(line(0)))
    await shows('message 0')
    const frame = Buffer.from(await encodeFrame(line(1) + line(2)))
    const half = frame.length >> 1
    await writer.append(packed, frame.subarray(0, half))
    await vi.waitFor(async () => expect(await diagnostics()).toEqual(['torn-line']), waiting)
    await writer.append(packed, frame.subarray(half))
    await shows('message 0', 'message 1', 'message 2')
    expect(await diagnostics()).toEqual([])
  })

  it('starts anew when the log is cut, and says so', async () => {
    await writer.write(log, header + line(0) + line(1))
    await follow()
    await shows('message 0', 'message 1')
    await writer.truncate(log, Buffer.byteLength(header + line(0)))
    await shows('message 0')
    expect(updates.some(({ reset }) => reset)).toBe(true)
    await writer.append(log, line(1, 'another one'))
    await shows('message 0', 'another one')
  })

  it('starts anew when another file takes its place, also one that is as long', async () => {
    await writer.write(log, header + line(0) + line(1))
    await follow()
    await writer.replace(log, header + line(0) + line(1, 'MESSAGE 1'))
    await shows('message 0', 'MESSAGE 1')
    expect(updates.some(({ reset }) => reset)).toBe(true)
    await writer.replace(log, header + line(0, 'new') + line(1) + line(2))
    await shows('new', 'message 1', 'message 2')
  })

  it('starts anew when it is written over in place', async () => {
    await writer.write(log, header + line(0) + line(1))
    await follow()
    await writer.write(log, header + line(0, 'written over it all') + line(1))
    await shows('written over it all', 'message 1')
    await writer.write(log, header + line(0, 'WRITTEN OVER IT ALL') + line(1))
    await shows('WRITTEN OVER IT ALL', 'message 1')
  })

  it('keeps what it shows while the log is gone, and goes on when it is back', async () => {
    await writer.write(log, header + line(0))
    await follow()
    await writer.remove(log)
    await vi.waitFor(() => expect(updates.at(-1)?.gone).toBe(true), waiting)
    expect(await shown()).toEqual(['message 0'])
    await writer.write(log, header + line(0) + line(1))
    await shows('message 0', 'message 1')
    expect(updates.at(-1)?.gone).toBe(false)
  })

  it('goes on when the log is moved away and put back, with what was written meanwhile', async () => {
    await writer.write(log, header + line(0))
    await writer.append(log, line(1))
    await follow()
    await writer.rename(log, `${log}.old`)
    await vi.waitFor(() => expect(updates.at(-1)?.gone).toBe(true), waiting)
    await writer.append(log, line(2)) // the writer's file is where it went
    await writer.rename(`${log}.old`, log)
    await shows('message 0', 'message 1', 'message 2')
    expect(updates.at(-1)?.gone).toBe(false)
    expect(updates.some(({ reset }) => reset)).toBe(false)
  })

  it('reads the new log of a rotation', async () => {
    await writer.write(log, header + line(0))
    await follow()
    await writer.rename(log, `${log}.1`)
    await writer.write(log, header + line(0, 'after the rotation'))
    await shows('after the rotation')
  })

  it('loses nothing and shows nothing twice of what is written in bursts', async () => {
    await writer.write(log, header)
    await follow()
    const count = 600
    const bytes = Buffer.from(Array.from({ length: count }, (_, nth) => line(nth)).join(''))
    for (let at = 0; at < bytes.length; at += 1777) {
      await writer.append(log, bytes.subarray(at, at + 1777))
    }
    await shows(...Array.from({ length: count }, (_, nth) => `message ${nth}`))
    const counts = updates.map(({ entries }) => entries)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  })
})

describe('a network drive', () => {
  // No change is announced there, times are whole seconds, and sizes come late.
  it('is followed by looking at it: a log whose time does not change', async () => {
    await writer.write(log, header + line(0))
    await utimes(log, start / 1000, start / 1000)
    await follow()
    await writer.append(log, line(1))
    await utimes(log, start / 1000, start / 1000)
    await shows('message 0', 'message 1')
    expect((await stat(log)).mtimeMs).toBe(start)
  })

  it('may show a log with a hole where its last bytes come: what follows is read once they are there', async () => {
    await writer.write(log, header + line(0))
    await follow()
    const before = (await readFile(log)).length
    // The size is there before the bytes are: they read as zeros until then.
    await writer.truncate(log, before + Buffer.byteLength(line(1)))
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(updates.at(-1)?.entries).toBe(1)
    await writer.write(log, header + line(0) + line(1))
    await shows('message 0', 'message 1')
  })
})

describe('thousands of folders', () => {
  it('are looked after with a bounded number of handles', async () => {
    const folders = 2500
    const root = join(home, 'projects')
    for (let nth = 0; nth < folders; nth++) {
      await mkdir(join(root, `p${nth % 50}`, `s${nth}`), { recursive: true })
    }
    await follow(await writtenLog()) // the desk that every test disposes of
    const library = createLibrary({
      formats,
      rootEnv: { home: homedir(), platform: 'linux', env: {} },
      stateDir: join(home, 'state'),
      knownRoots: false,
      count: () => Promise.resolve(null),
      sweepMs: 20,
      watchBudget: 100,
    })
    try {
      const before = watches()
      await library.open([root])
      await library.settled()
      expect(watches() - before).toBeLessThanOrEqual(100)
      const last = join(root, `p${(folders - 1) % 50}`, `s${folders - 1}`, 'session.jsonl')
      await writer.write(last, header + line(0, 'in the last of them'))
      const title = 'in the last of them'
      await vi.waitFor(
        () => expect(library.all().map((session) => session.title)).toEqual([title]),
        { timeout: 15_000, interval: 50 },
      )
      await writer.append(last, line(1))
      await vi.waitFor(async () => {
        const { size } = await stat(last)
        expect(library.all()[0]).toMatchObject({ size })
      }, waiting)
    } finally {
      await library.dispose()
    }
  })
})

async function writtenLog(): Promise<string> {
  await writer.write(log, header)
  return log
}

/** Folder watches that this process holds. */
function watches(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length
}
