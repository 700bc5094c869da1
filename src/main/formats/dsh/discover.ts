/** dsh logs among the files of a folder, told by their first line. Rule: dsh format, 1 and 3. */
import { join } from 'node:path'
import type { Folder, FolderFile, FoundLog, RootEnv } from '../format'
import { bestGeneration, generationOf } from './generations'
import { headerOf, type DshHeader } from './header'
import { parseLine } from './record'

/** `$DSH_HOME`, else `~/.dsh`; sessions lie below it. */
export function dshHome(env: RootEnv): string {
  const set = env.env.DSH_HOME?.trim()
  return set ? set : join(env.home, '.dsh')
}

/** The header that a file's head begins with; null when it is no dsh log. */
export function headerIn(head: Uint8Array): DshHeader | null {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  const lf = bytes.indexOf(10)
  const line = bytes.toString('utf8', 0, lf === -1 ? bytes.length : lf).replace(/^\ufeff/, '')
  if (!line.startsWith('{')) return null
  const parsed = parseLine(line)
  const header = parsed.ok ? headerOf(parsed.value) : parsed
  return header.ok ? header.value : null
}

const likely = /\.jsonl(?:\.zstd|\.zst)?$/

/** Each session once; other generations and forms of it are its `others`. */
export async function discoverDsh(folder: Folder): Promise<FoundLog[]> {
  const logs: FolderFile[] = []
  for (const file of folder.files) {
    if (file.name.endsWith('.tmp')) continue
    // An unusual name is looked at too when it was asked for by name.
    if (!likely.test(file.name) && !folder.isNamed) continue
    if (headerIn(await folder.head(file))) logs.push(file)
  }
  const generations = logs.flatMap((file) => generationOf(file.name) ?? [])
  const best = bestGeneration(generations)
  const found: FoundLog[] = []
  for (const file of logs) {
    const isGeneration = generationOf(file.name) !== null
    if (isGeneration && file.name !== best?.name) continue
    const others = isGeneration
      ? logs.filter((other) => other !== file && generationOf(other.name)).map(({ path }) => path)
      : []
    found.push({ path: file.path, others, sessionId: null })
  }
  return found
}
