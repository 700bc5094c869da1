/**
 * An OpenCode database, read where it lies: through a link in a folder of our
 * own, beside a copy of its write-ahead log. So the locks SQLite takes are
 * ours, the agent is never kept waiting, nothing is written into its folder,
 * and a large database is neither copied nor loaded.
 */
import { constants, copyFile, mkdtemp, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type * as Sqlite from 'node-sqlite3-wasm'
import type { Database } from 'node-sqlite3-wasm'
import { decline, good, type Outcome } from '#shared/outcome'
import { fileFault } from '../../log/open-line-log'
import { isObject, type Fields } from '../parts/fields'

let loaded: typeof Sqlite | null = null

function isSqlite(value: unknown): value is typeof Sqlite {
  return isObject(value) && 'Database' in value && 'SQLite3Error' in value
}

/** The package is CommonJS, finds its WebAssembly beside itself, and compiles it when it is asked for. */
function sqlite(): typeof Sqlite {
  if (loaded) return loaded
  const required: unknown = createRequire(import.meta.url)('node-sqlite3-wasm')
  if (!isSqlite(required)) throw new Error('node-sqlite3-wasm is not what it was')
  loaded = required
  return required
}

/** Asked for again within this time, a database is still open: a library asks once per session. */
const lingerMs = 2000

class SharedDatabase {
  readonly #path: string
  #folder: string | null = null
  #db: Database | null = null
  #tag = ''
  #users = 0
  #linger: NodeJS.Timeout | null = null
  #opening: Promise<Outcome<Database>> = Promise.resolve(decline('file-missing'))

  constructor(path: string) {
    this.#path = path
  }

  use(): void {
    this.#users += 1
    if (this.#linger) clearTimeout(this.#linger)
    this.#linger = null
  }

  /** One at a time: the next finds what the first opened. */
  open(): Promise<Outcome<Database>> {
    this.#opening = this.#opening.then(() => this.#open())
    return this.#opening
  }

  async #open(): Promise<Outcome<Database>> {
    try {
      const tag = await databaseTag(this.#path)
      if (this.#db && tag === this.#tag) return good(this.#db)
      await this.#close()
      const folder = await mkdtemp(join(tmpdir(), 'reread-db-'))
      this.#folder = folder
      const link = join(folder, 'log.db')
      await copyFile(`${this.#path}-wal`, `${link}-wal`).catch(() => undefined)
      // Where links are not allowed, a copy has to do.
      await symlink(this.#path, link).catch(() =>
        copyFile(this.#path, link, constants.COPYFILE_FICLONE),
      )
      const db = new (sqlite().Database)(link, { readOnly: true })
      this.#db = db
      // Without shared memory a write-ahead log can only be read alone.
      db.all('PRAGMA locking_mode = EXCLUSIVE')
      db.all('SELECT name FROM sqlite_master LIMIT 1')
      this.#tag = tag
      // Open files need no names, so nothing is left behind when we are killed; Windows keeps them.
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
      return good(db)
    } catch (error) {
      await this.#close()
      const isDamage = error instanceof sqlite().SQLite3Error
      return isDamage
        ? decline('database-unreadable', { path: this.#path, detail: error.message })
        : decline(fileFault(error), { path: this.#path })
    }
  }

  release(): void {
    this.#users -= 1
    if (this.#users > 0) return
    this.#linger = setTimeout(() => {
      if (this.#users === 0) shared.delete(this.#path)
      void this.#close()
    }, lingerMs)
    this.#linger.unref()
  }

  async #close(): Promise<void> {
    try {
      this.#db?.close()
    } catch {
      // A damaged one may not close; its folder goes all the same.
    }
    this.#db = null
    this.#tag = ''
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true })
    this.#folder = null
  }
}

const shared = new Map<string, SharedDatabase>()

/** Changes with the database and with its write-ahead log. Rejects when it is gone. */
async function databaseTag(path: string): Promise<string> {
  const facts = await stat(path)
  const wal = await stat(`${path}-wal`).catch(() => null)
  return `${facts.ino}:${facts.size}:${facts.mtimeMs}:${wal?.size ?? 0}:${wal?.mtimeMs ?? 0}`
}

/** One user of a database; all users of a path share one connection. */
export class OpenCodeDatabase {
  readonly path: string
  #shared: SharedDatabase | null = null

  constructor(path: string) {
    this.path = resolve(path)
  }

  /** Anew when the database changed. Good until the next `await`. */
  open(): Promise<Outcome<Database>> {
    if (!this.#shared) {
      const known = shared.get(this.path) ?? new SharedDatabase(this.path)
      shared.set(this.path, known)
      known.use()
      this.#shared = known
    }
    return this.#shared.open()
  }

  /** What `open` would look at; null when the database is gone. */
  tag(): Promise<string | null> {
    return databaseTag(this.path).catch(() => null)
  }

  async close(): Promise<void> {
    this.#shared?.release()
    this.#shared = null
  }
}

/** Rows of a query as fields; none where a table or a page cannot be read, which `onFault` hears. */
export function rowsOf(
  db: Database,
  sql: string,
  values: readonly string[] = [],
  onFault: (detail: string) => void = () => undefined,
): Fields[] {
  try {
    return db.all(sql, [...values]).filter(isObject)
  } catch (error) {
    onFault(error instanceof Error ? error.message : String(error))
    return []
  }
}

/** Names of the tables. */
export function tablesOf(db: Database): ReadonlySet<string> {
  const rows = rowsOf(db, "SELECT name FROM sqlite_master WHERE type = 'table'")
  return new Set(rows.map(({ name }) => String(name)))
}
