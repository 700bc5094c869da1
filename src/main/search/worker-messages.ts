/** What the core and a search thread say to each other. */
import type { SearchQuery } from '#shared/api/search'
import type { FoundLog } from '../formats/format'
import type { AgentId } from '#shared/session'
import type { SessionMatches } from './search-session'

export interface SearchJob {
  readonly job: number
  readonly format: AgentId
  readonly found: FoundLog
  readonly key: string
  readonly query: SearchQuery
}

/** What a search thread is told when it starts. */
export interface SearcherFacts {
  /** Where the program keeps its own files. */
  readonly stateDir: string
}

export type ToSearcher =
  { readonly kind: 'search'; readonly job: SearchJob } | { readonly kind: 'stop' }

export interface FromSearcher {
  readonly job: number
  readonly matches: SessionMatches
}
