/**
 * One measurement in one process: `measure WHAT FILE` prints a line of JSON.
 * Times are ms, memory is the peak resident set in bytes.
 */
import { open, stat } from 'node:fs/promises'
import { openLineLog } from '#main/log/open-line-log'
import { logStart } from '#main/log/line-log'
import { compile } from '#main/search/query'
import { searchSession } from '#main/search/search-session'
import { IndexStore } from '#main/session/index-store'
import { KeptIndex } from '#main/session/kept-index'
import { locateLogs, openSession } from '#main/session/locate'
import { openFound } from '#main/session/open-session'

export interface Measured {
  readonly ms: number
  readonly bytes: number
  readonly rss: number
  /** Records, lines or entries seen: shows that the work was done. */
  readonly count: number
  /** Time to the first 40 decoded entries, where that was measured. */
  readonly firstMs?: number
}

const [what = '', file = '', kind = '', pattern = ''] = process.argv.slice(2)

/** Peak resident memory of this process so far, bytes. */
function peak(): number {
  return process.resourceUsage().maxRSS * 1024
}

async function chunks(path: string, visit: (chunk: Buffer) => void): Promise<number> {
  const handle = await open(path)
  const buffer = Buffer.allocUnsafe(4 << 20)
  let bytes = 0
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, bytes)
    if (bytesRead === 0) break
    bytes += bytesRead
    visit(buffer.subarray(0, bytesRead))
  }
  await handle.close()
  return bytes
}

/** Counting newlines of the file as it lies on disk: the floor of any line format. */
async function newlines(): Promise<number> {
  let count = 0
  await chunks(file, (chunk) => {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) count++
  })
  return count
}

/** JSON.parse of every line: what a viewer pays that loads its log. */
async function parse(): Promise<number> {
  let count = 0
  await eachLine((text) => {
    JSON.parse(text)
    count++
  })
  return count
}

async function eachLine(visit: (text: string) => void): Promise<void> {
  const log = await openLineLog(file)
  if (!log.ok) throw new Error(log.reason.code)
  await log.value.scan(logStart, (bytes, start, end) => {
    if (end > start) visit(bytes.toString('utf8', start, end))
  })
  await log.value.close()
}

/** The lines alone, decompressed where they are compressed. */
async function lines(): Promise<number> {
  const log = await openLineLog(file)
  if (!log.ok) throw new Error(log.reason.code)
  let count = 0
  await log.value.scan(logStart, () => {
    count++
  })
  await log.value.close()
  return count
}

async function index(): Promise<{ count: number; firstMs: number }> {
  const began = performance.now()
  const session = await openSession(file)
  if (!session.ok) throw new Error(session.reason.code)
  let first: Promise<number> | null = null
  session.value.onProgress(() => {
    if (first || session.value.size < 40) return
    first = session.value.entries(0, 40).then(() => performance.now() - began)
  })
  await session.value.index()
  first ??= session.value.entries(0, 40).then(() => performance.now() - began)
  const firstMs = await first
  const count = session.value.size
  await session.value.close()
  return { count, firstMs }
}

/** A second run of the program on a log that the first one indexed: the stored index is taken. */
async function reopen(): Promise<{ count: number; firstMs: number }> {
  const located = await locateLogs(file)
  const [one] = located.ok ? located.value : []
  if (!one) throw new Error('not a log')
  const kept = new KeptIndex(new IndexStore(kind), one.format.id, one.found)
  const session = await openFound(one.format, one.found, { kept })
  if (!session.ok) throw new Error(session.reason.code)
  await session.value.index()
  await session.value.entries(session.value.size - 40, session.value.size)
  const firstMs = performance.now() - began
  const count = session.value.size
  await session.value.close()
  return { count, firstMs }
}

async function search(): Promise<{ count: number; firstMs: number }> {
  const query = {
    text: pattern,
    regex: kind === 'regex',
    caseSensitive: false,
    wholeWord: false,
    fields: [],
    errorsOnly: false,
  }
  const matcher = compile(query)
  const session = await openSession(file)
  if (!matcher.ok || !session.ok) throw new Error('cannot search')
  const began = performance.now()
  let firstMs = Number.NaN
  let count = 0
  await searchSession(
    session.value,
    query,
    matcher.value,
    ({ total }) => {
      count = total
      if (total > 0 && Number.isNaN(firstMs)) firstMs = performance.now() - began
    },
    new AbortController().signal,
  )
  await session.value.close()
  return { count, firstMs }
}

const bytes = (await stat(file)).size
const began = performance.now()
let measured: Measured
switch (what) {
  case 'newlines':
    measured = { count: await newlines(), ms: performance.now() - began, bytes, rss: peak() }
    break
  case 'parse':
    measured = { count: await parse(), ms: performance.now() - began, bytes, rss: peak() }
    break
  case 'lines':
    measured = { count: await lines(), ms: performance.now() - began, bytes, rss: peak() }
    break
  case 'index':
    measured = { ...(await index()), ms: performance.now() - began, bytes, rss: peak() }
    break
  case 'reopen':
    measured = { ...(await reopen()), ms: performance.now() - began, bytes, rss: peak() }
    break
  case 'search':
    measured = { ...(await search()), ms: performance.now() - began, bytes, rss: peak() }
    break
  default:
    throw new Error(`nothing to measure: ${what}`)
}
process.stdout.write(`${JSON.stringify(measured)}\n`)
