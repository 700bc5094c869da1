/** Two library updates as one, for a window that was slow to take the first. */
import type { LibraryUpdate } from '#shared/api/types'

/** A reset swallows what came before; else later rows replace and removals win over older upserts. */
export function mergeLibraryUpdates(older: LibraryUpdate, newer: LibraryUpdate): LibraryUpdate {
  if (newer.reset) return newer
  const rows = new Map(older.upserted.map((session) => [session.key, session]))
  const removed = new Set(older.removed)
  for (const key of newer.removed) {
    rows.delete(key)
    removed.add(key)
  }
  for (const session of newer.upserted) {
    rows.set(session.key, session)
    removed.delete(session.key)
  }
  return {
    reset: older.reset,
    upserted: [...rows.values()],
    removed: [...removed],
    roots: newer.roots,
    scanning: newer.scanning,
  }
}
