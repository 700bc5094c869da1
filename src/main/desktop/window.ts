/** The one window: where it was last time, closed to everything but our page. */
import { app, BrowserWindow, nativeTheme, screen, type Rectangle } from 'electron'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { appOrigin } from './protocol'

export interface AppWindow {
  readonly browser: BrowserWindow
  focus(): void
}

const boundsSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(480),
  height: z.int().min(320),
  maximized: z.boolean(),
})
type Bounds = z.infer<typeof boundsSchema>

const preload = fileURLToPath(new URL('../preload/index.cjs', import.meta.url))

/** Opens it and shows it when its page is drawn. */
export function openWindow(): AppWindow {
  const place = join(app.getPath('userData'), 'window.json')
  const last = boundsAt(place)
  const browser = new BrowserWindow({
    ...(last ? { x: last.x, y: last.y } : {}),
    width: last?.width ?? 1440,
    height: last?.height ?? 900,
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: 'Reread',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#1a1b1e' : '#f9f9f7',
    webPreferences: { preload, sandbox: true, contextIsolation: true, nodeIntegration: false },
  })
  if (last?.maximized) browser.maximize()
  browser.once('ready-to-show', () => browser.show())
  browser.on('close', () => remember(place, browser))
  void browser.loadURL(`${appOrigin}/`)
  return {
    browser,
    focus() {
      if (browser.isMinimized()) browser.restore()
      browser.focus()
    },
  }
}

/** Bounds of last time, unless the screen they were on is gone. */
function boundsAt(path: string): Bounds | null {
  try {
    const parsed = boundsSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    if (!parsed.success) return null
    const { workArea } = screen.getDisplayMatching(parsed.data)
    return overlaps(parsed.data, workArea) ? parsed.data : null
  } catch {
    return null
  }
}

function overlaps(a: Rectangle, b: Rectangle): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

function remember(path: string, browser: BrowserWindow): void {
  const bounds: Bounds = { ...browser.getNormalBounds(), maximized: browser.isMaximized() }
  try {
    writeFileSync(path, JSON.stringify(bounds))
  } catch {
    // A window that opens in the middle is no reason to keep it from closing.
  }
}
