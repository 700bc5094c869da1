/**
 * The core: library, sessions and state behind the contract, ready to be
 * connected to any number of transports. Knows no Electron, socket or thread.
 */
import { homedir, platform } from 'node:os'
import { RPCHandler } from '@orpc/server/message-port'
import { portOver, type Transport } from '#shared/api/transport'
import type { Reason } from '#shared/outcome'
import type { SessionCounts } from '#shared/api/types'
import { formats } from '../formats'
import type { FoundLog, LogFormat } from '../formats/format'
import { createLibrary } from '../library/library'
import type { Family } from '../session/family'
import { IndexStore } from '../session/index-store'
import { KeptIndex } from '../session/kept-index'
import { openFound } from '../session/open-session'
import { openRecents } from '../state/recents'
import { openSettings } from '../state/settings'
import { createRouter } from './router'
import { SearchDesk } from './search-desk'
import { SessionDesk } from './session-desk'

export interface CoreOptions {
  readonly host: 'desktop' | 'serve'
  readonly version: string
  /** Settings, recent folders, catalogue: files of ours, outside of every agent's folder. */
  readonly stateDir: string
  /** From the command line, absolute. */
  readonly paths: readonly string[]
  /** Look at the places where agents keep their logs. */
  readonly knownRoots: boolean
  /** Folder of the session that ships with the program. */
  readonly examplePath: string | null
}

export interface OpenedPaths {
  readonly key: string | null
  readonly problems: readonly { readonly path: string; readonly reason: Reason }[]
}

export interface Core {
  connect(transport: Transport): void
  open(paths: readonly string[]): Promise<OpenedPaths>
  close(): Promise<void>
}

/** Starts the core. Returns when the first sessions of the library are in. */
export async function startCore(options: CoreOptions): Promise<Core> {
  const settings = await openSettings(options.stateDir)
  const recents = await openRecents(options.stateDir)
  const indexes = new IndexStore(options.stateDir)
  const library = createLibrary({
    formats,
    rootEnv: { home: homedir(), platform: platform(), env: process.env },
    stateDir: options.stateDir,
    knownRoots: options.knownRoots && options.paths.length === 0,
    count: (key, found, format) => countSession(key, found, format, indexes),
  })
  const family: Family = {
    childrenOf: (id) => library.childrenOf(id).map((record) => record.summary),
    byId: (id) => library.byId(id)[0]?.summary,
  }
  const desk = new SessionDesk({
    indexes,
    locate: (key) => library.get(key),
    family,
    onCounts: (key, counts, title) => library.noteCounts(key, counts, title),
  })

  const search = new SearchDesk(library, options.stateDir)
  search.warmLater()

  let initial: string | null = null
  const open = async (paths: readonly string[]): Promise<OpenedPaths> => {
    const opened = await library.open([...paths])
    const bad = new Set(opened.problems.map((problem) => problem.path))
    for (const path of paths) if (!bad.has(path)) await recents.add(path)
    return opened
  }
  await library.start()
  if (options.paths.length > 0) initial = (await open(options.paths)).key

  const handler = new RPCHandler(
    createRouter({
      library,
      desk,
      search,
      settings,
      recents,
      about: {
        version: options.version,
        host: options.host,
        platform: platform(),
        home: homedir(),
      },
      examplePath: options.examplePath,
      initial: () => initial,
      open,
    }),
  )
  return {
    connect(transport) {
      handler.upgrade(portOver(transport))
    },
    open,
    async close() {
      await search.dispose()
      await desk.dispose()
      await library.dispose()
    },
  }
}

/** Indexes a session once for its counts; null when it cannot be opened. */
async function countSession(
  key: string,
  found: FoundLog,
  format: LogFormat,
  indexes: IndexStore,
): Promise<SessionCounts | null> {
  // Read only: what nobody opened must not push out what somebody did.
  const kept = new KeptIndex(indexes, format.id, found, { isReadOnly: true })
  const opened = await openFound(format, found, { key, kept })
  if (!opened.ok) return null
  try {
    await opened.value.index()
    return opened.value.counted.counts()
  } finally {
    await opened.value.close()
  }
}
