/** Opens small logs of an agent in tests, and says in a line per entry what became of them. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { FoundLog, LogFormat } from '#main/formats/format'
import { discoverIn, folderAt } from '#main/session/locate'
import { openFound } from '#main/session/open-session'
import type { Diagnostic, Entry } from '#shared/session'
import type { Overview } from '#shared/api/types'

export const fixtures = resolve(import.meta.dirname, '../../../../../fixtures/agents')

export interface Opened {
  readonly entries: readonly Entry[]
  readonly overview: Overview
  readonly diagnostics: readonly Diagnostic[]
}

/** What a format finds in the folder of a file, when it is asked for this file alone. */
export async function foundAt(format: LogFormat, path: string): Promise<FoundLog[]> {
  const folder = await folderAt(dirname(path), [basename(path)])
  return (await discoverIn(folder, [format])).map(({ found }) => found)
}

export async function openLog(
  format: LogFormat,
  path: string,
  sessionId: string | null = null,
): Promise<Opened> {
  // Long after: no call is still running, however new a copy of the log is.
  const clock = (): number => Date.UTC(2100, 0)
  const opened = await openFound(format, { path, others: [], sessionId }, { clock })
  if (!opened.ok) throw new Error(opened.reason.code)
  const session = opened.value
  try {
    await session.index()
    const entries = await session.entries(0, session.size)
    const overview = session.overview()
    return { entries, overview, diagnostics: session.diagnostics(0, 1000) }
  } finally {
    await session.close()
  }
}

/** An entry in a line: `read a.ts 1-3/5`, `tool view: total-not-recorded`, `run ls = 1`. */
export function lineOf(entry: Entry): string {
  if (entry.kind === 'user') return `${entry.tone} ${short(entry.text)}`
  if (entry.kind === 'assistant') return `say ${short(entry.text)}`
  if (entry.kind === 'marker') return `marker ${entry.marker}`
  const { result, status, name, declined } = entry
  const end = status === 'ok' ? '' : ` [${status}]`
  if (declined) return `tool ${name}: ${declined.code}${end}`
  switch (result?.card) {
    case 'read': {
      const [first] = result.lines
      const from = first?.number ?? result.offset
      const to = from + result.lines.length - 1
      return `read ${result.path} ${from}-${to}/${result.totalLines}${end}`
    }
    case 'terminal':
      return `run ${short(entry.call?.title ?? '')} = ${result.signal ?? result.exitCode ?? '?'}${end}`
    case 'diff': {
      const hunks = result.diffs.map(
        ({ oldText, newStart }) => `${oldText === null ? 'new' : 'hunk'}@${newStart ?? '?'}`,
      )
      return `edit ${result.diffs[0]?.path} ${hunks.join(' ')}${end}`
    }
    default:
      return `tool ${name}${end}`
  }
}

function short(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 60)
}

export function linesOf(entries: readonly Entry[]): string[] {
  return entries.map(lineOf)
}

/**
 * A log cut anywhere, or with one byte changed anywhere, still opens or
 * declines, and makes no more entries than it could have records.
 */
export async function survivesDamage(format: LogFormat, path: string): Promise<void> {
  const bytes = await readFile(path)
  const home = await mkdtemp(join(tmpdir(), 'reread-test-'))
  const copy = join(home, 'log')
  await cp(dirname(path), copy, { recursive: true })
  const at = join(copy, basename(path))
  const open = async (damaged: Buffer): Promise<void> => {
    await writeFile(at, damaged)
    const opened = await openLog(format, at)
    expect(opened.entries.length).toBeLessThan(400)
    for (const entry of opened.entries) expect(entry.seq).toBeGreaterThanOrEqual(0)
  }
  const place = fc.nat(bytes.length - 1)
  try {
    await fc.assert(
      fc.asyncProperty(place, (end) => open(bytes.subarray(0, end))),
      { numRuns: 40 },
    )
    await fc.assert(
      fc.asyncProperty(place, fc.nat(255), (index, value) => {
        const changed = Buffer.from(bytes)
        changed[index] = value
        return open(changed)
      }),
      { numRuns: 40 },
    )
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** The lines of a log in any order, some of them twice, still open: a session and diagnostics, no throw. */
export async function survivesDisorder(format: LogFormat, path: string): Promise<void> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '')
  const home = await mkdtemp(join(tmpdir(), 'reread-test-'))
  const at = join(home, basename(path))
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(lines.length - 1), { maxLength: 40 }), async (order) => {
        const text = order.map((index) => `${lines[index] ?? ''}\n`).join('')
        await writeFile(at, text)
        const { entries } = await openLog(format, at)
        expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, seq) => seq))
        // An entry is made of an object of the log, never of nothing.
        expect(entries.length).toBeLessThanOrEqual(text.split('{').length - 1)
      }),
      { numRuns: 60 },
    )
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}
