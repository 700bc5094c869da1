import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import { resolve } from 'node:path'
import { buildDefine } from './scripts/lib/source-digest.mjs'

const alias = {
  '#shared': resolve('src/shared'),
  '#main': resolve('src/main'),
  '#renderer': resolve('src/renderer'),
}

/** Four bundles run on Node: desktop main, core thread, search thread, command line. Preload is one CommonJS file. */
export default defineConfig({
  main: {
    resolve: { alias },
    define: buildDefine(),
    build: {
      sourcemap: true,
      rolldownOptions: {
        input: {
          index: resolve('src/main/desktop/index.ts'),
          core: resolve('src/main/host/worker.ts'),
          cli: resolve('src/main/cli/main.ts'),
          search: resolve('src/main/search/worker.ts'),
        },
        // Beside the entries: threads are found by their place relative to the code that starts them.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    resolve: { alias },
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: resolve('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: resolve('src/renderer'),
    resolve: { alias },
    plugins: [svelte({ configFile: resolve('svelte.config.js') })],
    build: {
      minify: true,
      rolldownOptions: { input: { index: resolve('src/renderer/index.html') } },
    },
  },
})
