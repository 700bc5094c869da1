/** Browser tests: the served app, the built desktop bundles over a stand-in, and Electron where it is. */
import { defineConfig } from '@playwright/test'
import type { HostKind } from './test/e2e/hosts/test'

const browser = process.env.REREAD_BROWSER ?? '/usr/bin/chromium'
const electron = process.env.REREAD_ELECTRON

export default defineConfig<{ host: HostKind }>({
  testDir: 'test/e2e/specs',
  outputDir: 'test-results',
  timeout: 45_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: true,
  reporter: [['line'], ['json']],
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
    launchOptions: {
      executablePath: browser,
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    { name: 'served', use: { host: 'served' }, testIgnore: '**/desktop.spec.ts' },
    { name: 'stand-in', use: { host: 'stand-in' }, testIgnore: '**/served.spec.ts' },
    ...(electron
      ? [
          {
            name: 'electron',
            use: { host: 'electron' as const },
            testIgnore: ['**/served.spec.ts', '**/desktop.spec.ts'],
          },
        ]
      : []),
  ],
})
