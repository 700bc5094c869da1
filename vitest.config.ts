import { svelte } from '@sveltejs/vite-plugin-svelte'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Rules that the product stands on: every line and branch of these files is tested. */
const whole = { lines: 100, branches: 100, functions: 100, statements: 100 }

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    alias: {
      '#shared': resolve('src/shared'),
      '#main': resolve('src/main'),
      '#renderer': resolve('src/renderer'),
    },
  },
  test: {
    include: ['test/unit/**/*.test.ts', 'test/*.test.ts'],
    testTimeout: 20_000,
    coverage: {
      provider: 'v8',
      include: [
        'src/shared/windows/**',
        'src/shared/highlight/lang-from-path.ts',
        'src/main/views/**',
        'src/main/tools/read/**',
      ],
      reporter: ['text-summary'],
      thresholds: { perFile: true, ...whole },
    },
  },
})
