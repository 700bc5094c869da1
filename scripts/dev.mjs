/** `npm run dev [-- PATH…]`: rebuilds on every change; Electron with hot reload, or the loopback host. */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { build } from './lib/build.mjs'
import { electronBinary } from './lib/electron.mjs'
import { binOf, root, run } from './lib/run.mjs'

const args = process.argv.slice(2)
if (electronBinary()) process.exit(await run(binOf('electron-vite'), ['dev', '--', ...args]))

await build()
const watching = spawn(binOf('electron-vite'), ['build', '--watch'], {
  cwd: root,
  stdio: 'inherit',
})
const code = await run(process.execPath, [resolve(root, 'bin/reread.js'), 'serve', ...args], {
  cwd: process.cwd(),
})
watching.kill()
process.exit(code)
