/** Entry of a search thread: one session at a time. It can be ended from outside whatever it does. */
import { parentPort } from 'node:worker_threads'
import type { Reason } from '#shared/outcome'
import { formats } from '../formats'
import { openFound } from '../session/open-session'
import { compile } from './query'
import { searchSession } from './search-session'
import type { FromSearcher, SearchJob, ToSearcher } from './worker-messages'

const port = parentPort
if (!port) throw new Error('a search thread has no parent')
const say = (message: FromSearcher): void => port.postMessage(message)

let stop = new AbortController()

function ended(job: number, problem: Reason): void {
  say({ job, matches: { hits: [], total: 0, entries: 0, bytes: 0, done: true, problem } })
}

async function search(job: SearchJob): Promise<void> {
  const matcher = compile(job.query)
  if (!matcher.ok) return ended(job.job, matcher.reason)
  const format = formats.find((candidate) => candidate.id === job.format)
  if (!format) return ended(job.job, { code: 'format-unknown', params: { id: job.format } })
  const session = await openFound(format, job.found, { key: job.key })
  if (!session.ok) return ended(job.job, session.reason)
  stop = new AbortController()
  try {
    await searchSession(
      session.value,
      job.query,
      matcher.value,
      (matches) => say({ job: job.job, matches }),
      stop.signal,
    )
  } finally {
    await session.value.close()
  }
}

port.on('message', (message: ToSearcher) => {
  if (message.kind === 'stop') {
    stop.abort()
    return
  }
  search(message.job).catch((error: unknown) => {
    const text = error instanceof Error ? error.message : String(error)
    ended(message.job.job, { code: 'search-failed', params: { message: text } })
  })
})
