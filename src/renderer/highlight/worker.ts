/** Highlights windows off the window's thread. */
import { highlightLines, type SpanLine } from '#shared/highlight/spans'

export interface HighlightJob {
  readonly id: number
  readonly lines: readonly string[]
  readonly lang: string
}
export interface HighlightDone {
  readonly id: number
  readonly lines: SpanLine[]
}

self.addEventListener('message', ({ data }: MessageEvent<HighlightJob>) => {
  const done: HighlightDone = { id: data.id, lines: highlightLines(data.lines, data.lang) }
  self.postMessage(done)
})
