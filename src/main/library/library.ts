/**
 * The library: walks its roots folder by folder, keeps a record per session,
 * notices what changes. A folder is looked into again only when its files are
 * not the same any more. Everything runs in slices, so that a walk over ten
 * thousand folders never blocks an open session.
 */
import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { LibraryRoot, LibraryUpdate, SessionCounts, SessionSummary } from '#shared/api/types'
import type { Folder, LogFormat } from '../formats/format'
import { fileFault } from '../log/open-line-log'
import { discoverIn, folderAt, type LocatedLog } from '../session/locate'
import { Broadcast } from './broadcast'
import { Catalogue, signatureOf, type CatalogueRow } from './catalogue'
import { Counting } from './counting'
import { Shelf } from './shelf'
import { keyOf, type Library, type LibraryOptions, type LibraryRecord, type Opened } from './types'
import { FolderWatcher } from './watcher'

export type { Library, LibraryOptions, LibraryRecord } from './types'

/** A log that changed within this time counts as live. */
const liveMs = 15_000
/** Folders looked at again in one round of the sweep, besides the live ones. */
const sweptFolders = 400
const saveMs = 2_000
const summarisers = 4
const skippedFolders = new Set(['node_modules', '.git'])

interface Root {
  readonly path: string
  readonly kind: LibraryRoot['kind']
  readonly agentName: string | null
  /** File names when single files were opened; null: the whole folder and what lies below. */
  only: Set<string> | null
  exists: boolean
}

interface KnownFolder {
  readonly root: Root
  readonly signature: string
  readonly keys: ReadonlySet<string>
  readonly folders: readonly string[]
}

/** Opens a library; nothing is read before `start` or `open`. */
export function createLibrary(options: LibraryOptions): Library {
  return new FolderLibrary(options)
}

class FolderLibrary implements Library {
  readonly #options: LibraryOptions
  readonly #catalogue: Catalogue
  readonly #shelf = new Shelf()
  readonly #roots = new Map<string, Root>()
  readonly #folders = new Map<string, KnownFolder>()
  readonly #watcher: FolderWatcher
  readonly #broadcast: Broadcast
  readonly #scans = new Map<string, Promise<void>>()
  #walks = 0
  #walked = 0
  #settling: Promise<unknown> = Promise.resolve()
  #sweepTimer: NodeJS.Timeout | null = null
  #saveTimer: NodeJS.Timeout | null = null
  #sweepAt = 0
  #isDisposed = false
  readonly #counting: Counting
  readonly #slots = new Slots(summarisers)

  constructor(options: LibraryOptions) {
    this.#options = options
    this.#catalogue = new Catalogue(options.stateDir)
    this.#watcher = new FolderWatcher(options.watchBudget ?? 512, (path) => this.#rescan(path))
    this.#counting = new Counting(
      () => this.#shelf.all(),
      (key, found, format) => options.count(key, found, format),
      (key, counts) => this.noteCounts(key, counts, null),
    )
    this.#broadcast = new Broadcast(() => ({ roots: this.roots(), scanning: this.#scanning() }))
  }

  async start(): Promise<void> {
    await this.#catalogue.load()
    if (this.#options.knownRoots) {
      for (const root of await this.#knownPlaces()) {
        this.#roots.set(root.path, root)
        if (root.exists) this.#recall(root)
      }
      for (const root of this.#roots.values()) if (root.exists) this.#settle(this.#walkRoot(root))
    }
    this.#schedule()
  }

  async settled(): Promise<void> {
    for (;;) {
      const settling = this.#settling
      await settling
      if (settling === this.#settling) break
    }
    await this.#counting.done()
  }

  async open(paths: readonly string[]): Promise<Opened> {
    const problems: Opened['problems'] = []
    const keys: string[] = []
    for (const path of paths) {
      const at = resolve(path)
      try {
        const facts = await stat(at)
        const found = facts.isDirectory() ? await this.#openFolder(at) : await this.#openFile(at)
        if (found.length === 0 && !facts.isDirectory()) {
          problems.push({ path, reason: { code: 'not-a-log', params: { path } } })
        }
        keys.push(...found)
      } catch (error) {
        problems.push({ path, reason: { code: fileFault(error), params: { path } } })
      }
    }
    this.#schedule()
    this.#count()
    const [key, ...more] = keys
    return { key: key !== undefined && more.length === 0 ? key : null, problems }
  }

  close(path: string): void {
    const at = resolve(path)
    const root = this.#roots.get(at)
    if (!root || root.kind === 'known') return
    this.#roots.delete(at)
    for (const [folder, known] of this.#folders) if (known.root === root) this.#forget(folder)
    this.#broadcast.poke()
  }

  get(key: string): LibraryRecord | undefined {
    return this.#shelf.get(key)
  }

  all(): SessionSummary[] {
    return this.#shelf.all().map((record) => record.summary)
  }

  roots(): LibraryRoot[] {
    const sums = new Map<Root, { sessions: number; bytes: number }>()
    for (const known of this.#folders.values()) {
      const sum = sums.get(known.root) ?? { sessions: 0, bytes: 0 }
      for (const key of known.keys) {
        sum.sessions += 1
        sum.bytes += this.#shelf.get(key)?.summary.size ?? 0
      }
      sums.set(known.root, sum)
    }
    return [...this.#roots.values()].map((root) => {
      const { sessions = 0, bytes = 0 } = sums.get(root) ?? {}
      const { path, kind, agentName, exists } = root
      return { path, kind, agentName, exists, sessions, bytes }
    })
  }

  known(): LibraryRoot[] {
    const open = new Map(this.roots().map((root) => [root.path, root]))
    return this.#placesOf().map(
      ({ path, agentName }) =>
        open.get(path) ?? {
          path,
          kind: 'known',
          agentName,
          exists: this.#existing.has(path),
          sessions: 0,
          bytes: 0,
        },
    )
  }

  childrenOf(sessionId: string): LibraryRecord[] {
    return this.#shelf.childrenOf(sessionId)
  }

  byId(sessionId: string): LibraryRecord[] {
    return this.#shelf.byId(sessionId)
  }

  subscribe(listener: (update: LibraryUpdate) => void): () => void {
    return this.#broadcast.listen(listener, this.all())
  }

  noteCounts(key: string, counts: SessionCounts, title: string | null): void {
    const record = this.#shelf.get(key)
    if (!record) return
    this.#put({
      ...record,
      summary: { ...record.summary, counts, title: title ?? record.summary.title },
    })
    this.#remember(dirname(record.found.path))
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true
    this.#counting.stop()
    if (this.#sweepTimer) clearTimeout(this.#sweepTimer)
    if (this.#saveTimer) clearTimeout(this.#saveTimer)
    this.#watcher.dispose()
    this.#broadcast.dispose()
    await Promise.allSettled(this.#scans.values())
    await this.#catalogue.save()
  }

  // Roots

  readonly #existing = new Set<string>()

  #placesOf(): { path: string; agentName: string }[] {
    return this.#options.formats.flatMap((format) =>
      format.roots(this.#options.rootEnv).map((path) => ({ path, agentName: format.name })),
    )
  }

  async #knownPlaces(): Promise<Root[]> {
    const roots: Root[] = []
    for (const { path, agentName } of this.#placesOf()) {
      const facts = await stat(path).catch(() => null)
      if (facts) this.#existing.add(path)
      const isFile = facts?.isFile() ?? false
      roots.push({
        path: isFile ? dirname(path) : path,
        kind: 'known',
        agentName,
        only: isFile ? new Set([basename(path)]) : null,
        exists: facts !== null,
      })
    }
    return roots
  }

  /** Rows of last time, at once; the walk that follows corrects them. */
  #recall(root: Root): void {
    for (const [path, folder] of this.#catalogue.folders()) {
      if (path !== root.path && !isBelow(path, root.path)) continue
      this.#takeRows(path, root, folder.signature, folder.rows, [])
    }
  }

  async #openFolder(path: string): Promise<string[]> {
    const root = this.#root(path, null)
    await this.#scan(path, root)
    const { keys = new Set<string>(), folders = [] } = this.#folders.get(path) ?? {}
    for (const folder of folders) this.#settle(this.#walk(folder, root))
    // A folder with more below it means all of that, not the one session it may hold itself.
    return folders.length === 0 ? [...keys] : []
  }

  async #openFile(path: string): Promise<string[]> {
    const folder = dirname(path)
    const root = this.#root(folder, basename(path))
    await this.#scan(folder, root)
    const keys = this.#folders.get(folder)?.keys ?? new Set<string>()
    return [...keys].filter((key) => {
      const found = this.#shelf.get(key)?.found
      return found?.path === path || (found?.others.includes(path) ?? false)
    })
  }

  #root(path: string, file: string | null): Root {
    const known = this.#roots.get(path)
    if (known && file === null) known.only = null
    if (known && file !== null) known.only?.add(file)
    if (known) return known
    const only = file === null ? null : new Set([file])
    const root: Root = { path, kind: 'opened', agentName: null, only, exists: true }
    this.#roots.set(path, root)
    if (only === null) this.#recall(root)
    return root
  }

  // Walking

  #scanning(): LibraryUpdate['scanning'] {
    return this.#walks > 0 ? { folders: this.#walked, sessions: this.#shelf.all().length } : null
  }

  #settle(work: Promise<unknown>): void {
    this.#settling = Promise.allSettled([this.#settling, work])
    void work.finally(() => this.#count())
  }

  /** Counting waits until nothing is being walked. */
  #count(): void {
    if (this.#walks === 0) this.#counting.start()
  }

  async #walkRoot(root: Root): Promise<void> {
    await this.#walk(root.path, root)
  }

  async #walk(path: string, root: Root): Promise<void> {
    this.#walks += 1
    try {
      const queue = [path]
      const seen = new Set(queue)
      for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
        if (this.#isDisposed || this.#roots.get(root.path) !== root) return
        await this.#scan(folder, root)
        this.#walked += 1
        if (root.only) continue
        for (const below of this.#folders.get(folder)?.folders ?? []) {
          if (seen.has(below)) continue
          seen.add(below)
          queue.push(below)
        }
      }
    } finally {
      this.#walks -= 1
      this.#broadcast.poke()
    }
  }

  /** Looks at one folder. Calls for the same folder share one look, and a later one looks again. */
  #scan(path: string, root: Root): Promise<void> {
    const running = this.#scans.get(path)
    const scan = (running ?? Promise.resolve())
      .then(() => this.#look(path, root))
      .catch(() => undefined)
      .finally(() => {
        if (this.#scans.get(path) === scan) this.#scans.delete(path)
      })
    this.#scans.set(path, scan)
    return scan
  }

  async #look(path: string, root: Root): Promise<void> {
    let folder: Folder
    try {
      folder = await folderAt(path, root.only ? [...root.only] : undefined)
    } catch {
      if (path === root.path) root.exists = false
      this.#forgetBelow(path)
      return
    }
    root.exists = true
    const signature = signatureOf(folder.files)
    const folders = root.only
      ? []
      : folder.folders.filter((below) => !skippedFolders.has(basename(below)))
    const before = this.#folders.get(path)
    for (const gone of before?.folders ?? []) {
      if (!folders.includes(gone) && isBelow(gone, path)) this.#forgetBelow(gone)
    }
    const cached = this.#catalogue.get(path)
    if (before?.signature === signature) {
      this.#folders.set(path, { ...before, folders })
    } else if (cached?.signature === signature) {
      this.#takeRows(path, root, signature, cached.rows, folders)
    } else {
      await this.#discover(folder, root, signature, folders)
    }
    this.#watcher.add(path)
  }

  async #discover(
    folder: Folder,
    root: Root,
    signature: string,
    folders: readonly string[],
  ): Promise<void> {
    const located = await discoverIn(folder, this.#formatsFor(root))
    const keys = new Set(located.map(({ found }) => keyOf(found)))
    const before = this.#folders.get(folder.path)
    for (const key of before?.keys ?? []) if (!keys.has(key)) this.#drop(key)
    this.#folders.set(folder.path, { root, signature, keys, folders })
    await Promise.all(located.map((log) => this.#slots.run(() => this.#summarise(log, folder))))
    this.#remember(folder.path)
  }

  /** Any file of JSON lines is opened when it is asked for; in an agent's own folder only its logs are. */
  #formatsFor(root: Root): readonly LogFormat[] {
    return root.kind === 'known'
      ? this.#options.formats.filter((format) => format.id !== 'jsonl')
      : this.#options.formats
  }

  async #summarise({ format, found }: LocatedLog, folder: Folder): Promise<void> {
    const key = keyOf(found)
    const before = this.#shelf.get(key)?.summary
    const file = folder.files.find((one) => one.path === found.path)
    const facts = await format.summarise(found)
    const summary: SessionSummary = facts.ok
      ? { ...facts.value, key, live: false, counts: null }
      : {
          key,
          path: found.path,
          agent: format.id,
          agentName: format.name,
          id: found.sessionId ?? found.path,
          title: basename(found.path),
          cwd: null,
          model: null,
          startedAt: null,
          updatedAt: file?.mtimeMs ?? 0,
          size: file?.size ?? 0,
          parent: null,
          relation: null,
          counts: null,
          live: false,
          problem: facts.reason,
          archived: false,
        }
    const isSame = before?.size === summary.size && before.updatedAt === summary.updatedAt
    const counts = isSame ? before.counts : null
    this.#put({ format, found, summary: { ...summary, counts: counts ?? before?.counts ?? null } })
  }

  #takeRows(
    path: string,
    root: Root,
    signature: string,
    rows: readonly CatalogueRow[],
    folders: readonly string[],
  ): void {
    const keys = new Set<string>()
    for (const row of rows) {
      const format = this.#options.formats.find((candidate) => candidate.id === row.format)
      if (!format) continue
      keys.add(row.summary.key)
      this.#put({ format, found: row.found, summary: row.summary })
    }
    for (const key of this.#folders.get(path)?.keys ?? []) if (!keys.has(key)) this.#drop(key)
    this.#folders.set(path, { root, signature, keys, folders })
  }

  // Records

  #put(record: LibraryRecord): void {
    const live = Date.now() - record.summary.updatedAt < liveMs
    const summary = { ...record.summary, live }
    this.#shelf.set({ ...record, summary })
    this.#broadcast.upsert(summary)
  }

  #drop(key: string): void {
    if (this.#shelf.delete(key)) this.#broadcast.remove(key)
  }

  #forget(path: string): void {
    for (const key of this.#folders.get(path)?.keys ?? []) this.#drop(key)
    this.#folders.delete(path)
    this.#watcher.remove(path)
  }

  #forgetBelow(path: string): void {
    for (const folder of [...this.#folders.keys()]) {
      if (folder !== path && !isBelow(folder, path)) continue
      this.#forget(folder)
      this.#catalogue.delete(folder)
    }
    this.#broadcast.poke()
  }

  /** Writes a folder's rows down for the next start, a little later. */
  #remember(path: string): void {
    const known = this.#folders.get(path)
    if (!known || known.root.only) return
    const rows = [...known.keys].flatMap((key) => {
      const record = this.#shelf.get(key)
      if (!record) return []
      const { format, found, summary } = record
      return [{ format: format.id, found: { ...found, others: [...found.others] }, summary }]
    })
    this.#catalogue.set(path, { signature: known.signature, rows })
    if (this.#saveTimer || this.#isDisposed) return
    this.#saveTimer = setTimeout(() => {
      this.#saveTimer = null
      void this.#catalogue.save()
    }, saveMs)
    this.#saveTimer.unref()
  }

  // Changes

  #rescan(path: string): void {
    const known = this.#folders.get(path)
    const root = known?.root ?? this.#roots.get(path)
    if (!root || this.#isDisposed) return
    void this.#scan(path, root).then(() => {
      this.#count()
      if (root.only) return
      for (const below of this.#folders.get(path)?.folders ?? []) {
        if (!this.#folders.has(below)) this.#settle(this.#walk(below, root))
      }
    })
  }

  #schedule(): void {
    if (this.#sweepTimer || this.#isDisposed) return
    this.#sweepTimer = setTimeout(() => {
      this.#sweepTimer = null
      void this.#sweep().finally(() => this.#schedule())
    }, this.#options.sweepMs ?? 1000)
    this.#sweepTimer.unref()
  }

  /** Live folders each round, the others in turn, roots that were gone always. */
  async #sweep(): Promise<void> {
    const paths = new Set<string>()
    for (const record of this.#shelf.all()) {
      if (!record.summary.live) continue
      const folder = dirname(record.found.path)
      if (!this.#watcher.has(folder)) paths.add(folder)
      if (Date.now() - record.summary.updatedAt >= liveMs) this.#put(record)
    }
    const folders = [...this.#folders.keys()]
    for (let i = 0; i < Math.min(sweptFolders, folders.length); i++) {
      const path = folders[this.#sweepAt++ % folders.length]
      if (path !== undefined) paths.add(path)
    }
    for (const root of this.#roots.values()) if (!root.exists) paths.add(root.path)
    for (const path of paths) {
      if (this.#isDisposed) return
      const root = this.#folders.get(path)?.root ?? this.#roots.get(path)
      if (!root) continue
      const hadFolders = new Set(this.#folders.get(path)?.folders ?? [])
      await this.#scan(path, root)
      for (const below of this.#folders.get(path)?.folders ?? []) {
        if (!hadFolders.has(below) && !this.#folders.has(below)) {
          this.#settle(this.#walk(below, root))
        }
      }
    }
    this.#count()
  }
}

/** A few at a time. */
class Slots {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder) && /^[/\\]/.test(path.slice(folder.length))
}
