/** The ipc transport and the native acts, exposed. No logic lives here. */
import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { DesktopBridge } from '#shared/api/desktop'

const bridge: DesktopBridge = {
  transport: {
    send: (message) => ipcRenderer.send('message', message),
    onMessage(listener) {
      ipcRenderer.on('message', (_, message: string) => listener(message))
      ipcRenderer.send('hello')
    },
    onClose: () => undefined, // the page ends before its host does
  },
  pathOf: (file) => webUtils.getPathForFile(file),
  chooseFolder: () => ipcRenderer.invoke('choose-folder'),
  chooseLog: () => ipcRenderer.invoke('choose-log'),
  saveFile: ({ fileName, html }) => ipcRenderer.invoke('save-file', { fileName, html }),
  openExternal: (url) => ipcRenderer.invoke('open-external', url),
  onMenu: (listener) => {
    ipcRenderer.on('menu', (_, command: string) => listener(command))
    ipcRenderer.send('menu-heard')
  },
}
contextBridge.exposeInMainWorld('rereadDesktop', bridge)
