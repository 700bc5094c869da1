/** Read results of Roo and Cline. Rule: docs/formats/cline.md. */
import { decline, type Outcome } from '#shared/outcome'
import type { ReadView } from '#shared/views'
import { fieldsOf, listOf, numberOr, textOr, type Fields } from '../parts/fields'
import { numberedLines, readOf } from '../parts/windows'

const numbered = /^\s*(\d+) \| (.*)$/
const status = /Status: Showing lines (\d+)-(\d+) of (\d+) total lines\./

/** Roo's read of the time of markup: a file in tags, with the range it holds. */
function taggedRead(text: string): Outcome<ReadView> | null {
  const files = [...text.matchAll(/<file>\s*<path>([^<]*)<\/path>([\s\S]*?)<\/file>/g)]
  const [file, ...more] = files
  if (!file) return null
  if (more.length > 0) return decline('content-not-one-block', { count: files.length })
  const [, path = '', body = ''] = file
  const content = /<content lines="(\d+)-(\d+)">\n?([\s\S]*)<\/content>/.exec(body)
  if (!content) return decline('envelope-missing')
  const window = numberedLines((content[3] ?? '').replace(/\n\s*$/, ''), numbered)
  if (!window.ok) return window
  const { first: offset, texts } = window.value
  const stated = /Showing only \d+ of (\d+) total lines/.exec(body)?.[1]
  const last = offset + texts.length - 1
  if (stated === undefined && offset !== 1) return decline('total-not-recorded')
  return readOf({ path, offset, texts, totalLines: stated === undefined ? last : Number(stated) })
}

/** Roo's native read: `File:` line, maybe a status header, numbered lines. */
export function rooRead(args: Fields, text: string): Outcome<ReadView> {
  const tagged = taggedRead(text)
  if (tagged) return tagged
  const [first = '', ...rest] = text.split('\n')
  const path = /^File: (.+)$/.exec(first)?.[1] ?? textOr(args.path, '')
  const body = rest.join('\n')
  if (/^Note: File is empty/m.test(body))
    return readOf({ path, offset: 1, texts: [], totalLines: 0 })
  if (/^(?:Error|Note|Binary file|Status: Denied)/m.test(body.trimStart()) && !status.test(body)) {
    return decline('read-not-text', { type: 'note' })
  }
  const ranges = /Included ranges: ([^(]+)\(total: (\d+) lines\)/.exec(body)
  if (ranges?.[1]?.includes(',')) return decline('window-not-consecutive', { line: 1 })
  const stated = status.exec(body)
  const lines = body.split('\n')
  const start = lines.findIndex((line) => numbered.test(line))
  if (start === -1) return decline('envelope-missing')
  const window = numberedLines(lines.slice(start).join('\n'), numbered, (left) =>
    /^\s*(?:Included ranges:[^\n]*)?\s*$/.test(left),
  )
  if (!window.ok) return window
  const { first: offset, texts } = window.value
  const last = offset + texts.length - 1
  const total = stated
    ? Number(stated[3])
    : ranges
      ? Number(ranges[2])
      : numberOr(args.offset, 1) <= 1
        ? last
        : null
  if (total === null) return decline('total-not-recorded')
  return readOf({ path, offset, texts, totalLines: total })
}

const extracted = /\.(?:pdf|docx|xlsx|ipynb)$/i

/** Cline's classic read: the whole file as plain text. */
export function clineRead(path: string, text: string): Outcome<ReadView> {
  if (extracted.test(path)) return decline('read-not-text', { type: 'extracted text' })
  if (/\[(?:File|Content) truncated|truncated at/i.test(text.slice(-400)))
    return decline('result-truncated')
  const texts = text.split('\n')
  return readOf({ path, offset: 1, texts, totalLines: texts.length })
}

const sdkFooter =
  /\n*\[Showing lines (\d+)-(\d+) of (\d+)(\+?) lines?[^\]]*\]\s*$|\n*\[Showing lines (\d+)-(\d+) of (\d+)(\+?)\.[^\]]*\]\s*$/

/** Cline's SDK read of one file: numbered lines and a footer. */
export function sdkRead(args: Fields, text: string): Outcome<ReadView> {
  const files = listOf(args.files).map(fieldsOf)
  if (files.length > 1) return decline('content-not-one-block', { count: files.length })
  const path = textOr(files[0]?.path, textOr(args.path, ''))
  const footer = sdkFooter.exec(text)
  const lines = numberedLines(text.slice(0, footer?.index ?? text.length), numbered)
  if (!lines.ok) return lines
  const total = Number(footer?.[3] ?? footer?.[7] ?? NaN)
  const isOpen = (footer?.[4] ?? footer?.[8]) === '+'
  if (!Number.isInteger(total) || isOpen) return decline('total-not-recorded')
  return readOf({ path, offset: lines.value.first, texts: lines.value.texts, totalLines: total })
}
