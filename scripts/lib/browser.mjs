/** A Chromium for the tests: one that is there, or Debian's, or words that say what to do. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runQuietly } from './run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Path of a browser: $REREAD_BROWSER, the PATH, the usual places; null when there is none. */
export function findBrowser() {
  if (process.env.REREAD_BROWSER) return process.env.REREAD_BROWSER
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...found, ...places].find((path) => existsSync(path)) ?? null
}

/** Finds a browser or installs Debian's. Ends the program with instructions when neither works. */
export async function needBrowser() {
  const found = findBrowser()
  if (found) return found
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    process.stdout.write('no Chromium here: installing the package "chromium" …\n')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await runQuietly('apt-get', ['update'], { env })
    const { code, output } = await runQuietly(
      'apt-get',
      ['install', '-y', '--no-install-recommends', 'chromium'],
      { env },
    )
    if (code !== 0) process.stderr.write(output.slice(-2000))
    const installed = findBrowser()
    if (installed) return installed
  }
  process.stderr.write(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium) or name one: REREAD_BROWSER=/path/to/chromium npm test\n',
  )
  process.exit(1)
}
