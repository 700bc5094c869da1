/**
 * `npm start [-- PATH…]`: the desktop app. Where Electron's binary cannot be
 * had it says so in one line and serves the same app on a loopback address.
 */
import { resolve } from 'node:path'
import { build, isStale } from './lib/build.mjs'
import { electronBinary, fetchElectron } from './lib/electron.mjs'
import { root, run } from './lib/run.mjs'

const args = process.argv.slice(2)
if (isStale()) await build()
const electron = electronBinary() ?? (await fetchElectron())
if (electron) {
  const paths = args.map((arg) => (arg.startsWith('-') ? arg : resolve(arg)))
  process.exit(await run(electron, ['.', ...paths]))
}
process.stdout.write("Electron's binary is not here and could not be fetched: serving instead.\n")
process.exit(
  await run(process.execPath, [resolve(root, 'bin/reread.js'), 'serve', ...args], {
    cwd: process.cwd(),
  }),
)
