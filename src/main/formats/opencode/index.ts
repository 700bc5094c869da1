/** OpenCode: a tree of files, and two generations of a database. Specification: docs/formats/opencode.md. */
import { basename, dirname, join } from 'node:path'
import { stat } from 'node:fs/promises'
import { openDocument, type DocumentSource } from '../document-reader/document-reader'
import { summariseDocument } from '../document-reader/summary'
import type { Folder, FoundLog, LogFormat } from '../format'
import { exportSource, isExport } from './export'
import { databaseSource, idsIn, summariseRow } from './rows'
import { isOldest, summariseTree, treeSource } from './tree'

const magic = Buffer.from('SQLite format 3\0')

function isInTree(path: string): boolean {
  return /[/\\]session[/\\][^/\\]+[/\\][^/\\]+\.json$/.test(path) || isOldest(path)
}

function sourceOf(found: FoundLog): DocumentSource {
  if (found.sessionId !== null) return databaseSource(found.path, found.sessionId)
  return isInTree(found.path) ? treeSource(found.path) : exportSource(found.path)
}

function isSession(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('utf8')
  return (
    text.trimStart().startsWith('{') &&
    /"id"\s*:\s*"(?:ses_|s_)/.test(text) &&
    /"time"\s*:/.test(text) &&
    !/"role"\s*:/.test(text)
  )
}

/** Sessions that a migration moved into the database stay behind as files: the rows win. */
async function movedFrom(folder: Folder): Promise<ReadonlySet<string>> {
  const database = join(dirname(dirname(dirname(folder.path))), 'opencode.db')
  const isThere = await stat(database).catch(() => null)
  return new Set(isThere ? await idsIn(database) : [])
}

export const opencode: LogFormat = {
  id: 'opencode',
  name: 'OpenCode',
  roots(env) {
    const data = env.env.XDG_DATA_HOME?.trim() || join(env.home, '.local', 'share')
    const named = env.env.OPENCODE_DB?.trim()
    const home = join(data, 'opencode')
    // Not the whole folder: parts of messages lie in a hundred thousand folders beside these.
    return [
      join(home, 'opencode.db'),
      join(home, 'storage', 'session'),
      join(home, 'project'),
      ...(named ? [named] : []),
    ]
  },
  async discover(folder) {
    const found: FoundLog[] = []
    let moved: ReadonlySet<string> | null = null
    for (const file of folder.files) {
      const isTree = isInTree(file.path)
      if (!folder.isNamed && !/\.(?:json|db|sqlite3?)$/.test(file.name)) continue
      const head = await folder.head(file)
      if (magic.equals(head.subarray(0, magic.length))) {
        const others = [`${file.path}-wal`]
        const ids = await idsIn(file.path)
        found.push(...ids.map((sessionId) => ({ path: file.path, others, sessionId })))
      } else if (isTree && isSession(head)) {
        moved ??= await movedFrom(folder)
        if (moved.has(basename(file.name, '.json'))) continue
        found.push({ path: file.path, others: [], sessionId: null })
      } else if (isExport(Buffer.from(head).toString('utf8'))) {
        found.push({ path: file.path, others: [], sessionId: null })
      }
    }
    return found
  },
  summarise(found) {
    const agent = { agent: opencode.id, agentName: opencode.name }
    if (found.sessionId !== null) return summariseRow(found, found.sessionId, agent)
    return isInTree(found.path)
      ? summariseTree(found, agent)
      : summariseDocument(found, opencode, exportSource(found.path))
  },
  open: (found) => Promise.resolve(openDocument(sourceOf(found))),
}
