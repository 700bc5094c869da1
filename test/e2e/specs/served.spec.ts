/** The loopback host lets in nobody but the page it served, in the tab with the token. */
import { request as http, type IncomingMessage } from 'node:http'
import { expect, fixtures, test } from '../hosts/test'
import { startServed } from '../hosts/served'

function get(
  url: URL,
  headers: Record<string, string>,
  method = 'GET',
): Promise<{ status: number; headers: IncomingMessage['headers'] }> {
  return new Promise((resolve, reject) => {
    const call = http(
      { host: url.hostname, port: url.port, path: url.pathname, method, headers },
      (response) => {
        response.resume()
        resolve({ status: response.statusCode ?? 0, headers: response.headers })
      },
    )
    call.on('upgrade', (response, socket) => {
      socket.destroy()
      resolve({ status: response.statusCode ?? 0, headers: response.headers })
    })
    call.on('error', reject)
    call.end()
  })
}

test('answers its own name, its own page, its own token', async ({ folder }) => {
  const served = await startServed([fixtures], {
    ...process.env,
    REREAD_STATE: folder,
    HOME: folder,
  })
  try {
    const url = new URL(served.url)
    const token = url.hash.slice('#token='.length)
    const own = { host: url.host }
    const page = await get(url, own)
    expect(page.status).toBe(200)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.headers['access-control-allow-origin']).toBeUndefined()
    expect((await get(url, { host: `evil.example:${url.port}` })).status).toBe(421)
    expect((await get(url, own, 'POST')).status).toBe(405)
    expect((await get(new URL('/../package.json', url), own)).status).toBe(404)
    expect((await get(new URL('/%2e%2e/package.json', url), own)).status).toBe(404)

    const api = new URL('/api', url)
    const upgrade = {
      ...own,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    const origin = `http://${url.host}`
    const right = `reread.${token}`
    const tries: [string, Record<string, string>, number][] = [
      ['right', { origin, 'sec-websocket-protocol': right }, 101],
      ['no token', { origin }, 403],
      ['another token', { origin, 'sec-websocket-protocol': 'reread.x' }, 403],
      ['another origin', { origin: 'http://evil.example', 'sec-websocket-protocol': right }, 403],
      ['no origin', { 'sec-websocket-protocol': right }, 403],
      ['another host', { origin, host: 'evil.example', 'sec-websocket-protocol': right }, 403],
    ]
    for (const [name, headers, status] of tries) {
      expect([name, (await get(api, { ...upgrade, ...headers })).status]).toEqual([name, status])
    }
  } finally {
    await served.stop()
  }
})

test('comes back when the host was started again', async ({ start, page }) => {
  const { viewer } = await start()
  await viewer.open(/Retry loop/)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect(viewer.card(/lines 1–60 of 143/)).toBeVisible()
})
