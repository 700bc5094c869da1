/** Sessions of an OpenCode database: both generations of tables, only the rows of one session at a time. */
import type { Database } from 'node-sqlite3-wasm'
import { decline, good, type Outcome, type Reason } from '#shared/outcome'
import type { Diagnostic } from '#shared/session'
import type { DocumentSource, Loaded, Stamp } from '../document-reader/document-reader'
import type { FoundLog, Summary } from '../format'
import { fieldsOf, isObject, jsonOr, numberOr, textOr, timeOf, type Fields } from '../parts/fields'
import { OpenCodeDatabase, rowsOf, tablesOf } from './database'
import { itemsV1, type MessageV1 } from './session-v1'
import { itemsV2 } from './session-v2'
import { factsOf } from './tree'

type Generation = 'v1' | 'v2'

function generationsIn(db: Database): readonly Generation[] {
  const tables = tablesOf(db)
  const isV1 = tables.has('session') && tables.has('message') && tables.has('part')
  return [
    ...(tables.has('session_v2') && tables.has('session_message') ? (['v2'] as const) : []),
    ...(isV1 ? (['v1'] as const) : []),
  ]
}

function parsed(value: unknown): Fields {
  return fieldsOf(typeof value === 'string' ? jsonOr(value) : value)
}

const tableOf: Readonly<Record<Generation, string>> = { v1: 'session', v2: 'session_v2' }

/** The row of a session, newer tables first. */
function sessionRow(db: Database, id: string): { generation: Generation; row: Fields } | null {
  for (const generation of generationsIn(db)) {
    const [row] = rowsOf(db, `SELECT * FROM ${tableOf[generation]} WHERE id = ?`, [id])
    if (row) return { generation, row }
  }
  return null
}

/** What of a session's rows could not be read. */
class Faults {
  readonly list: Diagnostic[] = []
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  readonly damage = (detail: string): void => {
    this.#add({ code: 'database-unreadable', params: { path: this.#path, detail } }, null)
  }

  /** The object in a `data` column. */
  data(row: Fields): Fields {
    const value = typeof row.data === 'string' ? jsonOr(row.data) : row.data
    if (isObject(value)) return value
    const detail = `data of row ${String(row.id)}`
    this.#add({ code: 'not-json', params: { detail } }, textOr(row.data, null))
    return {}
  }

  #add(reason: Reason, text: string | null): void {
    const sample = text?.slice(0, 200) ?? null
    const nowhere = { line: null, offset: null, before: null, path: null }
    this.list.push({ severity: 'error', reason, sample, ...nowhere })
  }
}

function loadV2(db: Database, session: Fields, id: string, faults: Faults): Loaded {
  const sql = 'SELECT * FROM session_message WHERE session_id = ? ORDER BY seq'
  const rows = rowsOf(db, sql, [id], faults.damage).map((row) => ({
    ...row,
    data: faults.data(row),
  }))
  const { items, open } = itemsV2(rows, textOr(session.directory, null))
  return { facts: factsV2(session, id), items, diagnostics: faults.list, open }
}

function factsV2(session: Fields, id: string): Loaded['facts'] {
  const fork = textOr(session.fork_session_id, null)
  const parent = textOr(session.parent_id, fork)
  return {
    id,
    title: textOr(session.title, null),
    cwd: textOr(session.directory, null),
    model: textOr(parsed(session.model).id, null),
    startedAt: timeOf(session.time_created),
    parent,
    relation: parent === null ? null : parent === fork ? 'fork' : 'subagent',
    extra: [{ label: 'Version', value: textOr(session.version, '–') }],
  }
}

/** Ids sort by creation; times of parts may all be those of a migration. */
function loadV1(db: Database, session: Fields, id: string, faults: Faults): Loaded {
  const parts = new Map<string, Fields[]>()
  const partsSql = 'SELECT * FROM part WHERE session_id = ? ORDER BY id'
  for (const row of rowsOf(db, partsSql, [id], faults.damage)) {
    const key = textOr(row.message_id, '')
    const list = parts.get(key) ?? []
    list.push({ id: row.id, ...faults.data(row) })
    parts.set(key, list)
  }
  const sql = 'SELECT * FROM message WHERE session_id = ? ORDER BY time_created, id'
  const messages: MessageV1[] = rowsOf(db, sql, [id], faults.damage).map((row) => ({
    info: { id: row.id, ...faults.data(row) },
    parts: parts.get(textOr(row.id, '')) ?? [],
  }))
  const { items, open } = itemsV1(messages, textOr(parsed(session.revert).messageID, null))
  return { facts: factsOf(session, id, messages), items, diagnostics: faults.list, open }
}

async function load(database: OpenCodeDatabase, id: string): Promise<Outcome<Loaded>> {
  const db = await database.open()
  if (!db.ok) return db
  const found = sessionRow(db.value, id)
  if (!found) return decline('session-unknown', { key: id })
  const { generation, row } = found
  const faults = new Faults(database.path)
  const load = generation === 'v2' ? loadV2 : loadV1
  return good(load(db.value, row, id, faults))
}

/** Size and last change of a session's own rows: its neighbours in the file change nothing. */
function stampIn(db: Database, id: string): Stamp | null {
  const found = sessionRow(db, id)
  if (!found) return null
  const tables = found.generation === 'v2' ? ['session_message'] : ['message', 'part']
  let size = 0
  let updatedAt = timeOf(found.row.time_updated) ?? 0
  const tags = [JSON.stringify(found.row)]
  for (const table of tables) {
    const sql = `SELECT count(*) AS n, sum(octet_length(data)) AS bytes, max(time_updated) AS last
      FROM ${table} WHERE session_id = ?`
    const [sum = {}] = rowsOf(db, sql, [id])
    size += numberOr(sum.bytes, 0)
    updatedAt = Math.max(updatedAt, timeOf(sum.last) ?? 0)
    tags.push(JSON.stringify(sum))
  }
  return { size, updatedAt, tag: tags.join('|') }
}

export function databaseSource(path: string, sessionId: string): DocumentSource {
  const database = new OpenCodeDatabase(path)
  let fileTag: string | null = null
  let stamp: Stamp | null = null
  return {
    path,
    async stamp() {
      const tag = await database.tag()
      if (tag === null) return null
      if (tag === fileTag) return stamp
      const db = await database.open()
      if (!db.ok) return stamp
      fileTag = tag
      stamp = stampIn(db.value, sessionId)
      return stamp
    },
    load: () => load(database, sessionId),
    close: () => database.close(),
  }
}

/** Ids of the sessions of a database; none when it is not OpenCode's. */
export async function idsIn(path: string): Promise<string[]> {
  const database = new OpenCodeDatabase(path)
  try {
    const db = await database.open()
    if (!db.ok) return []
    const rows = generationsIn(db.value).flatMap((generation) =>
      rowsOf(db.value, `SELECT id FROM ${tableOf[generation]} ORDER BY time_created`),
    )
    return [...new Set(rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : [])))]
  } finally {
    await database.close()
  }
}

/** A library row out of the session's row alone. */
export async function summariseRow(
  found: FoundLog,
  sessionId: string,
  agent: Pick<Summary, 'agent' | 'agentName'>,
): Promise<Outcome<Summary>> {
  const database = new OpenCodeDatabase(found.path)
  try {
    const db = await database.open()
    if (!db.ok) return db
    const session = sessionRow(db.value, sessionId)
    const stamp = stampIn(db.value, sessionId)
    if (!session || !stamp) return decline('session-unknown', { key: sessionId })
    const { row, generation } = session
    const facts = generation === 'v2' ? factsV2(row, sessionId) : factsOf(row, sessionId, [])
    return good({
      ...agent,
      path: found.path,
      id: sessionId,
      title: facts.title ?? null,
      cwd: facts.cwd ?? null,
      model: facts.model ?? null,
      startedAt: facts.startedAt ?? null,
      updatedAt: stamp.updatedAt,
      size: stamp.size,
      parent: facts.parent ?? null,
      relation: facts.relation ?? null,
      problem: null,
      archived: timeOf(row.time_archived) !== null,
    })
  } finally {
    await database.close()
  }
}
