/** A query as the search field asks it: literal, any case, everywhere. */
import type { SearchQuery } from '#shared/api/search'

export function queryFor(text: string, patch: Partial<SearchQuery> = {}): SearchQuery {
  return {
    text,
    regex: false,
    caseSensitive: false,
    wholeWord: false,
    fields: [],
    errorsOnly: false,
    ...patch,
  }
}
