/**
 * What was known of each folder last time: a warm start shows it at once, and
 * a folder whose files are the same is not looked into again. Safe to delete.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { sessionSummarySchema } from '#shared/api/types'
import type { FolderFile } from '../formats/format'
import { JsonFile } from '../state/json-file'

const version = 1
/** Rows kept; the oldest go first. */
const maxRows = 20_000

const rowSchema = z.object({
  format: z.string(),
  found: z.object({
    path: z.string(),
    others: z.array(z.string()),
    sessionId: z.string().nullable(),
  }),
  summary: sessionSummarySchema,
})
const folderSchema = z.object({ signature: z.string(), rows: z.array(rowSchema) })
const schema = z.object({
  version: z.literal(version),
  folders: z.record(z.string(), folderSchema),
})
export type CatalogueRow = z.infer<typeof rowSchema>
export type CatalogueFolder = z.infer<typeof folderSchema>

export class Catalogue {
  readonly #file: JsonFile<z.infer<typeof schema>>
  readonly #folders = new Map<string, CatalogueFolder>()
  #isDirty = false

  constructor(stateDir: string) {
    this.#file = new JsonFile(join(stateDir, 'catalogue.json'), schema)
  }

  async load(): Promise<void> {
    const known = await this.#file.read()
    for (const [path, folder] of Object.entries(known?.folders ?? {})) {
      this.#folders.set(path, folder)
    }
  }

  get(path: string): CatalogueFolder | undefined {
    return this.#folders.get(path)
  }

  folders(): IterableIterator<[string, CatalogueFolder]> {
    return this.#folders.entries()
  }

  set(path: string, folder: CatalogueFolder): void {
    if (folder.rows.length === 0) this.#folders.delete(path)
    else this.#folders.set(path, folder)
    this.#isDirty = true
  }

  delete(path: string): void {
    this.#isDirty = this.#folders.delete(path) || this.#isDirty
  }

  /** Writes what changed since the last time. */
  async save(): Promise<void> {
    if (!this.#isDirty) return
    this.#isDirty = false
    const newest = (folder: CatalogueFolder): number =>
      Math.max(0, ...folder.rows.map((row) => row.summary.updatedAt))
    const sorted = [...this.#folders].toSorted(([, a], [, b]) => newest(b) - newest(a))
    const folders: Record<string, CatalogueFolder> = {}
    let rows = 0
    for (const [path, folder] of sorted) {
      rows += folder.rows.length
      if (rows > maxRows) break
      folders[path] = folder
    }
    await this.#file.write({ version, folders })
  }
}

/** The same for the same files: names, sizes, times. */
export function signatureOf(files: readonly FolderFile[]): string {
  const hash = createHash('sha1')
  for (const file of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    hash.update(`${file.name}\0${file.size}\0${file.mtimeMs}\0`)
  }
  return hash.digest('base64')
}
