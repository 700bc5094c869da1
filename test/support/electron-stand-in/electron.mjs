/**
 * A stand-in for Electron's main process module, for tests on machines that
 * cannot have the binary. It behaves as Electron does where our main bundle
 * can tell; the window itself is a Chromium page that the test drives over
 * this process's ipc channel.
 */
import { EventEmitter } from 'node:events'

const tell = (message) => process.send?.(message)
const waiting = new Map()
let nextAsk = 1

/** Asks the test what a dialog would answer. */
function ask(what, options) {
  const id = nextAsk++
  tell({ kind: 'ask', id, what, options })
  return new Promise((resolve) => waiting.set(id, resolve))
}

const ready = Promise.resolve()
let isLocked = false

class App extends EventEmitter {
  isPackaged = false
  whenReady = () => ready
  requestSingleInstanceLock = () => !isLocked
  getVersion = () => process.env.STAND_IN_VERSION ?? '0.0.0'
  getPath = () => process.env.STAND_IN_USER_DATA
  enableSandbox() {
    tell({ kind: 'called', what: 'enableSandbox' })
  }
  quit() {
    this.emit('will-quit')
    setTimeout(() => process.exit(0), 50)
  }
  exit(code) {
    process.exit(code)
  }
}
export const app = new App()

class Ipc extends EventEmitter {
  handlers = new Map()
  handle(channel, handler) {
    this.handlers.set(channel, handler)
  }
}
export const ipcMain = new Ipc()

class WebContents extends EventEmitter {
  mainFrame = { url: '' }
  #isDestroyed = false
  isDestroyed = () => this.#isDestroyed
  send(channel, ...args) {
    tell({ kind: 'send', channel, args })
  }
  setWindowOpenHandler(handler) {
    this.openHandler = handler
  }
  destroy() {
    this.#isDestroyed = true
    this.emit('destroyed')
  }
}

let current = null

export class BrowserWindow extends EventEmitter {
  webContents = new WebContents()
  constructor(options) {
    super()
    this.options = options
    current = this
    app.emit('web-contents-created', {}, this.webContents)
  }
  async loadURL(url) {
    this.webContents.mainFrame.url = url
    const { preload, sandbox, contextIsolation, nodeIntegration } = this.options.webPreferences
    tell({
      kind: 'open',
      url,
      preload,
      preferences: { sandbox, contextIsolation, nodeIntegration },
    })
    setTimeout(() => this.emit('ready-to-show'), 10)
  }
  show() {}
  focus() {
    tell({ kind: 'called', what: 'focus' })
  }
  maximize() {}
  restore() {}
  isMinimized = () => false
  isMaximized = () => false
  getNormalBounds = () => ({ x: 0, y: 0, width: 1440, height: 900 })
  close() {
    this.emit('close')
    this.webContents.destroy()
    this.emit('closed')
    app.emit('window-all-closed')
  }
}

let scheme = null
export const protocol = {
  registerSchemesAsPrivileged(schemes) {
    tell({ kind: 'called', what: 'registerSchemes', schemes })
  },
  handle(name, handler) {
    scheme = { name, handler }
  },
}

export const dialog = {
  showOpenDialog: (_, options) => ask('open', options),
  showSaveDialog: (_, options) => ask('save', options),
  showMessageBox: (_, options) => ask('message', options),
}
export const shell = {
  openExternal: async (url) => tell({ kind: 'called', what: 'openExternal', url }),
}
export const nativeTheme = { shouldUseDarkColors: false }
export const screen = {
  getDisplayMatching: () => ({ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }),
}
export const session = {
  defaultSession: {
    setPermissionRequestHandler(handler) {
      session.request = handler
    },
    setPermissionCheckHandler(handler) {
      session.check = handler
    },
  },
}

let menu = []
export const Menu = {
  buildFromTemplate: (template) => template,
  setApplicationMenu(template) {
    menu = template
  },
}

function click(items, label) {
  for (const item of items) {
    if (item.label === label && item.click) item.click()
    if (Array.isArray(item.submenu)) click(item.submenu, label)
  }
}

/** An event as Electron makes it; `frame` 'other' comes from a frame that is not ours. */
function eventFrom(frame) {
  const sender = current.webContents
  const senderFrame = frame === 'other' ? { url: 'https://evil.example/' } : sender.mainFrame
  return { sender, senderFrame }
}

async function answerFetch({ id, url, method }) {
  const response = await scheme.handler(
    new Request(url.replace('app:', 'https:'), { method }).url ? { url, method } : null,
  )
  const body = Buffer.from(await response.arrayBuffer()).toString('base64')
  tell({
    kind: 'fetched',
    id,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body,
  })
}

process.on('message', (message) => {
  switch (message.kind) {
    case 'ipc':
      ipcMain.emit(message.channel, eventFrom(message.frame), ...message.args)
      return
    case 'invoke':
      void Promise.resolve(
        ipcMain.handlers.get(message.channel)?.(eventFrom(message.frame), ...message.args),
      ).then((value) => tell({ kind: 'invoked', id: message.id, value: value ?? null }))
      return
    case 'fetch':
      void answerFetch(message)
      return
    case 'answer':
      waiting.get(message.id)?.(message.value)
      waiting.delete(message.id)
      return
    case 'menu':
      click(menu, message.label)
      return
    case 'second-instance':
      app.emit('second-instance', {}, message.argv, message.cwd)
      return
    case 'navigate': {
      let isPrevented = false
      const event = { url: message.url, preventDefault: () => (isPrevented = true) }
      current.webContents.emit('will-navigate', event)
      const opened = current.webContents.openHandler({ url: message.url })
      let permission = null
      session.request({}, 'geolocation', (isGranted) => (permission = isGranted))
      tell({ kind: 'called', what: 'navigate', isPrevented, opened: opened.action, permission })
      return
    }
    case 'quit':
      app.quit()
  }
})
