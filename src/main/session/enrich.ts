/**
 * What only the whole session knows of an entry: whether a call still runs,
 * where a read goes on, what of its file was seen before, which of its lines
 * went stale, where a hunk stands, which sessions a call started.
 */
import { continuationOf } from '#shared/windows/continuation'
import { coverageBefore } from '#shared/windows/coverage'
import { anchorOf } from '#shared/windows/anchors'
import { staleLines } from '#shared/windows/stale'
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
    return { ...settled, result: { ...result, diffs: await anchored(result.diffs, seq, context) } }
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
  const stale: ReadContext['stale'] = []
  for (const edit of edits.slice(0, lookAround)) {
    for (const diff of await diffsOf(edit, context)) {
      const range = staleLines(view.lines, diff)
      if (range) stale.push({ ...range, seq: edit })
    }
  }
  return stale
}

async function diffsOf(seq: number, context: EnrichContext): Promise<readonly FileDiff[]> {
  const entry = await context.decode(seq)
  if (entry?.kind !== 'tool' || entry.status !== 'ok') return []
  return entry.result?.card === 'diff' ? entry.result.diffs : []
}

/**
 * Line numbers for hunks whose log states none: from the last read of the file
 * before the edit, when nothing was edited in between and the old text stands
 * there exactly once.
 */
async function anchored(
  diffs: readonly FileDiff[],
  seq: number,
  context: EnrichContext,
): Promise<FileDiff[]> {
  const { index } = context
  const cwd = index.known.cwd
  const placed: FileDiff[] = []
  let shift = 0
  for (const diff of diffs) {
    if (diff.oldText === null || diff.oldStart !== undefined) {
      placed.push(diff)
      continue
    }
    const start = await anchorFromReads(diff, seq, context, cwd)
    if (start === null) {
      placed.push(diff)
      continue
    }
    placed.push({ ...diff, oldStart: start, newStart: start + shift })
    shift += lineCount(diff.newText) - lineCount(diff.oldText)
  }
  return placed
}

async function anchorFromReads(
  diff: FileDiff,
  seq: number,
  context: EnrichContext,
  cwd: string | null,
): Promise<number | null> {
  const reads = context.index.files.readsBefore(seq, diff.path, cwd)
  for (const read of reads.slice(-lookAround).reverse()) {
    if (context.index.files.editsBetween(read.seq, seq, diff.path, cwd).length > 0) return null
    const entry = await context.decode(read.seq)
    if (entry?.kind !== 'tool' || entry.result?.card !== 'read') continue
    const start = anchorOf(entry.result.lines, diff)
    if (start !== null) return start
  }
  return null
}

function lineCount(text: string): number {
  return text === '' ? 0 : text.split('\n').length
}
