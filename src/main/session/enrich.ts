/**
 * What only the whole session knows of an entry: whether a call still runs,
 * where a read goes on, what of its file was seen before, which of its lines
 * went stale, where a hunk stands, which sessions a call started.
 */
import { continuationOf } from '#shared/windows/continuation'
import { coverageBefore } from '#shared/windows/coverage'
import { anchorHunks } from '#shared/windows/anchors'
import { staleLines, type LaterEdit } from '#shared/windows/stale'
import type { Overview } from '#shared/api/types'
import type { Entry, ReadContext, ToolEntry } from '#shared/session'
import type { FileDiff, ReadView } from '#shared/views'
import type { EntryRow } from '../formats/format'
import { callLinks, linkTo, type Family } from './family'
import type { SessionIndex } from './session-index'

/** Edits looked at for stale marks of one window, and reads for the place of one hunk. */
const lookAround = 24

export interface EnrichContext {
  readonly index: SessionIndex
  readonly family: Family
  readonly live: Overview['live']
  /** Another entry as its adapter decodes it. */
  decode(seq: number): Promise<Entry | undefined>
}

/** The entry, completed. `row` is its row in the index. */
export async function enrich(
  entry: Entry,
  seq: number,
  row: EntryRow,
  context: EnrichContext,
): Promise<Entry> {
  if (entry.kind === 'marker') {
    const links = entry.links.map((link) =>
      link.key ? link : linkTo(link.id, link.relation, context.family),
    )
    return links.length > 0 ? { ...entry, links } : entry
  }
  if (entry.kind !== 'tool') return entry
  const sessionId = context.index.known.id
  const settled: ToolEntry = {
    ...entry,
    status: statusOf(entry, row, context),
    links: callLinks(entry, sessionId, context.family),
  }
  const result = settled.result
  if (result?.card === 'read') return withReadContext(settled, seq, result, context)
  if (result?.card === 'diff') {
    return { ...settled, result: { ...result, diffs: await numbered(result.diffs, seq, context) } }
  }
  return settled
}

/** Without a result a call runs only in the last turn of a session that goes on. */
function statusOf(entry: ToolEntry, row: EntryRow, context: EnrichContext): ToolEntry['status'] {
  if (entry.status === 'ok' || entry.status === 'error') return entry.status
  const runs = context.live === 'running' && row.turn === context.index.turns.last()
  return runs ? 'running' : 'unanswered'
}

async function withReadContext(
  entry: ToolEntry,
  seq: number,
  view: ReadView,
  context: EnrichContext,
): Promise<ToolEntry> {
  const { index } = context
  const cwd = index.known.cwd
  const links = index.files.linksOf(seq, view.path, cwd)
  const coverage = coverageBefore(view, index.files.readsBefore(seq, view.path, cwd))
  const readContext: ReadContext = {
    continues: links.continues,
    before: coverage.before,
    reread: coverage.reread,
    stale: await staleOf(view, seq, context),
  }
  return { ...entry, continuation: continuationOf(view, links.continuedBy), readContext }
}

/** Lines of the window that later edits replaced, as far as the log shows it exactly. */
async function staleOf(
  view: ReadView,
  seq: number,
  context: EnrichContext,
): Promise<ReadContext['stale']> {
  const { index } = context
  const edits = index.files.editsBetween(seq, Infinity, view.path, index.known.cwd)
  const later: LaterEdit[] = []
  for (const edit of edits.slice(0, lookAround)) {
    later.push({ seq: edit, diffs: await diffsOf(edit, context) })
  }
  return later.length > 0 ? staleLines(view.lines, later) : []
}

async function diffsOf(seq: number, context: EnrichContext): Promise<readonly FileDiff[]> {
  const entry = await context.decode(seq)
  if (entry?.kind !== 'tool' || entry.status !== 'ok') return []
  return entry.result?.card === 'diff' ? entry.result.diffs : []
}

/** Line numbers for hunks whose log states none, from the latest read before the edit that shows them. */
async function numbered(
  diffs: readonly FileDiff[],
  seq: number,
  context: EnrichContext,
): Promise<FileDiff[]> {
  const { index } = context
  const cwd = index.known.cwd
  const path = diffs[0]?.path
  const isNumbered = diffs.every((diff) => diff.oldStart !== undefined || diff.oldText === null)
  if (path === undefined || isNumbered) return [...diffs]
  const reads = index.files.readsBefore(seq, path, cwd).slice(-lookAround)
  for (const read of reads.reverse()) {
    const entry = await context.decode(read.seq)
    if (entry?.kind !== 'tool' || entry.result?.card !== 'read') continue
    const edits = index.files.editsBetween(read.seq, seq, path, cwd)
    if (edits.length > lookAround) break
    const between: FileDiff[] = []
    for (const edit of edits) between.push(...(await diffsOf(edit, context)))
    const anchored = anchorHunks(diffs, entry.result.lines, between)
    if (anchored.some((diff) => diff.oldStart !== undefined)) return anchored
  }
  return [...diffs]
}
