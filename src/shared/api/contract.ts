/**
 * The one contract between a window and its host. Every host implements it,
 * every transport carries it. Arguments are parsed by the host (a window is
 * untrusted); requests are bounded, streams push facts with a revision.
 */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { diagnosticSchema } from '../session'
import { reasonSchema } from '../outcome'
import { searchQuerySchema, searchUpdateSchema } from './search'
import {
  libraryRootSchema,
  libraryUpdateSchema,
  outlineSchema,
  overviewSchema,
  pageSchema,
  peekSchema,
  rawRecordSchema,
  sessionUpdateSchema,
  settingsSchema,
} from './types'

const key = z.object({ key: z.string().max(8192) })
const seq = z.number().int().nonnegative()
/** Half-open, at most `pageLimit` entries. */
export const pageLimit = 200
/** At most this many rows of an outline at once. */
export const outlineLimit = 20_000

const range = key.extend({ from: seq, to: seq })
const paths = z.array(z.string().min(1).max(4096)).min(1).max(64)

export const contract = {
  app: {
    about: oc.output(
      z.object({
        version: z.string(),
        host: z.enum(['desktop', 'serve']),
        platform: z.string(),
        home: z.string().nullable(),
        settings: settingsSchema,
        /** Key of the session named on the command line, to be shown first. */
        initial: z.string().nullable(),
      }),
    ),
    saveSettings: oc.input(settingsSchema.partial()).output(settingsSchema),
  },
  library: {
    /** Adds folders or logs to the library. `key`: the session, when one log was meant. */
    open: oc.input(z.object({ paths })).output(
      z.object({
        key: z.string().nullable(),
        problems: z.array(z.object({ path: z.string(), reason: reasonSchema })),
      }),
    ),
    /** Takes an opened folder out of the library; touches nothing on disk. */
    close: oc.input(z.object({ path: z.string() })).output(z.object({})),
    openExample: oc.output(z.object({ key: z.string().nullable() })),
    recent: oc.output(z.object({ paths: z.array(z.string()) })),
    forgetRecent: oc.input(z.object({ path: z.string().nullable() })).output(z.object({})),
    /** Places where agents keep logs here, and whether they exist. */
    known: oc.output(z.array(libraryRootSchema)),
    follow: oc.output(eventIterator(libraryUpdateSchema)),
  },
  session: {
    overview: oc
      .input(key)
      .output(
        z.discriminatedUnion('ok', [
          z.object({ ok: z.literal(true), value: overviewSchema }),
          z.object({ ok: z.literal(false), reason: reasonSchema }),
        ]),
      ),
    outline: oc.input(range).output(outlineSchema),
    page: oc.input(range).output(pageSchema),
    follow: oc.input(key).output(eventIterator(sessionUpdateSchema)),
    raw: oc
      .input(key.extend({ seq, maxChars: z.number().int().min(1).max(4_000_000) }))
      .output(z.array(rawRecordSchema)),
    diagnostics: oc.input(range).output(z.array(diagnosticSchema)),
    /** Bytes of a picture that the log itself holds, or its agent's attachment store. */
    image: oc
      .input(key.extend({ ref: z.string().max(8192) }))
      .output(z.object({ mediaType: z.string(), base64: z.string() }).nullable()),
    /** How a file goes on now, after the last line of a read. Only on the reader's click. */
    peek: oc.input(key.extend({ seq, allowOutside: z.boolean() })).output(peekSchema),
  },
  search: {
    /** Hits as they are found: in one session (`key`), or newest session first across the library (null). */
    run: oc
      .input(z.object({ key: z.string().max(8192).nullable(), query: searchQuerySchema }))
      .output(eventIterator(searchUpdateSchema)),
  },
  export: {
    /** One read card as a self-contained HTML file. */
    readCard: oc
      .input(key.extend({ seq }))
      .output(
        z.discriminatedUnion('ok', [
          z.object({ ok: z.literal(true), fileName: z.string(), html: z.string() }),
          z.object({ ok: z.literal(false), reason: reasonSchema }),
        ]),
      ),
  },
}
export type Contract = typeof contract
