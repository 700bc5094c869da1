/** The timeline as text for a terminal. Control characters of the log are shown, never sent. */
import { assertNever } from '#shared/outcome'
import type { Entry, SessionHeader, ToolEntry } from '#shared/session'
import type { ToolResultView } from '#shared/views'
import { showControls } from '#shared/highlight/visible'
import { plainText } from '#shared/text/ansi'
import { continuationText } from '#shared/words/continuation'
import { clock, count, duration, plural, range, tokens } from '#shared/words/numbers'
import { reasonText } from '#shared/words/reasons'

/** Lines shown of a text or a card. */
const shownLines = 12

/** Facts of the session, above its entries. */
export function headText(header: SessionHeader, agentName: string): string {
  const { usage } = header
  const facts = [
    agentName,
    header.model,
    header.cwd,
    plural(header.turns, 'turn'),
    plural(header.entries, 'entry', 'entries'),
    plural(header.toolCalls, 'tool call'),
    header.errors > 0 ? plural(header.errors, 'error') : null,
    `${tokens(usage.input + usage.cacheRead + usage.cacheWrite)} in, ${tokens(usage.output)} out`,
  ].filter((fact) => fact !== null)
  return safe(`${header.title ?? header.id}\n${facts.join(' · ')}\n`)
}

/** One entry, its first line with seq, time and kind. */
export function entryText(entry: Entry, startedAt: number | null): string {
  const at = entry.at === null || startedAt === null ? '–' : clock(entry.at - startedAt)
  const head = `${String(entry.seq).padStart(5)}  ${at.padStart(9)}  `
  const [first = '', ...rest] = bodyOf(entry)
  const lines = [`${head}${first}`, ...rest.map((line) => `${' '.repeat(head.length + 2)}${line}`)]
  return safe(`${lines.join('\n')}\n`)
}

function bodyOf(entry: Entry): string[] {
  switch (entry.kind) {
    case 'user':
      return [
        entry.origin === 'user' ? 'user' : `injected (${entry.label ?? entry.origin})`,
        ...cut(entry.text),
      ]
    case 'assistant': {
      const reasoning =
        entry.reasoning === '' ? '' : ` · reasoning ${plural(entry.reasoning.length, 'char')}`
      const use = entry.usage
        ? ` · ${tokens(entry.usage.input)} in, ${tokens(entry.usage.output)} out`
        : ''
      return [`assistant${reasoning}${use}`, ...cut(entry.text)]
    }
    case 'marker':
      return [`${entry.marker}: ${entry.title}`, ...(entry.body ? cut(entry.body) : [])]
    case 'tool':
      return toolBody(entry)
    default:
      return assertNever(entry)
  }
}

function toolBody(entry: ToolEntry): string[] {
  const status = entry.status === 'ok' ? '' : ` · ${entry.status}`
  const took = entry.durationMs === null ? '' : ` · ${duration(entry.durationMs)}`
  const title = entry.call?.title ?? entry.name
  const declined = entry.declined ? [`no card: ${reasonText(entry.declined)}`] : []
  const error = entry.error ? cut(entry.error.message) : []
  const result = entry.error || !entry.result ? [] : resultBody(entry, entry.result)
  return [
    `${entry.name}: ${title.split('\n')[0] ?? ''}${status}${took}`,
    ...declined,
    ...error,
    ...result,
  ]
}

function resultBody(entry: ToolEntry, view: ToolResultView): string[] {
  switch (view.card) {
    case 'read': {
      const first = view.lines[0]?.number ?? 0
      const last = view.lines.at(-1)?.number ?? 0
      const shown = view.lines.length === 0 ? '0 lines' : `lines ${range(first, last)}`
      const width = String(last).length
      const foot = entry.continuation
        ? [continuationText(view, entry.continuation, entry.readContext)]
        : []
      const lines = view.lines
        .slice(0, shownLines)
        .map(({ number, text }) => `${String(number).padStart(width)}  ${text}`)
      return [
        `${view.path} · ${shown} of ${count(view.totalLines)}`,
        ...lines,
        ...more(view.lines.length),
        ...foot,
      ]
    }
    case 'terminal': {
      const end = view.signal
        ? [`signal ${view.signal}`]
        : view.exitCode === undefined
          ? []
          : [`exit ${view.exitCode}`]
      return [...cut(plainText(view.output ?? '')), ...end]
    }
    case 'diff':
      return view.diffs.flatMap((diff) => [
        diff.path,
        ...cut(diff.oldText ?? '').map((line) => `- ${line}`),
        ...cut(diff.newText).map((line) => `+ ${line}`),
      ])
    case 'search':
      return view.shape === 'paths'
        ? [
            `${count(view.paths.length)} of ${count(view.total)} paths`,
            ...cut(view.paths.join('\n')),
          ]
        : [
            `${count(view.total)} matches`,
            ...cut(
              view.files
                .flatMap((file) =>
                  file.matches.map((hit) => `${file.path}:${hit.lineNumber}: ${hit.line}`),
                )
                .join('\n'),
            ),
          ]
    case 'web':
      return view.kind === 'fetch'
        ? [`${view.url} · HTTP ${view.statusCode}`]
        : view.sources.map((source) => `${source.title ?? ''} ${source.url}`.trim())
    case 'generic':
      return cut(
        (view.content ?? entry.content)
          .map((block) => ('text' in block ? block.text : `[${block.type}]`))
          .join('\n'),
      )
    default:
      return assertNever(view)
  }
}

function cut(text: string): string[] {
  if (text === '') return []
  const lines = text.split('\n')
  return [...lines.slice(0, shownLines), ...more(lines.length)]
}

function more(count: number): string[] {
  return count > shownLines ? [`… ${plural(count - shownLines, 'more line')}`] : []
}

/** What a log holds must not move a terminal's cursor or change its colours. */
function safe(text: string): string {
  return showControls(text)
    .map((piece) => piece.control ?? piece.text)
    .join('')
}
