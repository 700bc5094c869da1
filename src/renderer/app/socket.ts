/** The transport of the served app: one WebSocket to the host that served the page. */
import type { Transport } from '#shared/api/transport'

const tokenKey = 'reread-token'

/**
 * The start token: from the address the host printed, which is cleaned of it,
 * else from this tab's earlier visit. '' when there is none.
 */
export function takeToken(): string {
  const fromHash = new URLSearchParams(location.hash.slice(1)).get('token')
  if (fromHash) {
    sessionStorage.setItem(tokenKey, fromHash)
    history.replaceState(null, '', location.pathname)
  }
  return fromHash ?? sessionStorage.getItem(tokenKey) ?? ''
}

/** Opens the socket. Rejects when the host is gone or refuses the token. */
export function openSocket(token: string): Promise<Transport> {
  const url = new URL('/api', location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(url, `reread.${token}`)
  return new Promise((resolve, reject) => {
    let onMessage: (message: string) => void = () => undefined
    let onClose: () => void = () => undefined
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') onMessage(data)
    })
    socket.addEventListener('close', () => {
      reject(new Error('the host closed the connection'))
      onClose()
    })
    socket.addEventListener('open', () => {
      resolve({
        send: (message) => socket.send(message),
        onMessage: (listener) => (onMessage = listener),
        onClose: (listener) => (onClose = listener),
      })
    })
  })
}
