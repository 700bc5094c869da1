/**
 * What a carrier supplies: send a string, hear strings, hear the end. Electron
 * ipc, a WebSocket, a worker's port and a test double each hand in one.
 * Strings only: they survive every carrier alike.
 */
export interface Transport {
  send(message: string): void
  /** Called for each message, in order. One listener. */
  onMessage(listener: (message: string) => void): void
  /** Called once when the other side is gone. */
  onClose(listener: () => void): void
}

/** The shape that oRPC's message-port adapters ask for (they know Electron's main-side ports). */
export interface TransportPort {
  postMessage(message: unknown): void
  on(event: string, listener: (event?: { data: unknown }) => void): void
}

/** Dresses a transport as a message port. Anything but strings is refused: a fault of ours. */
export function portOver(transport: Transport): TransportPort {
  return {
    postMessage(message) {
      if (typeof message !== 'string') throw new Error('a transport carries strings only')
      transport.send(message)
    },
    on(event, listener) {
      if (event === 'message') transport.onMessage((data) => listener({ data }))
      if (event === 'close') transport.onClose(() => listener())
    },
  }
}
