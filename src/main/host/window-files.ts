/**
 * The built window as files in memory: what both windowed hosts serve. A
 * request names a key of a map; it never becomes a path on disk.
 */
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, posix, sep } from 'node:path'

export interface WindowFile {
  readonly bytes: Buffer
  readonly mediaType: string
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** What a page of ours may load: itself. Pictures of a log come as blobs that the page makes. */
export const windowPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers of every answer. */
export const windowHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': windowPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

/** Files below a folder by their URL path, '/' being the page itself. Rejects when it was not built. */
export async function loadWindowFiles(folder: string): Promise<ReadonlyMap<string, WindowFile>> {
  const files = new Map<string, WindowFile>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const mediaType = mediaTypes[extname(entry.name)]
    if (mediaType === undefined) continue
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length).split(sep).join(posix.sep)
    files.set(name.startsWith('/') ? name : `/${name}`, { bytes: await readFile(path), mediaType })
  }
  const page = files.get('/index.html')
  if (!page) throw new Error('the window is not built')
  files.set('/', page)
  return files
}
