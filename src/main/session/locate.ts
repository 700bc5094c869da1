/**
 * Opens one log by its path, whatever agent left it: for whoever has no
 * library (the command line, the bench). Relatives are looked for beside it.
 */
import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { decline, good, type Outcome } from '#shared/outcome'
import { formats } from '../formats'
import type { Folder, FolderFile, FoundLog, LogFormat } from '../formats/format'
import { fileFault } from '../log/open-line-log'
import { readLogEnds } from '../log/log-ends'
import { openFound, type OpenSession, type OpenSessionOptions } from './open-session'

/** First bytes that decide what a file is. */
export const headBytes = 4096

export interface LocatedLog {
  readonly format: LogFormat
  readonly found: FoundLog
}

/** Bytes that a file begins with, decompressed; empty when it cannot be read. */
export async function headOf(path: string): Promise<Uint8Array> {
  const ends = await readLogEnds(path, headBytes)
  return ends.ok ? ends.value.head.subarray(0, headBytes) : new Uint8Array()
}

/**
 * A folder as formats look at it, `only` some of its files where given. A link
 * to a folder is named by where it leads, so that a loop is noticed. Rejects
 * when the folder cannot be read.
 */
export async function folderAt(path: string, only?: readonly string[]): Promise<Folder> {
  const entries = await readdir(path, { withFileTypes: true })
  const files: FolderFile[] = []
  const folders: string[] = []
  for (const entry of entries) {
    const at = join(path, entry.name)
    if (only && !only.includes(entry.name)) continue
    try {
      const facts = await stat(at)
      if (facts.isDirectory()) folders.push(entry.isSymbolicLink() ? await realpath(at) : at)
      if (!facts.isFile()) continue
      files.push({ name: entry.name, path: at, size: facts.size, mtimeMs: facts.mtimeMs })
    } catch {
      continue // gone meanwhile, or a link to nowhere
    }
  }
  const heads = new Map<string, Promise<Uint8Array>>()
  return {
    path,
    isNamed: only !== undefined,
    files,
    folders,
    head(file) {
      const head = heads.get(file.path) ?? headOf(file.path)
      heads.set(file.path, head)
      return head
    },
  }
}

/** Logs of a folder. What one format claims, no later one is asked about. */
export async function discoverIn(
  folder: Folder,
  known: readonly LogFormat[],
): Promise<LocatedLog[]> {
  const located: LocatedLog[] = []
  const claimed = new Set<string>()
  for (const format of known) {
    const files = folder.files.filter((file) => !claimed.has(file.path))
    for (const found of await format.discover({ ...folder, files })) {
      located.push({ format, found })
      for (const file of [found.path, ...found.others]) claimed.add(file)
    }
  }
  return located
}

/**
 * The logs at a path: a file is asked for alone, a folder for all that lies
 * directly in it. Declines with 'file-missing', 'file-denied' or 'not-a-log'.
 */
export async function locateLogs(path: string): Promise<Outcome<LocatedLog[]>> {
  const at = resolve(path)
  try {
    const facts = await stat(at)
    const folder = facts.isDirectory()
      ? await folderAt(at)
      : await folderAt(dirname(at), [basename(at)])
    const located = await discoverIn(folder, formats)
    return located.length > 0 ? good(located) : decline('not-a-log', { path })
  } catch (error) {
    return decline(fileFault(error), { path })
  }
}

/**
 * Opens the one log at a path; nothing is indexed yet. Declines also with
 * 'file-is-folder' where a folder holds several ('sessionId' picks one of a database).
 */
export async function openSession(
  path: string,
  options: OpenSessionOptions & { readonly sessionId?: string } = {},
): Promise<Outcome<OpenSession>> {
  const located = await locateLogs(path)
  if (!located.ok) return located
  const { sessionId } = options
  const fitting = sessionId
    ? located.value.filter(({ found }) => found.sessionId === sessionId)
    : located.value
  const [one, ...more] = fitting
  if (!one) return decline('session-unknown', { key: sessionId ?? path })
  if (more.length > 0) return decline('several-sessions', { path, count: fitting.length })
  return openFound(one.format, one.found, options)
}
