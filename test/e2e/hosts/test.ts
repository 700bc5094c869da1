/**
 * `test` with a started viewer: over the loopback host, over the stand-in for
 * Electron, or over Electron itself, by the project that runs.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron, test as base, expect, type Page } from '@playwright/test'
import { launchStandIn, type StandIn } from '../../support/electron-stand-in/launch'
import { Viewer } from '../pages/viewer'
import { startServed } from './served'

export { expect }
export const root = fileURLToPath(new URL('../../..', import.meta.url))
export const fixtures = join(root, 'fixtures')
/** The sessions that our own recorder made: few enough to see all of them at once. */
export const recorded = [join(fixtures, 'dsh'), join(fixtures, 'example')]

export type HostKind = 'served' | 'stand-in' | 'electron'

export interface StartOptions {
  readonly paths?: readonly string[]
}

export interface Started {
  readonly viewer: Viewer
  readonly page: Page
  /** Where the host keeps its state. */
  readonly state: string
  /** The stand-in, in its project only. */
  readonly standIn: StandIn | null
  /** Clicks what exports and gives the text of the file that was written. */
  readonly exported: (click: () => Promise<void>) => Promise<{ name: string; html: string }>
}

interface Fixtures {
  readonly host: HostKind
  readonly start: (options?: StartOptions) => Promise<Started>
  /** A folder of the test's own. */
  readonly folder: string
}

export const test = base.extend<Fixtures>({
  host: ['served', { option: true }],
  // eslint-disable-next-line no-empty-pattern -- Playwright wants the braces
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'reread-e2e-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  start: async ({ host, page, folder }, use) => {
    const ends: (() => Promise<unknown>)[] = []
    const faults: string[] = []
    const watch = (watched: Page): void => {
      watched.on('pageerror', (error) => faults.push(error.message))
      watched.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text())
      })
    }
    await use(async ({ paths = recorded } = {}) => {
      const state = join(folder, '.state')
      // No agent of this machine: the home is the test's own.
      const env = { ...process.env, REREAD_STATE: state, HOME: folder, XDG_CONFIG_HOME: folder }
      if (host === 'served') {
        watch(page)
        const served = await startServed(paths, env)
        ends.push(() => served.stop())
        await page.goto(served.url)
        return {
          viewer: new Viewer(page),
          page,
          state,
          standIn: null,
          async exported(click) {
            const [download] = await Promise.all([page.waitForEvent('download'), click()])
            const path = await download.path()
            return { name: download.suggestedFilename(), html: await readFile(path, 'utf8') }
          },
        }
      }
      if (host === 'stand-in') {
        watch(page)
        const standIn = await launchStandIn(page, {
          paths: ['.', ...paths].slice(1),
          userData: folder,
          env,
        })
        ends.push(() => standIn.close())
        return {
          viewer: new Viewer(page),
          page,
          state,
          standIn,
          async exported(click) {
            const path = join(folder, 'card.html')
            standIn.answer('save', { canceled: false, filePath: path })
            await click()
            await expect(page.getByRole('status')).toContainText('Saved')
            return { name: 'card.html', html: await readFile(path, 'utf8') }
          },
        }
      }
      const electron = await _electron.launch({
        args: [root, ...paths],
        env: { ...env, ELECTRON_DISABLE_SANDBOX: '1' },
        executablePath: process.env.REREAD_ELECTRON ?? '',
      })
      ends.push(() => electron.close())
      const window = await electron.firstWindow()
      watch(window)
      return {
        viewer: new Viewer(window),
        page: window,
        state,
        standIn: null,
        async exported(click) {
          const path = join(folder, 'card.html')
          await electron.evaluate(({ dialog }, filePath) => {
            dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
          }, path)
          await click()
          await expect(window.getByRole('status')).toContainText('Saved')
          return { name: 'card.html', html: await readFile(path, 'utf8') }
        },
      }
    })
    // The page goes first: its host's end is no fault of it.
    if (host !== 'electron') await page.goto('about:blank')
    for (const end of ends) await end()
    // A page that breaks the policy or throws says so on its console.
    expect(faults).toEqual([])
  },
})
