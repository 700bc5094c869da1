/**
 * `npm run bench [-- ROW…]`: bundles bench/main.ts for Node and runs it. Every
 * measurement runs in a process of its own, so that memory is its own.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bundle } from '../scripts/lib/bundle.mjs'
import { build, isStale } from '../scripts/lib/build.mjs'
import { root } from '../scripts/lib/run.mjs'

// The window's rows run the built program.
if (isStale()) await build()
const out = await bundle('bench', { main: 'bench/main.ts', measure: 'bench/measure.ts' })
const run = spawnSync(
  process.execPath,
  ['--expose-gc', join(out, 'main.js'), ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    cwd: root,
  },
)
process.exit(run.status ?? 1)
