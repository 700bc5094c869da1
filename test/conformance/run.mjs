/** `npm run conformance -- DIR… [--write]`: bundles main.ts beside it for Node and runs it. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bundle } from '../../scripts/lib/bundle.mjs'

const out = await bundle('conformance', { main: 'test/conformance/main.ts' })
const run = spawnSync(process.execPath, [join(out, 'main.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exit(run.status ?? 1)
