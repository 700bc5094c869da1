/** What became of a log, counted: the row of a conformance run. */
import { folderAt, discoverIn, type LocatedLog } from '#main/session/locate'
import { openFound } from '#main/session/open-session'
import { formats } from '#main/formats'
import type { Entry } from '#shared/session'

/** Counts by name; names that do not occur are left out. */
export type Counts = Record<string, number>

export interface Tally {
  readonly agent: string
  readonly entries: number
  /** Prompts of a person. */
  readonly prompts: number
  readonly calls: number
  /** Results by card. */
  readonly cards: Counts
  /** Reasons why a result is generic, by code. */
  readonly declined: Counts
  readonly diagnostics: Counts
}

/** Logs in a folder and all folders below it, in the order of their paths. */
export async function logsBelow(path: string): Promise<LocatedLog[]> {
  const folder = await folderAt(path)
  const logs = await discoverIn(folder, formats)
  for (const below of [...folder.folders].sort()) logs.push(...(await logsBelow(below)))
  return logs
}

function count(counts: Counts, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

function sorted(counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => a.localeCompare(b)))
}

/** Opens a log as the window does and counts. Rejects when it does not open at all. */
export async function tallyOf({ format, found }: LocatedLog): Promise<Tally> {
  const opened = await openFound(format, found, { verify: true })
  if (!opened.ok) throw new Error(opened.reason.code)
  const session = opened.value
  const cards: Counts = {}
  const declined: Counts = {}
  const diagnostics: Counts = {}
  let prompts = 0
  let calls = 0
  try {
    await session.index()
    const entries: Entry[] = await session.entries(0, session.size)
    for (const entry of entries) {
      if (entry.kind === 'user' && entry.tone === 'user') prompts += 1
      if (entry.kind !== 'tool') continue
      calls += 1
      if (entry.result) count(cards, entry.result.card)
      if (entry.declined) count(declined, entry.declined.code)
    }
    for (const { reason } of session.diagnostics(0, 100_000)) count(diagnostics, reason.code)
    return {
      agent: format.id,
      entries: entries.length,
      prompts,
      calls,
      cards: sorted(cards),
      declined: sorted(declined),
      diagnostics: sorted(diagnostics),
    }
  } finally {
    await session.close()
  }
}
