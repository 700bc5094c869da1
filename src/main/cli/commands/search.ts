/** `reread search PATTERN [PATH…]`: every line that matches, newest session first. */
import {
  searchFields,
  searchQuerySchema,
  type SearchHit,
  type SearchQuery,
} from '#shared/api/search'
import { showControls } from '#shared/highlight/visible'
import { reasonText } from '#shared/words/reasons'
import { platform } from 'node:os'
import { stateDir } from '../../host/places'
import { SearchDesk } from '../../host/search-desk'
import { CommandFault, print, printJson } from '../output'
import { libraryOver } from './list'

export interface SearchOptions {
  readonly json?: boolean
  readonly kind?: string[]
  readonly regex?: boolean
  readonly case?: boolean
  readonly word?: boolean
  readonly errors?: boolean
}

/** Returns the exit code: 0 when something was found, 1 when nothing was. */
export async function search(
  pattern: string,
  paths: readonly string[],
  options: SearchOptions,
): Promise<number> {
  const query = queryOf(pattern, options)
  const library = await libraryOver(paths)
  const desk = new SearchDesk(library, stateDir(process.env, platform()))
  let found = 0
  try {
    for await (const update of desk.run(null, query, undefined)) {
      if (update.problem) throw new CommandFault(reasonText(update.problem))
      const session = update.key === null ? undefined : library.get(update.key)?.summary
      for (const hit of update.hits) {
        found += 1
        const path = session?.path ?? ''
        if (options.json) await printJson({ path, session: session?.id ?? null, ...hit })
        else await print(`${rowOf(path, hit)}\n`)
      }
    }
    return found > 0 ? 0 : 1
  } finally {
    await desk.dispose()
    await library.dispose()
  }
}

function queryOf(pattern: string, options: SearchOptions): SearchQuery {
  const query = searchQuerySchema.safeParse({
    text: pattern,
    regex: options.regex ?? false,
    caseSensitive: options.case ?? false,
    wholeWord: options.word ?? false,
    fields: options.kind ?? [],
    errorsOnly: options.errors ?? false,
  })
  if (!query.success) throw new CommandFault(`--kind is one of ${searchFields.join(', ')}`)
  return query.data
}

function rowOf(path: string, hit: SearchHit): string {
  const row = `${path}:${hit.seq}:${hit.field}:${hit.lineNumber}: ${hit.line}`
  return showControls(row)
    .map((piece) => piece.control ?? piece.text)
    .join('')
}
