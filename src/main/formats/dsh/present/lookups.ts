/** grep, glob, web_search, web_fetch, lsp. Rule: dsh format, 14.6 and 14.7. */
import { z } from 'zod'
import { decline, good, type Outcome } from '#shared/outcome'
import type { ToolResultView } from '#shared/views'
import { narrowSearch } from '../../../views/search'
import { narrowWebFetch, narrowWebSearch } from '../../../views/web'
import { toolViews, type PresentedResult, type ToolViews } from './tool-views'

const grepArguments = z.object({
  pattern: z.string(),
  path: z.string().optional(),
  include: z.string().optional(),
})
const globArguments = z.object({ pattern: z.string(), path: z.string().optional() })

function unlessError(
  result: PresentedResult,
  narrow: (meta: unknown) => Outcome<ToolResultView>,
): Outcome<ToolResultView> {
  return result.isError ? decline('result-is-error') : narrow(result.meta)
}

function titled(view: Outcome<ToolResultView>, title: string): Outcome<ToolResultView> {
  return view.ok ? good({ ...view.value, title }) : view
}

function where(pattern: string, path: string | undefined): string {
  return path === undefined ? pattern : `${pattern} in ${path}`
}

export const lookupTools: Readonly<Record<string, ToolViews>> = {
  grep: toolViews(
    grepArguments,
    ({ pattern, path }) => ({
      card: 'generic',
      title: `Grep ${where(pattern, path)}`,
      kind: 'search',
    }),
    (_, result) => unlessError(result, (meta) => narrowSearch(meta, 'matches')),
  ),
  glob: toolViews(
    globArguments,
    ({ pattern, path }) => ({
      card: 'generic',
      title: `Glob ${where(pattern, path)}`,
      kind: 'search',
    }),
    (_, result) => unlessError(result, (meta) => narrowSearch(meta, 'paths')),
  ),
  web_search: toolViews(
    z.object({ queries: z.array(z.string()) }),
    ({ queries }) => ({ card: 'generic', title: queries.join(', '), kind: 'search' }),
    ({ queries }, result) => titled(unlessError(result, narrowWebSearch), queries.join(', ')),
  ),
  web_fetch: toolViews(
    z.object({ url: z.string() }),
    ({ url }) => ({ card: 'generic', title: url, kind: 'fetch' }),
    ({ url }, result) => titled(unlessError(result, narrowWebFetch), url),
  ),
  lsp: toolViews(
    z.object({
      operation: z.string(),
      file_path: z.string(),
      line: z.number().optional(),
      character: z.number().optional(),
    }),
    ({ operation, file_path, line }) => ({
      card: 'generic',
      title: `${operation} ${file_path}${line === undefined ? '' : `:${line}`}`,
      kind: 'search',
      locations: [{ path: file_path, ...(line === undefined ? {} : { line }) }],
    }),
  ),
}
