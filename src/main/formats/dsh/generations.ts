/**
 * Files of one session folder: a session may lie there in several generations,
 * each compressed or not. It is one session. Rule: dsh format, 1.2 and 19.
 */
import { knownVersions } from './header'

export interface Generation {
  readonly name: string
  readonly version: number
  readonly isCompressed: boolean
}

const pattern = /^session(?:\.v(\d+))?\.jsonl(\.zstd|\.zst)?$/

/** The generation a file name stands for; null for any other name. */
export function generationOf(name: string): Generation | null {
  const match = pattern.exec(name)
  if (!match) return null
  const [, version, compression] = match
  return { name, version: Number(version ?? 0), isCompressed: compression !== undefined }
}

/**
 * The one to read: the highest version that is understood, compressed before
 * plain; where all are newer, the lowest of them.
 */
export function bestGeneration(all: readonly Generation[]): Generation | null {
  const understood = all.filter(({ version }) => version <= knownVersions.newest)
  const [best] = (understood.length > 0 ? understood : all).toSorted(
    (a, b) =>
      (understood.length > 0 ? b.version - a.version : a.version - b.version) ||
      Number(b.isCompressed) - Number(a.isCompressed),
  )
  return best ?? null
}
