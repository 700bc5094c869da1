/** Electron's binary: where it is, and one try to fetch it by its own installer. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runQuietly } from './run.mjs'

const folder = join(root, 'node_modules', 'electron')
const installMs = 60_000

/** Path of the binary; null when it is not there. */
export function electronBinary() {
  const named = process.env.ELECTRON_OVERRIDE_DIST_PATH
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const name = readFileSync(pathFile, 'utf8').trim()
  const path = join(named ?? join(folder, 'dist'), name)
  return existsSync(path) ? path : null
}

/** Runs the official installer once, for at most a minute. Returns the binary or null. */
export async function fetchElectron() {
  if (process.env.ELECTRON_SKIP_BINARY_DOWNLOAD) return null
  const installer = join(folder, 'install.js')
  if (!existsSync(installer)) return null
  await runQuietly(process.execPath, [installer], {
    timeout: installMs,
    killSignal: 'SIGKILL',
  })
  return electronBinary()
}
