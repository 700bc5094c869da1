/** Handlers of the contract. Each is a few lines over the library, the desk and the state files. */
import { implement } from '@orpc/server'
import { contract, outlineLimit, pageLimit } from '#shared/api/contract'
import { emptyOutline, type LibraryUpdate, type Settings } from '#shared/api/types'
import type { Library } from '../library/library'
import { Feed } from './feed'
import { mergeLibraryUpdates } from './merge-library'
import { peekAfter } from './peek'
import type { OpenedPaths } from './core'
import { exportCard } from './export-card'
import type { SearchDesk } from './search-desk'
import type { SessionDesk } from './session-desk'

export interface RouterParts {
  readonly library: Library
  readonly desk: SessionDesk
  readonly settings: { get(): Settings; save(patch: Partial<Settings>): Promise<Settings> }
  readonly recents: {
    list(): string[]
    forget(path: string | null): Promise<void>
  }
  readonly about: {
    version: string
    host: 'desktop' | 'serve'
    platform: string
    home: string | null
  }
  readonly search: SearchDesk
  readonly examplePath: string | null
  open(paths: readonly string[]): Promise<OpenedPaths>
  /** Key of the session named on the command line. */
  initial(): string | null
}

/** The router that a transport's handler serves. */
export function createRouter(parts: RouterParts) {
  const { library, desk } = parts
  const os = implement(contract)

  return os.router({
    app: {
      about: os.app.about.handler(() => ({
        ...parts.about,
        settings: parts.settings.get(),
        initial: parts.initial(),
      })),
      saveSettings: os.app.saveSettings.handler(({ input }) =>
        parts.settings.save(dropUndefined(input)),
      ),
    },
    library: {
      open: os.library.open.handler(async ({ input }) => {
        const opened = await parts.open(input.paths)
        return { key: opened.key, problems: [...opened.problems] }
      }),
      close: os.library.close.handler(({ input }) => {
        library.close(input.path)
        return {}
      }),
      openExample: os.library.openExample.handler(async () => {
        if (!parts.examplePath) return { key: null }
        await library.open([parts.examplePath])
        await library.settled()
        const inside = library.all().filter(({ path }) => path.startsWith(parts.examplePath ?? ''))
        return { key: inside.find(({ relation }) => relation === null)?.key ?? null }
      }),
      recent: os.library.recent.handler(() => ({ paths: parts.recents.list() })),
      forgetRecent: os.library.forgetRecent.handler(async ({ input }) => {
        await parts.recents.forget(input.path)
        return {}
      }),
      known: os.library.known.handler(() => library.known()),
      follow: os.library.follow.handler(async function* ({ signal }) {
        const feed = new Feed<LibraryUpdate>(mergeLibraryUpdates)
        const unsubscribe = library.subscribe((update) => feed.push(update))
        try {
          yield* feed.read(signal)
        } finally {
          unsubscribe()
        }
      }),
    },
    session: {
      overview: os.session.overview.handler(async ({ input }) => {
        const session = await desk.open(input.key)
        return session.ok ? { ok: true as const, value: session.value.overview() } : session
      }),
      outline: os.session.outline.handler(async ({ input }) => {
        const to = Math.min(input.to, input.from + outlineLimit)
        const session = await desk.open(input.key)
        return session.ok ? session.value.outline(input.from, to) : emptyOutline(0, input.from)
      }),
      page: os.session.page.handler(async ({ input }) => {
        const to = Math.min(input.to, input.from + pageLimit)
        const session = await desk.open(input.key)
        if (!session.ok) return { revision: 0, from: input.from, entries: [] }
        const entries = await session.value.entries(input.from, to)
        return { revision: session.value.revision, from: input.from, entries }
      }),
      follow: os.session.follow.handler(({ input, signal }) => desk.follow(input.key, signal)),
      raw: os.session.raw.handler(async ({ input }) => {
        const session = await desk.open(input.key)
        return session.ok ? session.value.raw(input.seq, input.maxChars) : []
      }),
      diagnostics: os.session.diagnostics.handler(async ({ input }) => {
        const session = await desk.open(input.key)
        return session.ok ? session.value.diagnostics(input.from, input.to) : []
      }),
      image: os.session.image.handler(async ({ input }) => {
        const session = await desk.open(input.key)
        const image = session.ok ? await session.value.image(input.ref) : null
        if (!image) return null
        return { mediaType: image.mediaType, base64: Buffer.from(image.bytes).toString('base64') }
      }),
      peek: os.session.peek.handler(async ({ input }) => {
        const session = await desk.open(input.key)
        if (!session.ok) return { status: 'failed' as const, path: '', reason: session.reason }
        const entry = await session.value.entry(input.seq)
        return peekAfter(entry, session.value.overview().header.cwd, input.allowOutside)
      }),
    },
    search: {
      run: os.search.run.handler(({ input, signal }) =>
        parts.search.run(input.key, input.query, signal),
      ),
    },
    export: {
      readCard: os.export.readCard.handler(async ({ input }) => {
        const session = await desk.open(input.key)
        if (!session.ok) return session
        return exportCard(session.value, input.seq, parts.about.version, Date.now())
      }),
    },
  })
}

/** zod's partial leaves keys with undefined; a patch has only keys that are set. */
function dropUndefined(patch: {
  [K in keyof Settings]?: Settings[K] | undefined
}): Partial<Settings> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}
