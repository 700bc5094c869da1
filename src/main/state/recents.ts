/** Folders and logs that were opened lately, newest first. */
import { join } from 'node:path'
import { z } from 'zod'
import { JsonFile } from './json-file'

const kept = 12
const schema = z.object({ paths: z.array(z.string()) })

export interface Recents {
  list(): string[]
  add(path: string): Promise<void>
  /** Null: all of them. */
  forget(path: string | null): Promise<void>
}

/** Opens the list of a state folder; empty where there is none. */
export async function openRecents(stateDir: string): Promise<Recents> {
  const file = new JsonFile(join(stateDir, 'recents.json'), schema)
  let paths = (await file.read())?.paths ?? []
  const keep = async (now: string[]): Promise<void> => {
    paths = now
    await file.write({ paths })
  }
  return {
    list: () => [...paths],
    add: (path) => keep([path, ...paths.filter((other) => other !== path)].slice(0, kept)),
    forget: (path) => keep(path === null ? [] : paths.filter((other) => other !== path)),
  }
}
