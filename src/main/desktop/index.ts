/**
 * The desktop host: one window over a core in a thread. A second start hands
 * its paths to the first and ends.
 */
import { app, type BrowserWindow } from 'electron'
import { join, resolve } from 'node:path'
import { startCoreThread } from '../host/core-thread'
import { exampleDir, windowDir } from '../host/places'
import { loadWindowFiles } from '../host/window-files'
import { Commands } from './commands'
import { acceptIpc } from './ipc'
import { acceptNatives } from './natives'
import { setMenu } from './menu'
import { registerScheme, servePages } from './protocol'
import { lockDown } from './security'
import { openWindow, type AppWindow } from './window'

registerScheme()
lockDown()

/** Paths behind the program's own arguments; options of Electron and Chromium are not ours. */
function pathsIn(argv: readonly string[], cwd: string): string[] {
  const own = app.isPackaged ? 1 : 2
  return argv
    .slice(own)
    .filter((argument) => !argument.startsWith('-'))
    .map((path) => resolve(cwd, path))
}

async function main(): Promise<void> {
  const early: string[] = []
  let open = (paths: readonly string[]): void => {
    early.push(...paths)
  }
  // macOS names files this way, also before the app is ready.
  app.on('open-file', (event, path) => {
    event.preventDefault()
    open([path])
  })
  app.on('second-instance', (_, argv, cwd) => open(pathsIn(argv, cwd)))
  app.on('window-all-closed', () => app.quit())

  await app.whenReady()
  const files = await loadWindowFiles(windowDir())
  servePages(files)
  const core = await startCoreThread({
    host: 'desktop',
    version: app.getVersion(),
    stateDir: join(app.getPath('userData'), 'state'),
    paths: [...pathsIn(process.argv, process.cwd()), ...early.splice(0)],
    knownRoots: true,
    examplePath: exampleDir(),
  })
  let window: AppWindow | null = null
  const browser = (): BrowserWindow | null => window?.browser ?? null
  acceptIpc(core, browser)
  acceptNatives(browser)
  const commands = new Commands(browser)
  /** The window, in front; where macOS has closed it, a new one. */
  const show = (): void => {
    if (window) {
      window.focus()
      return
    }
    commands.restart()
    window = openWindow()
    window.browser.on('closed', () => (window = null))
  }
  show()
  setMenu((name) => {
    if (!window) show()
    commands.send(name)
  })
  open = (paths) => {
    show()
    void core.open(paths).then((opened) => {
      if (opened.key !== null) commands.send(`open:${opened.key}`)
    })
  }
  if (early.length > 0) open(early.splice(0))
  app.on('activate', show)
  app.on('will-quit', () => {
    void core.close()
  })
}

if (app.requestSingleInstanceLock()) {
  main().catch((error: unknown) => {
    process.stderr.write(`reread: ${error instanceof Error ? error.message : String(error)}\n`)
    app.exit(1)
  })
} else app.quit()
