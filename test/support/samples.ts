/** Real logs beside the repository, where they are; the project stands alone without them. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../../shared/samples')

/** Folder of an agent's samples; null, with a printed reason, where there is none. */
export function samplesOf(agent: string): string | null {
  const path = resolve(root, agent)
  if (existsSync(path)) return path
  process.stdout.write(`no samples of ${agent} beside the repository: those tests are left out\n`)
  return null
}
