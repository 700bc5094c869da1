/** Builds main, preload and window unless what is built is newer than all sources. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { binOf, root, runQuietly } from './run.mjs'

const outputs = ['out/main/cli.js', 'out/preload/index.cjs', 'out/renderer/index.html']
const inputs = ['src', 'package.json', 'electron.vite.config.ts', 'svelte.config.js']

function newest(path) {
  const facts = statSync(path)
  if (!facts.isDirectory()) return facts.mtimeMs
  return Math.max(facts.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** True when something is not built or older than its sources. */
export function isStale() {
  const built = outputs.map((path) => join(root, path))
  if (!built.every((path) => existsSync(path))) return true
  const oldest = Math.min(...built.map((path) => statSync(path).mtimeMs))
  return inputs.some((path) => newest(join(root, path)) > oldest)
}

/** Builds; prints what went wrong and ends the program when it does not. */
export async function build() {
  const { code, output } = await runQuietly(binOf('electron-vite'), ['build'])
  if (code === 0) return
  process.stderr.write(output)
  process.exit(code)
}
