/**
 * The loopback host: the same window and the same core as the desktop, for
 * logs on a remote box or a machine without Electron. Listens on 127.0.0.1
 * only, answers only what it knows, speaks only to who has the token.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { Transport } from '#shared/api/transport'
import type { Core } from '../host/core'
import { loadWindowFiles, windowHeaders, type WindowFile } from '../host/window-files'
import { isOwnHost, isOwnOrigin, isToken, makeToken, tokenIn } from './gate'

/** Calls are small: arguments of a window, never payloads. */
const maxMessageBytes = 1 << 20

export interface ServerOptions {
  readonly core: Core
  /** 0: any free port. */
  readonly port: number
  /** The built window. */
  readonly windowDir: string
}

export interface RunningServer {
  /** With the token behind the hash, which no request carries. */
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** Starts serving. Rejects when the port is taken or the window was not built. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const files = await loadWindowFiles(options.windowDir)
  const token = makeToken()
  let port = options.port
  const server = createServer((request, response) => answer(request, response, files, port))
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })
  server.on('upgrade', (request, socket, head) => {
    if (!mayUpgrade(request, port, token)) {
      refuse(socket)
      return
    }
    sockets.handleUpgrade(request, socket, head, (ws) => options.core.connect(transportOf(ws)))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (typeof address === 'object' && address) port = address.port
  return {
    port,
    url: `http://127.0.0.1:${port}/#token=${token}`,
    async close() {
      for (const ws of sockets.clients) ws.terminate()
      sockets.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  files: ReadonlyMap<string, WindowFile>,
  port: number,
): void {
  const end = (status: number, text: string): void => {
    response.writeHead(status, { ...windowHeaders, 'Content-Type': 'text/plain; charset=utf-8' })
    response.end(text)
  }
  if (!isOwnHost(request.headers.host, port)) return end(421, 'not this host\n')
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(405, 'read only\n')
  const file = files.get((request.url ?? '/').split(/[?#]/, 1)[0] ?? '/')
  if (!file) return end(404, 'not here\n')
  response.writeHead(200, {
    ...windowHeaders,
    'Content-Type': file.mediaType,
    'Content-Length': file.bytes.length,
  })
  response.end(request.method === 'HEAD' ? undefined : file.bytes)
}

function mayUpgrade(request: IncomingMessage, port: number, token: string): boolean {
  const { host, origin } = request.headers
  const given = tokenIn(request.headers['sec-websocket-protocol'])
  return (
    request.url === '/api' &&
    isOwnHost(host, port) &&
    isOwnOrigin(origin, port) &&
    given !== null &&
    isToken(given, token)
  )
}

function refuse(socket: Duplex): void {
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
}

function transportOf(socket: WebSocket): Transport {
  return {
    send(message) {
      if (socket.readyState === socket.OPEN) socket.send(message)
    },
    onMessage(listener) {
      socket.on('message', (data: Buffer, isBinary) => {
        if (!isBinary) listener(data.toString('utf8'))
      })
    },
    onClose(listener) {
      socket.once('close', () => listener())
      socket.once('error', () => socket.terminate())
    },
  }
}
