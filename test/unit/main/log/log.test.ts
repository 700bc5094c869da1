/** Lines of plain and compressed logs: whole, torn, growing, rewritten, damaged. */
import { appendFile, mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logStart, type LineLog, type LogPosition, type ScanEnd } from '#main/log/line-log'
import { readLogEnds } from '#main/log/log-ends'
import { openLineLog } from '#main/log/open-line-log'
import { encodeFrame } from '#main/log/zstd-encoder'
import type { Diagnostic } from '#shared/session'

let folder = ''
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reread-log-'))
})
afterAll(() => rm(folder, { recursive: true }))

function place(name: string): string {
  count += 1
  return join(folder, `${count}-${name}`)
}

/** Texts as a file of one frame each. */
async function frames(...texts: string[]): Promise<Buffer> {
  return Buffer.concat(await Promise.all(texts.map(encodeFrame)))
}

async function opened(path: string): Promise<LineLog> {
  const log = await openLineLog(path)
  if (!log.ok) throw new Error(log.reason.code)
  return log.value
}

interface Scanned {
  readonly lines: string[]
  readonly numbers: number[]
  readonly end: ScanEnd
  readonly faults: string[]
}

async function scan(log: LineLog, from: LogPosition = logStart): Promise<Scanned> {
  const lines: string[] = []
  const numbers: number[] = []
  const offsets: number[] = []
  const faults: string[] = []
  const end = await log.scan(
    from,
    (bytes, start, stop, line, offset) => {
      lines.push(bytes.toString('utf8', start, stop))
      numbers.push(line)
      offsets.push(offset)
    },
    { onDiagnostic: ({ reason }: Diagnostic) => faults.push(reason.code) },
  )
  // What a scan said of a place is what a read finds there.
  for (const [index, text] of lines.entries()) {
    const bytes = await log.read(offsets[index] ?? 0, Buffer.byteLength(text))
    expect(bytes.toString('utf8')).toBe(text)
  }
  return { lines, numbers, end, faults }
}

describe('a plain log', () => {
  it.each<readonly [string, string[], number]>([
    ['', [], 0],
    ['a\n', ['a'], 0],
    ['a\nb', ['a'], 1],
    ['a\r\n\r\nb\n', ['a', '', 'b'], 0],
    ['a\u2028b\n', ['a\u2028b'], 0],
    ['\ufeffa\n', ['a'], 0],
    ['a\u0000\n', ['a\u0000'], 0],
  ])('%j', async (text, lines, torn) => {
    const path = place('plain')
    await writeFile(path, text)
    const log = await opened(path)
    const scanned = await scan(log)
    await log.close()
    expect(scanned.lines).toEqual(lines)
    expect(scanned.numbers).toEqual(lines.map((_, index) => index + 1))
    expect(scanned.end.torn?.bytes ?? 0).toBe(torn)
  })

  it('goes on where a line was half written, in the middle of a character', async () => {
    const path = place('growing')
    const euro = Buffer.from('€')
    await writeFile(path, Buffer.concat([Buffer.from('one\ntwo '), euro.subarray(0, 2)]))
    const log = await opened(path)
    const first = await scan(log)
    expect(first.lines).toEqual(['one'])
    expect(await log.changed(first.end.position)).toBe('same')
    await appendFile(path, Buffer.concat([euro.subarray(2), Buffer.from('\nthree\n')]))
    expect(await log.changed(first.end.position)).toBe('grown')
    const second = await scan(log, first.end.position)
    expect(second.lines).toEqual(['two €', 'three'])
    expect(second.numbers).toEqual([2, 3])
    await log.close()
  })

  it.each<readonly [string, (path: string) => Promise<void>, string]>([
    ['untouched', async () => undefined, 'same'],
    ['cut', (path) => truncate(path, 3), 'replaced'],
    [
      'another file in its place',
      async (path) => {
        await writeFile(`${path}.new`, 'other\nlines\n')
        await rename(`${path}.new`, path)
      },
      'replaced',
    ],
    ['rewritten at the same length', (path) => writeFile(path, 'XXX\ntwo\n'), 'replaced'],
    ['deleted', (path) => rm(path), 'gone'],
  ])('%s', async (_name, change, expected) => {
    const path = place('changing')
    await writeFile(path, 'one\ntwo\n')
    const log = await opened(path)
    const { end } = await scan(log)
    await new Promise((done) => setTimeout(done, 15)) // another mtime
    await change(path)
    expect(await log.changed(end.position)).toBe(expected)
    await log.close()
  })

  it('is stopped by a signal and says where', async () => {
    const path = place('stopped')
    await writeFile(path, 'a\nb\n')
    const log = await opened(path)
    const end = await log.scan(logStart, () => undefined, { signal: AbortSignal.abort() })
    expect(end).toMatchObject({ stopped: true, torn: null, position: logStart })
    await log.close()
  })
})

describe('a compressed log', () => {
  it('is all of its frames, however small', async () => {
    const path = place('many.zstd')
    const texts = Array.from({ length: 300 }, (_, index) => `line ${index}\n`)
    await writeFile(path, await frames('header\n', ...texts))
    const log = await opened(path)
    expect(log.encoding).toBe('zstd')
    const { lines, end, faults } = await scan(log)
    expect(lines).toEqual(['header', ...texts.map((text) => text.trim())])
    expect([end.torn, faults]).toEqual([null, []])
    await log.close()
  })

  it('reads a torn last frame as far as it goes, and all of it once it is whole', async () => {
    const path = place('torn.zstd')
    const batch = Array.from({ length: 40_000 }, (_, i) => `${i} ${Math.sin(i)}\n`).join('')
    const [head, last] = [await frames('header\n'), await frames(batch)]
    await writeFile(path, Buffer.concat([head, last.subarray(0, last.length - 200)]))
    const log = await opened(path)
    const first = await scan(log)
    expect(first.lines[0]).toBe('header')
    expect(first.lines.length).toBeGreaterThan(1000)
    expect(first.lines.length).toBeLessThan(40_001)
    expect(first.end.torn).not.toBeNull()
    await appendFile(path, last.subarray(last.length - 200))
    expect(await log.changed(first.end.position)).toBe('grown')
    const second = await scan(log, first.end.position)
    expect([...first.lines, ...second.lines]).toEqual(['header', ...batch.trim().split('\n')])
    await log.close()
  })

  it('steps over a damaged frame and says so', async () => {
    const path = place('damaged.zstd')
    const [a, b, c] = [await frames('a\n'), await frames('b b b b b b\n'), await frames('c\n')]
    b.writeUInt8((b.at(-1) ?? 0) ^ 0xff, b.length - 1) // its checksum
    await writeFile(path, Buffer.concat([a, b, c]))
    const log = await opened(path)
    const { lines, faults } = await scan(log)
    expect(lines).toEqual(['a', 'c'])
    expect(faults).toEqual(['zstd-frame-damaged'])
    await log.close()
  })

  it('joins a line that crosses frames', async () => {
    const path = place('crossing.zstd')
    await writeFile(path, await frames('one\ntw'))
    const log = await opened(path)
    const first = await scan(log)
    expect(first.lines).toEqual(['one'])
    await appendFile(path, await frames('o\nthree\n'))
    const second = await scan(log, first.end.position)
    expect(second.lines).toEqual(['two', 'three'])
    expect(second.numbers).toEqual([2, 3])
    await log.close()
  })
})

describe('any text, cut into frames and pieces anywhere', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '€', '\n', '\r\n', '{"x":1}'),
    maxLength: 80,
  })
  const cuts = fc.array(fc.nat(80), { maxLength: 6 })
  const pieces = (whole: Buffer, at: readonly number[]): Buffer[] => {
    const places = [0, ...at.map((one) => Math.min(one, whole.length)), whole.length]
    places.sort((a, b) => a - b)
    return places.slice(1).map((end, index) => whole.subarray(places[index], end))
  }
  const linesOf = (whole: string): string[] =>
    whole
      .split('\n')
      .slice(0, -1)
      .map((line) => line.replace(/\r$/, ''))

  it('gives the same lines from a plain file that grows', () =>
    fc.assert(
      fc.asyncProperty(text, cuts, async (whole, at) => {
        const path = place('any')
        await writeFile(path, '')
        const log = await opened(path)
        const lines: string[] = []
        let position = logStart
        for (const piece of pieces(Buffer.from(whole), at)) {
          await appendFile(path, piece)
          const scanned = await scan(log, position)
          lines.push(...scanned.lines)
          position = scanned.end.position
        }
        await log.close()
        expect(lines).toEqual(linesOf(whole))
      }),
      { numRuns: 40 },
    ))

  it('gives the same lines from frames', () =>
    fc.assert(
      fc.asyncProperty(text, cuts, async (whole, at) => {
        const path = place('any.zstd')
        const parts = pieces(Buffer.from(whole), at).map((piece) => piece.toString('latin1'))
        const packed = await Promise.all(
          parts.map((part) => encodeFrame(Buffer.from(part, 'latin1').toString('utf8'))),
        )
        // Frames hold text, so characters stay whole: only cuts between them are made.
        const joined = parts.map((part) => Buffer.from(part, 'latin1').toString('utf8')).join('')
        await writeFile(path, Buffer.concat([await encodeFrame('h\n'), ...packed]))
        const log = await opened(path)
        const { lines } = await scan(log)
        await log.close()
        expect(lines).toEqual(['h', ...linesOf(joined)])
      }),
      { numRuns: 40 },
    ))
})

describe('what is no log', () => {
  it.each<readonly [string, () => string, string]>([
    ['nothing there', () => join(folder, 'none'), 'file-missing'],
    ['a folder', () => folder, 'file-is-folder'],
  ])('%s', async (_name, path, code) => {
    const log = await openLineLog(path())
    expect(log.ok ? 'open' : log.reason.code).toBe(code)
  })
})

describe('the ends of a log', () => {
  it.each(['plain', 'zstd'] as const)('of a %s file', async (encoding) => {
    const path = place(`ends.${encoding}`)
    const lines = Array.from({ length: 5000 }, (_, i) => `${i} ${Math.cos(i)}\n`)
    const batches = Array.from({ length: 50 }, (_, i) =>
      lines.slice(i * 100, i * 100 + 100).join(''),
    )
    await writeFile(path, encoding === 'plain' ? lines.join('') : await frames(...batches))
    const ends = await readLogEnds(path, 8192)
    expect(ends.ok).toBe(true)
    if (!ends.ok) return
    const { head, tail } = ends.value
    expect(ends.value.encoding).toBe(encoding)
    expect(lines.join('').startsWith(head.toString())).toBe(true)
    expect(tail.length).toBeGreaterThan(0)
    expect(lines.join('').endsWith(tail.toString())).toBe(true)
    expect(tail.toString()).toMatch(/^\d+ /)
  })

  it('of a short file are its head alone', async () => {
    const path = place('short')
    await writeFile(path, 'a\nb')
    const ends = await readLogEnds(path, 8192)
    expect(ends).toMatchObject({ ok: true, value: { size: 3 } })
    expect(ends.ok && [ends.value.head.toString(), ends.value.tail.length]).toEqual(['a\nb', 0])
  })
})
