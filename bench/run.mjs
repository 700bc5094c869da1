/**
 * `npm run bench [-- ROW…]`: bundles bench/main.ts for Node and runs it. Every
 * measurement runs in a process of its own, so that memory is its own.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(fileURLToPath(import.meta.url), '../..')
const out = resolve(root, 'out/bench')

await build({
  root,
  configFile: false,
  logLevel: 'warn',
  resolve: {
    alias: { '#shared': resolve(root, 'src/shared'), '#main': resolve(root, 'src/main') },
  },
  build: {
    ssr: true,
    outDir: out,
    emptyOutDir: true,
    target: 'node20',
    rollupOptions: {
      input: { main: resolve(root, 'bench/main.ts'), measure: resolve(root, 'bench/measure.ts') },
    },
  },
})
const run = spawnSync(process.execPath, [resolve(out, 'main.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd: root,
})
process.exit(run.status ?? 1)
