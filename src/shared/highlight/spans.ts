/**
 * A whole window highlighted at once, then cut into lines: a comment or a
 * template that spans lines keeps its colour on each of them, and each line is
 * exactly the line that went in.
 */
import { grammarOf, highlighter } from './languages'

/** `cls`: one of our six colour classes; null: plain. */
export interface Span {
  readonly text: string
  readonly cls: string | null
}
export type SpanLine = readonly Span[]

/** Larger windows and longer lines stay plain: grammars are not made for them. */
const maxChars = 400_000
const maxLineChars = 5_000

/** highlight.js scopes that have a colour; the first part of a scope decides, longer names first. */
const classes: readonly (readonly [string, string])[] = [
  ['title class_', 'sx-type'],
  ['title function_', 'sx-fn'],
  ['variable language_', 'sx-type'],
  ['keyword', 'sx-key'],
  ['literal', 'sx-key'],
  ['selector-tag', 'sx-key'],
  ['section', 'sx-key'],
  ['meta', 'sx-key'],
  ['name', 'sx-key'],
  ['string', 'sx-str'],
  ['regexp', 'sx-str'],
  ['template-tag', 'sx-str'],
  ['code', 'sx-str'],
  ['addition', 'sx-str'],
  ['number', 'sx-num'],
  ['symbol', 'sx-num'],
  ['bullet', 'sx-num'],
  ['deletion', 'sx-num'],
  ['comment', 'sx-com'],
  ['doctag', 'sx-com'],
  ['quote', 'sx-com'],
  ['type', 'sx-type'],
  ['built_in', 'sx-type'],
  ['title', 'sx-fn'],
]
/** Scopes inside a coloured one that are plain again. */
const plain = new Set(['subst', 'params', 'attr', 'property', 'variable', 'tag'])

/** A line without colours. */
export function plainLine(text: string): SpanLine {
  return text === '' ? [] : [{ text, cls: null }]
}

/** Spans of each line, in order and whole. Total: what cannot be coloured is plain. */
export function highlightLines(lines: readonly string[], lang: string | undefined): SpanLine[] {
  const language = grammarOf(lang)
  const length = lines.reduce((sum, line) => sum + line.length + 1, 0)
  const isLong = length > maxChars || lines.some((line) => line.length > maxLineChars)
  if (!language || isLong || lines.some((line) => line.includes('\n'))) return lines.map(plainLine)
  try {
    const { value } = highlighter().highlight(lines.join('\n'), { language, ignoreIllegals: true })
    const spans = cutLines(value)
    const isWhole =
      spans.length === lines.length && spans.every((line, i) => textOf(line) === lines[i])
    return isWhole ? spans : lines.map(plainLine)
  } catch {
    return lines.map(plainLine)
  }
}

/** The text of a line. */
export function textOf(line: SpanLine): string {
  return line.map((span) => span.text).join('')
}

/** A line as HTML, every character escaped. */
export function lineHtml(line: SpanLine): string {
  return line
    .map(({ text, cls }) =>
      cls ? `<span class="${cls}">${escapeHtml(text)}</span>` : escapeHtml(text),
    )
    .join('')
}

const escapes = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Text as HTML text or attribute value. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => escapes.get(char) ?? char)
}

const unescapes = new Map([...escapes].map(([char, entity]) => [entity, char]))
unescapes.set('&#x27;', "'")

/** highlight.js writes spans with one class attribute and five entities, nothing else. */
const piece = /<span class="([^"]*)">|<\/span>|([^<]+)/g

function cutLines(html: string): SpanLine[] {
  const lines: Span[][] = [[]]
  const open: (string | null)[] = []
  for (const match of html.matchAll(piece)) {
    const [token, scope, escaped] = match
    if (scope !== undefined) open.push(classOf(scope, open.at(-1) ?? null))
    else if (token === '</span>') open.pop()
    else if (escaped !== undefined) {
      const text = escaped.replace(
        /&(?:amp|lt|gt|quot|#x27|#39);/g,
        (entity) => unescapes.get(entity) ?? entity,
      )
      push(lines, text, open.at(-1) ?? null)
    }
  }
  return lines
}

function push(lines: Span[][], text: string, cls: string | null): void {
  for (const [i, part] of text.split('\n').entries()) {
    if (i > 0) lines.push([])
    if (part !== '') lines.at(-1)?.push({ text: part, cls })
  }
}

function classOf(scope: string, outer: string | null): string | null {
  const name = scope.replaceAll('hljs-', '')
  for (const [known, cls] of classes) {
    if (name === known || name.startsWith(`${known} `)) return cls
  }
  return plain.has(name.split(' ')[0] ?? '') ? null : outer
}
