/**
 * `npm run screenshots`: the main screens over the fixtures, light and dark, as
 * docs/screenshots/*.png. They are looked at, and shown in the README.
 */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { build, isStale } from './lib/build.mjs'
import { needBrowser } from './lib/browser.mjs'
import { root } from './lib/run.mjs'

const out = join(root, 'docs/screenshots')
const recorded = ['example', 'dsh']
const all = ['']

/** Opens a session by its title; the library floats where the window is narrow. */
async function open(page, name) {
  const session = page
    .getByRole('navigation', { name: 'Library' })
    .getByRole('button', { name })
    .first()
  if (!(await session.isVisible())) await page.keyboard.press('Control+b')
  await session.click()
  await page.getByRole('region', { name: 'Timeline' }).getByRole('article').first().waitFor()
  await page.getByRole('region', { name: 'Timeline' }).focus()
}

const shots = [
  {
    name: 'session',
    async steps(page) {
      await open(page, /Retry loop ignores/)
      await page.getByRole('article', { name: /lines 1–60 of 143/ }).click()
    },
  },
  {
    name: 'cards',
    async steps(page) {
      await open(page, /Retry loop ignores/)
      await page.keyboard.press('Shift+G')
    },
  },
  {
    name: 'search',
    async steps(page) {
      await open(page, /Retry loop ignores/)
      await page.keyboard.press('Control+f')
      await page.keyboard.type('retry')
      await page.waitForTimeout(600)
    },
  },
  { name: 'library', paths: all, async steps() {} },
  { name: 'welcome', paths: [], async steps() {} },
]

if (isStale()) await build()
const browser = await chromium.launch({
  executablePath: await needBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
mkdirSync(out, { recursive: true })
for (const { name, steps, paths = recorded } of shots) {
  const home = mkdtempSync(join(tmpdir(), 'reread-shots-'))
  // Below a home of their own, so that no picture shows where it was made.
  const sessions = join(home, 'sessions')
  cpSync(join(root, 'fixtures'), sessions, { recursive: true })
  const written = Date.now() / 1000 - 7200
  for (const path of readdirSync(sessions, { recursive: true })) {
    utimesSync(join(sessions, path), written, written)
  }
  const args = [join(root, 'bin/reread.js'), 'serve', ...paths.map((path) => join(sessions, path))]
  const server = spawn(process.execPath, args, {
    env: { ...process.env, REREAD_STATE: join(home, 'state'), HOME: home },
  })
  const url = await new Promise((found) => {
    server.stdout.on('data', (data) => {
      const [address] = /http\S+/.exec(String(data)) ?? []
      if (address) found(address)
    })
  })
  for (const [colorScheme, width, height] of [
    ['light', 1440, 900],
    ['dark', 1440, 900],
    ['light', 900, 700],
  ]) {
    if (width === 900 && name !== 'session') continue
    const page = await browser.newPage({ viewport: { width, height }, colorScheme })
    await page.goto(url)
    await page.waitForTimeout(800)
    await steps(page)
    await page.waitForTimeout(600)
    await page.screenshot({ path: join(out, `${name}-${colorScheme}-${width}.png`) })
    await page.close()
  }
  server.kill()
  rmSync(home, { recursive: true, force: true })
}
await browser.close()
