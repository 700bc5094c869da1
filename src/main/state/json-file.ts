/** A small JSON file of ours: read as a whole, replaced as a whole, never half-written. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { z } from 'zod'

export class JsonFile<T> {
  readonly #path: string
  readonly #schema: z.ZodType<T>
  #writing: Promise<void> = Promise.resolve()

  constructor(path: string, schema: z.ZodType<T>) {
    this.#path = path
    this.#schema = schema
  }

  /** The value; null when there is no file or it does not fit. */
  async read(): Promise<T | null> {
    try {
      const parsed = this.#schema.safeParse(JSON.parse(await readFile(this.#path, 'utf8')))
      return parsed.success ? parsed.data : null
    } catch {
      return null
    }
  }

  /** Writes beside the file, then renames. Writes come one after another; a full disk loses nothing old. */
  write(value: T): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      const draft = `${this.#path}.new`
      try {
        await mkdir(dirname(this.#path), { recursive: true })
        await writeFile(draft, JSON.stringify(value))
        await rename(draft, this.#path)
      } catch {
        // State is a convenience: a read-only home must not stop the program.
      }
    })
    return this.#writing
  }
}
