/** The built program in a browser, over one log: for rows that a reader feels. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { startServed } from '../test/e2e/hosts/served'
import { cache } from './logs'

function browserPath(): string | undefined {
  const named = process.env.REREAD_BROWSER
  return (
    named ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
  )
}

/** Serves a log and shows it; `pid` is the host's process. */
export async function withWindow(
  log: string,
  use: (page: Page, pid: number) => Promise<void>,
): Promise<void> {
  const state = mkdtempSync(join(cache, 'state-'))
  const served = await startServed([log], { ...process.env, REREAD_STATE: state }, process.cwd())
  const executablePath = browserPath()
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(served.url)
    await page.getByRole('region', { name: 'Timeline' }).getByRole('article').first().waitFor()
    await use(page, served.pid ?? 0)
  } finally {
    await browser.close()
    await served.stop()
    rmSync(state, { recursive: true, force: true })
  }
}
