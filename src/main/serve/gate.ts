/** Who may speak to the loopback host: the page it served itself, in the tab that has the token. */
import { randomBytes, timingSafeEqual } from 'node:crypto'

/** A new token; one per start. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Compared in constant time. */
export function isToken(given: string, token: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(token)
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The Host header names this server on loopback: a page of another name that resolves here is refused. */
export function isOwnHost(host: string | undefined, port: number): boolean {
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`
}

/** The Origin header is that of a page this server served. */
export function isOwnOrigin(origin: string | undefined, port: number): boolean {
  return origin === `http://127.0.0.1:${port}` || origin === `http://localhost:${port}`
}

/** The token among the WebSocket subprotocols a browser asks for; null when none is ours. */
export function tokenIn(protocols: string | undefined): string | null {
  const names = (protocols ?? '').split(',').map((name) => name.trim())
  const ours = names.find((name) => name.startsWith('reread.'))
  return ours === undefined ? null : ours.slice('reread.'.length)
}
