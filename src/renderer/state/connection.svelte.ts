/**
 * The way to the host: the desktop's ipc, or a socket that is opened again
 * when it broke. State classes ask for the api when they need it.
 */
import { createApi, type HostApi } from '#shared/api/client'
import type { DesktopBridge } from '#shared/api/desktop'
import type { Transport } from '#shared/api/transport'

const retryMs = 1000

export class Connection {
  readonly desktop: DesktopBridge | null
  /** False while a broken connection is being mended. */
  isOpen = $state(false)
  /** The host was reached at least once. */
  wasOpen = $state(false)
  readonly #open: () => Promise<Transport>
  #api: Promise<HostApi> | null = null

  /** `open` makes a transport, again after each break. */
  constructor(desktop: DesktopBridge | null, open: () => Promise<Transport>) {
    this.desktop = desktop
    this.#open = open
  }

  /** The api over a live transport; waits until there is one. */
  api(): Promise<HostApi> {
    this.#api ??= this.#connect()
    return this.#api
  }

  async #connect(): Promise<HostApi> {
    for (;;) {
      try {
        const transport = await this.#open()
        const closed = new Promise<void>((resolve) => {
          const api = createApi({
            ...transport,
            send: (message) => transport.send(message),
            onMessage: (listener) => transport.onMessage(listener),
            onClose: (listener) =>
              transport.onClose(() => {
                listener()
                resolve()
              }),
          })
          this.#made = api
        })
        void closed.then(() => {
          this.isOpen = false
          this.#api = null
        })
        this.isOpen = true
        this.wasOpen = true
        if (this.#made) return this.#made
      } catch {
        this.isOpen = false
      }
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
  #made: HostApi | null = null

  /**
   * Follows a stream until `signal` aborts, again after each break. `start`
   * opens it, `each` hears its values.
   */
  async follow<T>(
    start: (api: HostApi, signal: AbortSignal) => Promise<AsyncIterable<T>>,
    each: (value: T) => void | Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    while (!signal.aborted) {
      try {
        const api = await this.api()
        for await (const value of await start(api, signal)) {
          if (signal.aborted) return
          await each(value)
        }
      } catch {
        // A broken transport ends the stream; the next round waits for a new one.
      }
      if (signal.aborted) return
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}
