/** OpenCode: a tree of files, and two generations of a database. Specification: docs/formats/opencode.md. */
import { basename, dirname, join } from 'node:path'
import { stat } from 'node:fs/promises'
import { openDocument, type DocumentSource } from '../document-reader/document-reader'
import type { Folder, FoundLog, LogFormat } from '../format'
import { databaseSource, idsIn, summariseRow } from './rows'
import { isOldest, summariseTree, treeSource } from './tree'

const magic = Buffer.from('SQLite format 3\0')

function sourceOf(found: FoundLog): DocumentSource {
  return found.sessionId === null
    ? treeSource(found.path)
    : databaseSource(found.path, found.sessionId)
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
      const isTree =
        /[/\\]session[/\\][^/\\]+[/\\][^/\\]+\.json$/.test(file.path) || isOldest(file.path)
      if (!isTree && !folder.isNamed && !/\.(?:db|sqlite3?)$/.test(file.name)) continue
      const head = await folder.head(file)
      if (magic.equals(head.subarray(0, magic.length))) {
        const others = [`${file.path}-wal`]
        const ids = await idsIn(file.path)
        found.push(...ids.map((sessionId) => ({ path: file.path, others, sessionId })))
      } else if (isTree && isSession(head)) {
        moved ??= await movedFrom(folder)
        if (moved.has(basename(file.name, '.json'))) continue
        found.push({ path: file.path, others: [], sessionId: null })
      }
    }
    return found
  },
  summarise(found) {
    const agent = { agent: opencode.id, agentName: opencode.name }
    return found.sessionId === null
      ? summariseTree(found, agent)
      : summariseRow(found, found.sessionId, agent)
  },
  open: (found) => Promise.resolve(openDocument(sourceOf(found))),
}
