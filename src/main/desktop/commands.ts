/** Commands to the window (menu, second start): held back until its page listens. */
import { ipcMain, type BrowserWindow } from 'electron'
import { isOurs } from './ipc'

export class Commands {
  readonly #window: () => BrowserWindow | null
  readonly #waiting: string[] = []
  #isHeard = false

  constructor(window: () => BrowserWindow | null) {
    this.#window = window
    ipcMain.on('menu-heard', (event) => {
      if (!isOurs(event, window())) return
      this.#isHeard = true
      for (const name of this.#waiting.splice(0)) this.send(name)
    })
  }

  /** A window begins anew: its page does not listen yet. */
  restart(): void {
    this.#isHeard = false
  }

  send(name: string): void {
    const browser = this.#window()
    if (browser && this.#isHeard) browser.webContents.send('menu', name)
    else this.#waiting.push(name)
  }
}
