/** Reading and stamping whole files of an agent. */
import { readFile, stat } from 'node:fs/promises'
import { decline, good, type Outcome } from '#shared/outcome'
import { fileFault } from '../../log/open-line-log'
import type { Stamp } from './document-reader'

/** Larger documents are not loaded: parsing them would take several times as much memory. */
export const maxBytes = 256 * 1024 * 1024

/** Sizes and times of files as one stamp; null when the first is gone. */
export async function stampOf(paths: readonly string[]): Promise<Stamp | null> {
  let size = 0
  let updatedAt = 0
  const tags: string[] = []
  for (const [index, path] of paths.entries()) {
    const facts = await stat(path).catch(() => null)
    if (!facts && index === 0) return null
    size += facts?.size ?? 0
    updatedAt = Math.max(updatedAt, facts?.mtimeMs ?? 0)
    tags.push(`${facts?.size ?? '-'}:${facts?.mtimeMs ?? '-'}:${facts?.ino ?? '-'}`)
  }
  return { size, updatedAt, tag: tags.join('|') }
}

/** A JSON file's value; declines with what the disk or the parser says. */
export async function readJson(path: string): Promise<Outcome<unknown>> {
  try {
    if ((await stat(path)).size > maxBytes) return decline('file-too-large', { path })
    const text = await readFile(path, 'utf8')
    return parseJson(text)
  } catch (error) {
    return decline(fileFault(error), { path })
  }
}

/** A text's value; declines with 'not-json'. */
export function parseJson(text: string): Outcome<unknown> {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return good(value)
  } catch (error) {
    return decline('not-json', { detail: error instanceof Error ? error.message : String(error) })
  }
}
