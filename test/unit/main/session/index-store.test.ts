/** An index kept between runs says the same as one made anew, and is left alone where it may not. */
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FoundLog, LogFormat } from '#main/formats/format'
import { encodeFrame } from '#main/log/zstd-encoder'
import { IndexStore } from '#main/session/index-store'
import { KeptIndex } from '#main/session/kept-index'
import { locateLogs } from '#main/session/locate'
import { openFound, type OpenSession } from '#main/session/open-session'

const fixtures = join(import.meta.dirname, '../../../../fixtures')
const time = 1_783_000_000_000
const after = time + 86_400_000

const logs = [
  'example/retry-loop/session.jsonl',
  'dsh/--home-dev-orders-api--/c0ffee00-1d2e-4f3a-9b4c-5d6e7f8a9b0c/session.jsonl',
  'dsh/--home-dev-orders-api--/7e9b1f52-0c7d-4b1e-9d3a-2f4c5b6a7d8e/session.jsonl',
  'agents/claude-code/projects/-home-dev-garden/c1a0de00-0000-4000-8000-000000000001.jsonl',
  'agents/codex/sessions/2026/11/20/rollout-2026-11-20T10-00-00-c0de0000-0000-7000-8000-000000000001.jsonl',
  'agents/pi/sessions/--home-dev-pond--/2026-11-20T11-00-00-000Z_9100d000.jsonl',
  'agents/copilot-cli/session-state/0c0c0c0c-0000-4000-8000-000000000001/events.jsonl',
  'agents/kimi/sessions/wd_tea_0a/session_0e0e/agents/main/wire.jsonl',
  'agents/cursor/projects/home-dev-loom/agent-transcripts/0909-aa/0909-aa.jsonl',
  'agents/droid/sessions/-home-dev-mill/0b0b0b0b-0000-4000-8000-000000000001.jsonl',
  'agents/qwen/projects/-home-dev-rice/chats/0d0d0d0d-0000-4000-8000-000000000001.jsonl',
] as const

let home = ''
let store: IndexStore

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'reread-indexes-'))
  store = new IndexStore(join(home, 'state'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

async function located(path: string): Promise<{ format: LogFormat; found: FoundLog }> {
  const found = await locateLogs(path)
  const [one] = found.ok ? found.value : []
  if (!one) throw new Error(`not a log: ${path}`)
  return one
}

interface Log {
  readonly format: LogFormat
  readonly found: FoundLog
}

/**
 * Another run of the program on a log, which keeps its index however small it is.
 * `tookOver`: it went on from the kept index.
 */
async function run({ format, found }: Log): Promise<{ session: OpenSession; tookOver: boolean }> {
  let tookOver = false
  const watched: LogFormat = {
    ...format,
    open: async (log) => {
      const opened = await format.open(log)
      if (!opened.ok) return opened
      const reader = opened.value
      const resume = reader.resume?.bind(reader)
      reader.resume = async (sink, memory) => {
        tookOver = (await resume?.(sink, memory)) ?? false
        return tookOver
      }
      return opened
    },
  }
  const kept = new KeptIndex(store, format.id, found, { smallest: 1 })
  const opened = await openFound(watched, found, { key: 'k', kept, clock: () => after })
  if (!opened.ok) throw new Error(opened.reason.code)
  await opened.value.index()
  return { session: opened.value, tookOver }
}

/** Everything that a session says. */
async function told(session: OpenSession): Promise<unknown> {
  const overview = session.overview()
  return {
    overview: { ...overview, revision: 0, updatedAt: 0 },
    outline: { ...session.outline(0, session.size), revision: 0 },
    entries: await session.entries(0, session.size),
    raw: await session.raw(session.size - 1, 1000),
    diagnostics: session.diagnostics(0, 1000),
  }
}

async function copyOf(fixture: string): Promise<string> {
  const path = join(home, 'logs', fixture)
  await mkdir(dirname(path), { recursive: true })
  await cp(join(fixtures, fixture), path)
  return path
}

/** The log as it is after `cut` bytes, read by one run and left; then all of it. */
async function grown(path: string, whole: Buffer, cut: number): Promise<void> {
  await rm(join(home, 'state'), { recursive: true, force: true })
  await writeFile(path, whole.subarray(0, cut))
  const log = await located(path)
  const first = await run(log)
  const followed = await run(log)
  await first.session.close()
  await appendFile(path, whole.subarray(cut))
  await followed.session.refresh()
  const next = await run(log)
  expect(next.tookOver).toBe(true)
  expect(await told(next.session)).toEqual(await told(followed.session))
  await followed.session.close()
  await next.session.close()
}

describe('an index kept between two runs', () => {
  for (const fixture of logs) {
    it(`goes on where it ended, wherever that was: ${basename(fixture)}`, async () => {
      const path = await copyOf(fixture)
      const whole = await readFile(path)
      const last = whole.lastIndexOf(10, whole.length - 2)
      const cuts = [0.3, 0.5, 0.7, 0.9].map((part) => Math.floor(whole.length * part))
      for (const cut of [...cuts, last, last + 1, whole.length]) await grown(path, whole, cut)
    })
  }

  it('goes on within a chain of frames, also behind a torn one', async () => {
    const path = await copyOf('example/retry-loop/session.jsonl')
    const lines = (await readFile(path, 'utf8')).split(/(?<=\n)/)
    const frames: Uint8Array[] = []
    for (let at = 0; at < lines.length; at += 7) {
      // A line that crosses two frames, too.
      const text = lines.slice(at, at + 7).join('')
      frames.push(await encodeFrame(text.slice(0, -9)), await encodeFrame(text.slice(-9)))
    }
    const whole = Buffer.concat(frames)
    const frameEnd = (count: number): number => Buffer.concat(frames.slice(0, count)).length
    await rm(path)
    const packed = `${path}.zstd`
    for (const cut of [
      frameEnd(3),
      frameEnd(4),
      frameEnd(5) + 11,
      whole.length - 3,
      whole.length,
    ]) {
      await grown(packed, whole, cut)
    }
  })

  it('is written anew for a log that was replaced while it was followed, by one as long', async () => {
    const path = await copyOf(logs[0])
    const log = await located(path)
    const bytes = await readFile(path)
    const { session } = await run(log)
    bytes.write('Z', bytes.indexOf('"text":"') + 8)
    await writeFile(`${path}.new`, bytes)
    await rename(`${path}.new`, path)
    expect(await session.refresh()).toBe('replaced')
    await session.close()
    const next = await run(log)
    expect(next.tookOver).toBe(true)
    await next.session.close()
  })

  it('unpacks a block of rows when one of them is asked for', async () => {
    const path = join(home, 'many.jsonl')
    const record = (n: number): string =>
      `${JSON.stringify({ type: 'note', n, text: `row ${n}` })}\n`
    await writeFile(path, Array.from({ length: 9000 }, (_, n) => record(n)).join(''))
    const log = await located(path)
    await (await run(log)).session.close()
    await appendFile(path, record(9000))
    const { session, tookOver } = await run(log)
    expect(tookOver).toBe(true)
    expect(session.size).toBe(9001)
    for (const seq of [9000, 4096, 0, 8999, 4095]) {
      expect(await session.entry(seq)).toMatchObject({ seq, source: { line: seq + 1 } })
    }
    await session.close()
  })
})

describe('an index is not used when', () => {
  const [fixture] = logs
  let path = ''
  let log: Log

  beforeEach(async () => {
    path = await copyOf(fixture)
    log = await located(path)
    await (await run(log)).session.close()
  })

  const faults: Record<string, () => Promise<unknown>> = {
    'the log was replaced by another file': async () => {
      const bytes = await readFile(path)
      await rm(path)
      await writeFile(`${path}.other`, 'keeps the inode from being given out again')
      await writeFile(path, bytes)
    },
    'the log is shorter now': async () => truncate(path, (await stat(path)).size - 40),
    'the log was changed in place and is as long as before': async () => {
      const bytes = await readFile(path)
      bytes.write('Z', bytes.indexOf('"text":"') + 8)
      const handle = await open(path, 'r+')
      await handle.write(bytes, 0, bytes.length, 0)
      await handle.utimes(after / 1000, after / 1000)
      await handle.close()
    },
    'it is cut off': async () => {
      const at = await indexFile()
      await truncate(at, (await stat(at)).size - 5)
    },
    'a byte of it is another one': async () => {
      const at = await indexFile()
      const bytes = await readFile(at)
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
      await writeFile(at, bytes)
    },
    'it is empty': async () => writeFile(await indexFile(), ''),
  }

  async function indexFile(): Promise<string> {
    const folder = join(home, 'state/indexes')
    const [name = ''] = await readdir(folder)
    return join(folder, name)
  }

  for (const [when, damage] of Object.entries(faults)) {
    it(when, async () => {
      await damage()
      const kept = await run(log)
      const fresh = await openFound(log.format, log.found, { key: 'k', clock: () => after })
      if (!fresh.ok) throw new Error(fresh.reason.code)
      await fresh.value.index()
      expect(kept.tookOver).toBe(false)
      expect(await told(kept.session)).toEqual(await told(fresh.value))
      await kept.session.close()
      await fresh.value.close()
      // The next run has an index again.
      const next = await run(log)
      expect(next.tookOver).toBe(true)
      await next.session.close()
    })
  }

  it('what lies beside the log and belongs to it has changed', async () => {
    const beside = join(dirname(path), 'meta.json')
    await writeFile(beside, '{}')
    const { format } = log
    const withMeta = { format, found: { ...log.found, others: [beside] } }
    await (await run(withMeta)).session.close()
    expect(await store.load(format.id, withMeta.found)).not.toBeNull()
    await writeFile(beside, '{"title":"another"}')
    expect(await store.load(format.id, withMeta.found)).toBeNull()
  })
})

describe('the folder of indexes', () => {
  it('stays within its size: what was used last stays', async () => {
    const small = new IndexStore(join(home, 'small'), 700_000)
    const session = await run(await located(await copyOf(logs[0])))
    const stored = { reader: { log: nowhere, told: '', scan: 'x'.repeat(200_000) }, open: false }
    const facts = { ...stored, index: session.session.counted.memory }
    const names = ['a', 'b', 'c', 'd']
    for (const [at, name] of names.entries()) {
      const found = { path: name, others: [], sessionId: null }
      if (name === 'd') await small.load('dsh', { ...found, path: 'a' })
      await small.save('dsh', found, facts, { size: 0, rows: () => [] })
      await new Promise((resolve) => setTimeout(resolve, 20 + at))
    }
    const left = await Promise.all(
      names.map((path) => small.load('dsh', { path, others: [], sessionId: null })),
    )
    expect(left.map((one) => one !== null)).toEqual([true, false, true, true])
    await session.session.close()
  })

  it('is nothing that a session needs: it cannot be written, and all goes on', async () => {
    await writeFile(join(home, 'state'), 'a file where the folder should be')
    const { session } = await run(await located(await copyOf(logs[0])))
    await session.close()
    expect(session.size).toBeGreaterThan(0)
  })
})

const nowhere = {
  position: { offset: 0, line: 1, fileOffset: 0 },
  mark: { dev: 0, ino: 0, size: 0, mtimeMs: 0, end: 0, digest: '' },
  own: null,
}
