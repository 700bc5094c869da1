/** Entry of the core thread: a core whose transports are ids on one message port. */
import { parentPort } from 'node:worker_threads'
import { startCore, type Core } from './core'
import type { FromWorker, ToWorker } from './worker-messages'

interface Line {
  message(text: string): void
  close(): void
}

const port = parentPort
if (!port) throw new Error('the core thread has no parent')
const say = (message: FromWorker): void => port.postMessage(message)

let core: Core | null = null
const lines = new Map<number, Line>()

function connect(id: number): void {
  let onMessage: (text: string) => void = () => undefined
  let onClose: () => void = () => undefined
  lines.set(id, { message: (text) => onMessage(text), close: () => onClose() })
  core?.connect({
    send: (text) => say({ kind: 'message', id, text }),
    onMessage: (listener) => {
      onMessage = listener
    },
    onClose: (listener) => {
      onClose = listener
    },
  })
}

async function hear(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'start':
      core = await startCore(message.options)
      say({ kind: 'started' })
      return
    case 'connect':
      connect(message.id)
      return
    case 'message':
      lines.get(message.id)?.message(message.text)
      return
    case 'disconnect':
      lines.get(message.id)?.close()
      lines.delete(message.id)
      return
    case 'open':
      if (core) say({ kind: 'opened', call: message.call, opened: await core.open(message.paths) })
      return
    case 'close':
      await core?.close()
      say({ kind: 'closed' })
      port?.close()
      return
  }
}

port.on('message', (message: ToWorker) => {
  hear(message).catch((error: unknown) => {
    say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  })
})
