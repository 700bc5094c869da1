/**
 * The core in a worker thread, with the same face as in process. The main
 * thread of a host only passes strings, so indexing never blocks a window,
 * a menu or a socket.
 */
import { Worker } from 'node:worker_threads'
import type { Core, CoreOptions, OpenedPaths } from './core'
import type { FromWorker, ToWorker } from './worker-messages'

/** The bundle that the build puts beside every host's own. */
const bundle = new URL('./core.js', import.meta.url)

/** Starts a core thread. Rejects when it cannot start; its later death closes all transports. */
export async function startCoreThread(options: CoreOptions, url: URL = bundle): Promise<Core> {
  const worker = new Worker(url)
  const say = (message: ToWorker): void => worker.postMessage(message)
  const lines = new Map<number, { message(text: string): void }>()
  const calls = new Map<number, (opened: OpenedPaths) => void>()
  let nextId = 1
  let closed: () => void = () => undefined

  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', (message: FromWorker) => {
      switch (message.kind) {
        case 'started':
          resolve()
          return
        case 'failed':
          reject(new Error(message.message))
          return
        case 'message':
          lines.get(message.id)?.message(message.text)
          return
        case 'opened':
          calls.get(message.call)?.(message.opened)
          calls.delete(message.call)
          return
        case 'closed':
          closed()
          return
      }
    })
    say({ kind: 'start', options })
  })

  return {
    connect(transport) {
      const id = nextId++
      lines.set(id, { message: (text) => transport.send(text) })
      say({ kind: 'connect', id })
      transport.onMessage((text) => say({ kind: 'message', id, text }))
      transport.onClose(() => {
        lines.delete(id)
        say({ kind: 'disconnect', id })
      })
    },
    open(paths) {
      const call = nextId++
      return new Promise((resolve) => {
        calls.set(call, resolve)
        say({ kind: 'open', call, paths })
      })
    },
    async close() {
      const done = new Promise<void>((resolve) => {
        closed = resolve
        worker.once('exit', () => resolve())
      })
      say({ kind: 'close' })
      await done
      await worker.terminate()
    },
  }
}
