/** Which entries of a session with branches are shown, and where others leave. */
import type { Branch } from '#shared/api/types'

/** Branches of the shown path, each with the last seq that is seen of it. */
export type BranchPath = ReadonlyMap<number, number>

export interface Fork {
  /** What to show instead. */
  readonly branch: number
  readonly title: string | null
  readonly entries: number
}

/** The path from the beginning to the end of a branch; null where there is only one. */
export function pathTo(branches: readonly Branch[], active: number): BranchPath | null {
  if (branches.length < 2) return null
  const path = new Map<number, number>()
  let seen = Infinity
  let branch = branches[active] ?? branches[0]
  // Each parent has a lower number, so this ends.
  while (branch && !path.has(branch.id)) {
    path.set(branch.id, seen)
    seen = Math.min(seen, branch.after)
    branch = branch.parent === null ? undefined : branches[branch.parent]
  }
  return path
}

export function isOnPath(path: BranchPath | null, branch: number, seq: number): boolean {
  return path === null || seq <= (path.get(branch) ?? -1)
}

/**
 * Other ways by the seq they leave after (-1: before the first entry): branches
 * that begin on the path, and what the path left of its own branches.
 */
export function forksOf(
  branches: readonly Branch[],
  path: BranchPath | null,
  branchOf: readonly number[],
): ReadonlyMap<number, readonly Fork[]> {
  const forks = new Map<number, Fork[]>()
  if (!path) return forks
  const add = (after: number, fork: Fork): void => {
    forks.set(after, [...(forks.get(after) ?? []), fork])
  }
  for (const { id, parent, after, title, entries } of branches) {
    if (path.has(id) || parent === null) continue
    if (isOnPath(path, parent, after)) add(after, { branch: id, title, entries })
  }
  for (const [id, last] of path) {
    if (last === Infinity) continue
    const entries = branchOf.filter((branch, seq) => branch === id && seq > last).length
    if (entries > 0) add(last, { branch: id, title: null, entries })
  }
  return forks
}
