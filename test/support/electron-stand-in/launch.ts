/**
 * Runs the built main and preload bundles over the stand-in, with a Chromium
 * page as the window. The page gets the preload as Electron would run it: one
 * script before the page's own, with `require('electron')` and nothing else.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Where the page believes to be: a secure origin, as app:// is one. */
const pageOrigin = 'https://reread.test'

type Message = { readonly kind: string; readonly [key: string]: unknown }

export interface StandIn {
  /** What the main process called on Electron, in order. */
  readonly calls: readonly Message[]
  /** Answers the next dialogs of a kind. */
  answer(what: 'open' | 'save' | 'message', value: unknown): void
  /** Clicks an item of the application menu. */
  menu(label: string): void
  /** A second start of the program with these paths. */
  startAgain(paths: readonly string[]): void
  /** Sends from a frame that is not ours. Nothing may come of it. */
  sendFromElsewhere(channel: string, ...args: unknown[]): void
  /** Tries to leave the page. */
  navigate(url: string): Promise<Message>
  /** Path that a dropped file has. */
  dropPath(path: string): Promise<void>
  close(): Promise<void>
}

/** Starts it in `page`; resolves when the page is loaded. */
export async function launchStandIn(
  page: Page,
  options: {
    readonly paths: readonly string[]
    readonly userData: string
    readonly env: NodeJS.ProcessEnv
  },
): Promise<StandIn> {
  const child = fork(join(root, 'out/main/index.js'), [...options.paths], {
    cwd: root,
    // Electron's own argv: binary, then the program's folder.
    execArgv: ['--import', join(root, 'test/support/electron-stand-in/register.mjs')],
    env: { ...options.env, STAND_IN_USER_DATA: options.userData, STAND_IN_VERSION: '0.1.0' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const calls: Message[] = []
  const answers = new Map<string, unknown[]>()
  const fetches = new Map<number, (message: Message) => void>()
  const invokes = new Map<number, (value: unknown) => void>()
  const listeners = new Set<(message: Message) => void>()
  let nextId = 1

  const opened = new Promise<Message>((resolve) => {
    child.on('message', (raw: Message) => {
      for (const listener of listeners) listener(raw)
      if (raw.kind === 'open') resolve(raw)
      else if (raw.kind === 'called') calls.push(raw)
      else if (raw.kind === 'fetched') fetches.get(Number(raw.id))?.(raw)
      else if (raw.kind === 'invoked') invokes.get(Number(raw.id))?.(raw.value)
      else if (raw.kind === 'send') void deliver(page, raw)
      else if (raw.kind === 'ask') {
        const value = answers.get(String(raw.what))?.shift() ?? {
          canceled: true,
          filePaths: [],
          response: 1,
        }
        child.send({ kind: 'answer', id: raw.id, value })
      }
    })
  })

  await page.exposeFunction('standInSend', (channel: string, args: unknown[]) => {
    child.send({ kind: 'ipc', channel, args })
  })
  await page.exposeFunction('standInInvoke', (channel: string, args: unknown[]) => {
    const id = nextId++
    child.send({ kind: 'invoke', id, channel, args })
    return new Promise((resolve) => invokes.set(id, resolve))
  })
  await page.route(`${pageOrigin}/**`, async (route) => {
    const id = nextId++
    const url = route.request().url().replace(pageOrigin, 'app://reread')
    child.send({ kind: 'fetch', id, url, method: route.request().method() })
    const reply = await new Promise<Message>((resolve) => fetches.set(id, resolve))
    await route.fulfill({
      status: Number(reply.status),
      // Our own process made them
      headers: reply.headers as Record<string, string>,
      body: Buffer.from(String(reply.body), 'base64'),
    })
  })
  const window = await opened
  await page.addInitScript(preloadScript(String(window.preload)))
  await page.goto(String(window.url).replace('app://reread', pageOrigin))

  return {
    calls,
    answer: (what, value) => answers.set(what, [...(answers.get(what) ?? []), value]),
    menu: (label) => child.send({ kind: 'menu', label }),
    startAgain: (paths) =>
      child.send({ kind: 'second-instance', argv: ['electron', '.', ...paths], cwd: root }),
    sendFromElsewhere: (channel, ...args) =>
      child.send({ kind: 'ipc', frame: 'other', channel, args }),
    navigate(url) {
      return new Promise((resolve) => {
        const listener = (message: Message): void => {
          if (message.what !== 'navigate') return
          listeners.delete(listener)
          resolve(message)
        }
        listeners.add(listener)
        child.send({ kind: 'navigate', url })
      })
    },
    async dropPath(path) {
      await page.evaluate((value) => Object.assign(window, { standInDropPath: value }), path)
    },
    close: () => end(child),
  }
}

async function deliver(page: Page, message: Message): Promise<void> {
  await page
    .evaluate(
      ([channel, args]) => {
        // Set by the preload script below
        const { standInReceive } = window as unknown as {
          standInReceive?: (channel: string, args: unknown[]) => void
        }
        standInReceive?.(channel as string, args as unknown[])
      },
      [message.channel, message.args] as const,
    )
    .catch(() => undefined) // the page is closing
}

/** The preload bundle in a function of its own, with the modules that a sandboxed preload has. */
function preloadScript(path: string): string {
  const bundle = readFileSync(path, 'utf8')
  return `(() => {
    const listeners = new Map()
    window.standInReceive = (channel, args) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...args)
    }
    const electron = {
      contextBridge: { exposeInMainWorld: (name, api) => { window[name] = api } },
      ipcRenderer: {
        send: (channel, ...args) => window.standInSend(channel, args),
        invoke: (channel, ...args) => window.standInInvoke(channel, args),
        on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
      },
      webUtils: { getPathForFile: () => window.standInDropPath ?? '' },
    }
    const require = (name) => {
      if (name !== 'electron') throw new Error('a sandboxed preload cannot require ' + name)
      return electron
    }
    const module = { exports: {} }
    ;((require, module, exports) => { ${bundle} })(require, module, module.exports)
  })()`
}

async function end(child: ChildProcess): Promise<void> {
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  if (child.connected) child.send({ kind: 'quit' })
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
  await gone
  clearTimeout(timer)
}
