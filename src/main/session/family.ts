/**
 * Relatives of a session: who spawned it, who it spawned. The library answers
 * where there is one; a single log asks its neighbours on disk.
 */
import type { SessionSummary } from '#shared/api/types'
import type { SessionLink, ToolEntry } from '#shared/session'

export interface Family {
  /** Sessions whose header names this one as parent. */
  childrenOf(sessionId: string): readonly SessionSummary[]
  /** A session by the id its log states; the newest when copies exist. */
  byId(sessionId: string): SessionSummary | undefined
}

export const noFamily: Family = { childrenOf: () => [], byId: () => undefined }

/** A link to `id`, with key and title when the session is known. */
export function linkTo(id: string, relation: SessionLink['relation'], family: Family): SessionLink {
  const found = family.byId(id)
  return { id, key: found?.key ?? null, title: found?.title ?? null, relation }
}

/** Parent and children of a session, each once. */
export function familyLinks(
  sessionId: string,
  parent: string | null,
  childIds: readonly string[],
  family: Family,
): SessionLink[] {
  const links: SessionLink[] = parent ? [linkTo(parent, 'parent', family)] : []
  const seen = new Set<string>()
  for (const child of family.childrenOf(sessionId)) {
    if (seen.has(child.id)) continue
    seen.add(child.id)
    links.push({
      id: child.id,
      key: child.key,
      title: child.title,
      relation: child.relation ?? 'subagent',
    })
  }
  for (const id of childIds) {
    if (seen.has(id)) continue
    seen.add(id)
    links.push(linkTo(id, 'subagent', family))
  }
  return links
}

/**
 * Sessions a call started. An id in the log decides. A foreground one-shot
 * child leaves none in its parent's log: then every child of this session that
 * began between call and result fits, and all are listed when more than one
 * does (docs/formats.md, dsh: parent call → child).
 */
export function callLinks(entry: ToolEntry, sessionId: string, family: Family): SessionLink[] {
  if (entry.links.length > 0) {
    return entry.links.map((link) => (link.key ? link : linkTo(link.id, link.relation, family)))
  }
  if (entry.tone !== 'agent' || entry.at === null) return []
  const from = entry.at
  const until = entry.endedAt ?? Infinity
  const during = family
    .childrenOf(sessionId)
    .filter(
      (child) => child.startedAt !== null && child.startedAt >= from && child.startedAt <= until,
    )
  const label = descriptionOf(entry.args)
  const named = label === null ? [] : during.filter((child) => child.title === label)
  return (named.length > 0 ? named : during).map((child) => ({
    id: child.id,
    key: child.key,
    title: child.title,
    relation: child.relation ?? 'subagent',
  }))
}

function descriptionOf(args: unknown): string | null {
  if (typeof args !== 'object' || args === null || !('description' in args)) return null
  return typeof args.description === 'string' ? args.description : null
}
