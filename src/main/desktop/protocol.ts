/** The window's pages under an origin of our own, out of memory: no file URL, no path of a request. */
import { protocol } from 'electron'
import { windowHeaders, type WindowFile } from '../host/window-files'

export const appOrigin = 'app://reread'

/** Before the app is ready: the scheme has an origin, and fetch and workers may use it. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Answers what the map holds and nothing else. */
export function servePages(files: ReadonlyMap<string, WindowFile>): void {
  protocol.handle('app', (request) => {
    const url = new URL(request.url)
    const file = url.host === 'reread' ? files.get(url.pathname) : undefined
    if (!file || request.method !== 'GET') {
      return new Response('not here', { status: 404, headers: windowHeaders })
    }
    const headers = { ...windowHeaders, 'Content-Type': file.mediaType }
    return new Response(new Uint8Array(file.bytes), { headers })
  })
}
