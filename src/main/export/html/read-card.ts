/**
 * A read card as one HTML file that needs nothing else: no script, no network,
 * inline styles, both themes, paper. Everything of the log is escaped.
 */
import { decline, good, type Outcome } from '#shared/outcome'
import type { ToolEntry } from '#shared/session'
import type { ReadView } from '#shared/views'
import { escapeHtml, highlightLines, lineHtml } from '#shared/highlight/spans'
import { continuationText } from '#shared/words/continuation'
import { count, range } from '#shared/words/numbers'
import { splitPath } from '#shared/words/paths'
import { cardCss } from './css'
import { rulerHtml } from './ruler'

export interface ReadCardExport {
  readonly entry: ToolEntry
  readonly session: {
    readonly title: string | null
    readonly agentName: string
    readonly id: string
    readonly cwd: string | null
    readonly model: string | null
  }
  /** As the timeline numbers it; null outside of steps. */
  readonly stepLabel: string | null
  readonly continuedByStep: number | null
  readonly continuesStep: number | null
  /** ms. */
  readonly exportedAt: number
  readonly version: string
}

/** The file's name and text. Declines with 'not-a-read' where the entry has no read card. */
export function exportReadCard(input: ReadCardExport): Outcome<{ fileName: string; html: string }> {
  const view = input.entry.result
  if (view?.card !== 'read') return decline('not-a-read', { seq: input.entry.seq })
  const { base } = splitPath(view.path)
  const lines = rangeWords(view)
  const name = `${base || 'file'}.${lines.replaceAll(',', '').replace('–', '-').replaceAll(' ', '-')}.html`
  return good({ fileName: name.replace(/[^\w.+-]+/g, '_'), html: page(input, view) })
}

function rangeWords(view: ReadView): string {
  const first = view.lines[0]?.number
  const last = view.lines.at(-1)?.number
  return first === undefined || last === undefined ? 'empty' : range(first, last)
}

function page(input: ReadCardExport, view: ReadView): string {
  const { dir, base } = splitPath(view.path)
  const title = `${base} · lines ${rangeWords(view)} of ${count(view.totalLines)}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="generator" content="Reread ${escapeHtml(input.version)}">
<title>${escapeHtml(title)}</title>
<style>${cardCss(String(view.totalLines).length)}</style>
</head>
<body>
<main>
<h1><span class="dir">${escapeHtml(dir)}</span>${escapeHtml(base)}</h1>
<p class="sub">${subtitle(input, view)}</p>
<article class="card">
${rulerHtml(view, input.entry.readContext?.before ?? [])}
${codeHtml(view)}
<footer class="foot">${footHtml(input, view)}</footer>
</article>
${provenanceHtml(input, view)}
</main>
</body>
</html>
`
}

function subtitle(input: ReadCardExport, view: ReadView): string {
  const { session, stepLabel, entry } = input
  const parts = [
    `lines <b>${escapeHtml(rangeWords(view))}</b> of ${count(view.totalLines)}`,
    ...(view.lang ? [escapeHtml(view.lang)] : []),
    ...(stepLabel === null ? [] : [`step ${escapeHtml(stepLabel)}`]),
    ...(session.title ? [`“${escapeHtml(session.title)}”`] : []),
    escapeHtml(session.agentName),
    ...(entry.derived ? ['derived from numbered text'] : []),
  ]
  return parts.join(' · ')
}

function codeHtml(view: ReadView): string {
  if (view.lines.length === 0) return ''
  const spans = highlightLines(
    view.lines.map((line) => line.text),
    view.lang,
  )
  const rows = view.lines.map(({ number }, i) => {
    const text = lineHtml(spans[i] ?? [])
    // The number is drawn by the stylesheet: what is copied is the text alone.
    return `<div class="l" id="L${number}"><a href="#L${number}" data-n="${number}" aria-label="line ${number}"></a><code>${text}</code></div>`
  })
  return `<div class="code">\n${rows.join('\n')}\n</div>`
}

function footHtml(input: ReadCardExport, view: ReadView): string {
  const { continuation, readContext } = input.entry
  const left = continuation ? continuationText(view, continuation, readContext) : ''
  const right = [
    ...(input.continuesStep === null ? [] : [`continues step ${count(input.continuesStep)}`]),
    ...(input.continuedByStep === null
      ? continuation?.kind === 'more' || continuation?.kind === 'nothing-fitted'
        ? ['not continued']
        : []
      : [`continued in step ${count(input.continuedByStep)}`]),
  ]
  return `<span>${escapeHtml(left)}</span><span>${escapeHtml(right.join(' · '))}</span>`
}

function provenanceHtml(input: ReadCardExport, view: ReadView): string {
  const { session, entry } = input
  const facts: [string, string | null][] = [
    ['Session', session.title],
    ['Id', session.id],
    ['Agent', session.agentName],
    ['Model', session.model],
    ['Folder', session.cwd],
    ['Step', input.stepLabel],
    ['Call', entry.callId],
    ['Path', view.path],
    ['Lines', `${rangeWords(view)} of ${count(view.totalLines)}, from ${count(view.offset)}`],
    ['Log', `line ${count(entry.source.line)}, byte ${count(entry.source.offset)}`],
    ['Read at', entry.at === null ? null : new Date(entry.at).toISOString()],
    ['Exported', `${new Date(input.exportedAt).toISOString()} by Reread ${input.version}`],
  ]
  const rows = facts.flatMap(([name, value]) =>
    value === null ? [] : [`<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`],
  )
  return `<dl class="origin">\n${rows.join('\n')}\n</dl>`
}
