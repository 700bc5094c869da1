/** Colours on demand: plain text first, spans when the worker has them. The last few windows are kept. */
import { hasGrammar } from '#shared/highlight/languages'
import type { SpanLine } from '#shared/highlight/spans'
import type { HighlightDone, HighlightJob } from './worker'

const kept = 60

let worker: Worker | null = null
let nextId = 1
const waiting = new Map<number, (lines: SpanLine[]) => void>()
const cache = new Map<string, SpanLine[]>()

function thread(): Worker {
  if (worker) return worker
  worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<HighlightDone>) => {
    waiting.get(data.id)?.(data.lines)
    waiting.delete(data.id)
  })
  return worker
}

/** Spans of a window; null at once when its language has no grammar here. */
export function highlight(
  lines: readonly string[],
  lang: string | undefined,
): Promise<SpanLine[]> | SpanLine[] | null {
  if (lang === undefined || lines.length === 0 || !hasGrammar(lang)) return null
  const key = `${lang}\n${lines.join('\n')}`
  const known = cache.get(key)
  if (known) return known
  const job: HighlightJob = { id: nextId++, lines, lang }
  return new Promise((resolve) => {
    waiting.set(job.id, (spans) => {
      cache.set(key, spans)
      for (const oldest of cache.keys()) {
        if (cache.size <= kept) break
        cache.delete(oldest)
      }
      resolve(spans)
    })
    thread().postMessage(job)
  })
}
