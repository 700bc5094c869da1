/** A digest of what the program's Node side is made of: tells one build from another. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** `define` for a bundler. */
export function buildDefine() {
  const hash = createHash('sha1')
  for (const folder of ['src/main', 'src/shared']) {
    for (const path of filesIn(join(root, folder))) hash.update(readFileSync(path))
  }
  return { __REREAD_BUILD__: JSON.stringify(hash.digest('hex')) }
}
