/** The transport between window and core: one channel of strings, from our own page only. */
import { ipcMain, type BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent } from 'electron'
import type { Core } from '../host/core'
import { appOrigin } from './protocol'

const maxMessage = 1 << 20

/** True when a message comes from the main frame of our window, showing our page. */
export function isOurs(
  event: IpcMainEvent | IpcMainInvokeEvent,
  window: BrowserWindow | null,
): boolean {
  const frame = event.senderFrame
  return (
    window !== null &&
    frame !== null &&
    frame === window.webContents.mainFrame &&
    frame.url.startsWith(`${appOrigin}/`)
  )
}

/** Connects each page that says hello; a reload is a new connection and ends the one before. */
export function acceptIpc(core: Core, window: () => BrowserWindow | null): void {
  let receive: (message: string) => void = () => undefined
  let close: () => void = () => undefined
  ipcMain.on('hello', (event) => {
    if (!isOurs(event, window())) return
    close()
    const { sender } = event
    core.connect({
      send: (message) => {
        if (!sender.isDestroyed()) sender.send('message', message)
      },
      onMessage: (listener) => (receive = listener),
      onClose: (listener) => (close = listener),
    })
    sender.once('destroyed', () => close())
  })
  ipcMain.on('message', (event, message: unknown) => {
    if (!isOurs(event, window())) return
    if (typeof message === 'string' && message.length <= maxMessage) receive(message)
  })
}
