/** Where the program keeps its own files, and where what ships with it lies. */
import { homedir } from 'node:os'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json, also when this runs from a bundle in out/main. */
export function programDir(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) {
    folder = dirname(folder)
  }
  return folder
}

/** Settings, recents, catalogue, indexes. `REREAD_STATE` moves it; deleting it loses no log. */
export function stateDir(
  env: Readonly<Record<string, string | undefined>>,
  platform: string,
): string {
  if (env.REREAD_STATE) return env.REREAD_STATE
  const home = homedir()
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Reread')
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Reread')
  return join(env.XDG_STATE_HOME ?? join(home, '.local', 'state'), 'reread')
}

/** The built window. */
export function windowDir(): string {
  return join(programDir(), 'out', 'renderer')
}

/** The session that ships with the program; null in a package that left it out. */
export function exampleDir(): string | null {
  const path = join(programDir(), 'fixtures', 'example')
  return existsSync(path) ? path : null
}
