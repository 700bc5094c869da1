/** Sessions by project: newest first, subagents under their parent. */
import type { SessionSummary } from '#shared/api/types'

export interface SessionRow {
  readonly session: SessionSummary
  /** Hangs under the row before it that is its parent. */
  readonly isChild: boolean
}

export interface SessionGroup {
  /** The project's folder; null for sessions without one. */
  readonly cwd: string | null
  readonly name: string
  /** Where the project lies. */
  readonly place: string
  readonly rows: readonly SessionRow[]
  readonly updatedAt: number
}

/** All words of the filter stand somewhere in the session's facts, whatever their case. */
export function matchesFilter(session: SessionSummary, filter: string): boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const { title, cwd, agentName, model, id, path } = session
  const text = [title, cwd, agentName, model, id, path].join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}

/** `isFlat`: a filter is on, so that a child shows even without its parent. */
export function groupSessions(
  sessions: readonly SessionSummary[],
  isFlat: boolean,
): SessionGroup[] {
  const byId = new Map(sessions.map((session) => [session.id, session]))
  const children = new Map<string, SessionSummary[]>()
  const tops: SessionSummary[] = []
  for (const session of sessions) {
    const parent = parentOf(session, byId)
    if (parent) children.set(parent.key, [...(children.get(parent.key) ?? []), session])
    else tops.push(session)
  }
  const groups = new Map<string, SessionSummary[]>()
  for (const session of tops) {
    const key = session.cwd ?? ''
    groups.set(key, [...(groups.get(key) ?? []), session])
  }
  return [...groups]
    .map(([cwd, members]) => groupOf(cwd === '' ? null : cwd, members, children, isFlat))
    .sort((a, b) => b.updatedAt - a.updatedAt)
}

function parentOf(
  session: SessionSummary,
  byId: ReadonlyMap<string, SessionSummary>,
): SessionSummary | null {
  if (session.relation !== 'subagent' || session.parent === null) return null
  const parent = byId.get(session.parent)
  return parent && parent !== session ? topOf(parent, byId, 16) : null
}

/** A subagent's subagent hangs under the session that began it all. `hops` ends cycles. */
function topOf(
  session: SessionSummary,
  byId: ReadonlyMap<string, SessionSummary>,
  hops: number,
): SessionSummary {
  const parent = session.parent === null ? undefined : byId.get(session.parent)
  const isTop = session.relation !== 'subagent' || !parent || parent === session || hops === 0
  return isTop ? session : topOf(parent, byId, hops - 1)
}

function groupOf(
  cwd: string | null,
  members: readonly SessionSummary[],
  children: ReadonlyMap<string, readonly SessionSummary[]>,
  isFlat: boolean,
): SessionGroup {
  const sorted = members.toSorted((a, b) => b.updatedAt - a.updatedAt)
  const rows = sorted.flatMap((session) => [
    { session, isChild: false },
    ...(children.get(session.key) ?? [])
      .toSorted((a, b) => (a.startedAt ?? 0) - (b.startedAt ?? 0))
      .map((child) => ({ session: child, isChild: !isFlat })),
  ])
  const parts = (cwd ?? '').split(/[/\\]/).filter(Boolean)
  return {
    cwd,
    name: parts.at(-1) ?? (cwd === null ? 'No project' : cwd),
    place:
      cwd === null
        ? ''
        : cwd.slice(0, cwd.length - (parts.at(-1)?.length ?? 0)).replace(/[/\\]$/, ''),
    rows,
    updatedAt: sorted[0]?.updatedAt ?? 0,
  }
}
