/** Sources of a web search and facts of a fetched page. Rule: dsh format, 14.7. */
import { good, type Outcome } from '#shared/outcome'
import type { WebView } from '#shared/views'
import { take, takeEach, takeMeta, takeTexts } from './field'

type SearchedView = Extract<WebView, { kind: 'search' }>
type FetchedView = Extract<WebView, { kind: 'fetch' }>

/** The card of a web search. No source at all is a card too. Addresses are text, not checked. */
export function narrowWebSearch(meta: unknown): Outcome<SearchedView> {
  const object = takeMeta(meta)
  if (!object.ok) return object
  const sources = takeEach(object.value.sources, 'meta.sources', narrowSource)
  if (!sources.ok) return sources
  const truncated = take(object.value.truncated, 'meta.truncated', 'boolean')
  if (!truncated.ok) return truncated
  const answer = takeTexts(object.value, 'meta', ['answer'])
  if (!answer.ok) return answer
  return good({
    card: 'web',
    kind: 'search',
    sources: sources.value,
    truncated: truncated.value,
    ...answer.value,
  })
}

function narrowSource(value: unknown, at: string): Outcome<SearchedView['sources'][number]> {
  const object = take(value, at, 'object')
  if (!object.ok) return object
  const url = take(object.value.url, `${at}.url`, 'text')
  if (!url.ok) return url
  const texts = takeTexts(object.value, at, ['title', 'snippet', 'publishedAt'])
  return texts.ok ? good({ url: url.value, ...texts.value }) : texts
}

/** The card of a fetched page; its `url` is where redirects led. */
export function narrowWebFetch(meta: unknown): Outcome<FetchedView> {
  const object = takeMeta(meta)
  if (!object.ok) return object
  const url = take(object.value.url, 'meta.url', 'text')
  if (!url.ok) return url
  const statusCode = take(object.value.statusCode, 'meta.statusCode', 'number')
  if (!statusCode.ok) return statusCode
  const truncated = take(object.value.truncated, 'meta.truncated', 'boolean')
  if (!truncated.ok) return truncated
  return good({
    card: 'web',
    kind: 'fetch',
    url: url.value,
    statusCode: statusCode.value,
    truncated: truncated.value,
  })
}
