/** Entry of a search thread: one session at a time. It can be ended from outside whatever it does. */
import { parentPort, workerData } from 'node:worker_threads'
import { good, type Outcome, type Reason } from '#shared/outcome'
import { formats } from '../formats'
import type { LogFormat } from '../formats/format'
import { IndexStore } from '../session/index-store'
import { KeptIndex } from '../session/kept-index'
import { openFound, type OpenSession } from '../session/open-session'
import { compile } from './query'
import { searchSession } from './search-session'
import type { FromSearcher, SearcherFacts, SearchJob, ToSearcher } from './worker-messages'

const port = parentPort
if (!port) throw new Error('a search thread has no parent')
const say = (message: FromSearcher): void => port.postMessage(message)

// Given by the pool that started this thread.
const { stateDir } = workerData as SearcherFacts
const indexes = new IndexStore(stateDir)

let stop = new AbortController()

/** A reader who searches a session searches it again: its index stays for a while. */
const keptMs = 120_000
let last: OpenSession | null = null
let release: NodeJS.Timeout | undefined

function ended(job: number, problem: Reason): void {
  say({ job, matches: { hits: [], total: 0, entries: 0, bytes: 0, done: true, problem } })
}

async function search(job: SearchJob): Promise<void> {
  const matcher = compile(job.query)
  if (!matcher.ok) return ended(job.job, matcher.reason)
  const format = formats.find((candidate) => candidate.id === job.format)
  if (!format) return ended(job.job, { code: 'format-unknown', params: { id: job.format } })
  const session = await sessionOf(format, job)
  if (!session.ok) return ended(job.job, session.reason)
  stop = new AbortController()
  await searchSession(
    session.value,
    job.query,
    matcher.value,
    (matches) => say({ job: job.job, matches }),
    stop.signal,
  )
  if (stop.signal.aborted) await forget()
  else release = setTimeout(() => void forget(), keptMs)
}

/** The session as it was left after the last search; looked at again, because its log may have grown. */
async function sessionOf(format: LogFormat, job: SearchJob): Promise<Outcome<OpenSession>> {
  clearTimeout(release)
  if (last?.key === job.key) {
    const change = await last.refresh()
    if (change !== 'gone') return good(last)
  }
  await forget()
  const kept = new KeptIndex(indexes, format.id, job.found, { isReadOnly: true })
  const opened = await openFound(format, job.found, { key: job.key, kept })
  if (opened.ok) last = opened.value
  return opened
}

async function forget(): Promise<void> {
  clearTimeout(release)
  const session = last
  last = null
  await session?.close()
}

port.on('message', (message: ToSearcher) => {
  if (message.kind === 'stop') {
    stop.abort()
    return
  }
  search(message.job).catch(async (error: unknown) => {
    await forget()
    const text = error instanceof Error ? error.message : String(error)
    ended(message.job.job, { code: 'search-failed', params: { message: text } })
  })
})
