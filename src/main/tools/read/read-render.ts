/**
 * The pure half of the read tool: chunks to a window, a window to the text a
 * model sees, and that text told apart from any other. Knows no disk.
 * Rule: dsh format, 11.2, 11.3 and 13.
 */
import { decline, good, type Outcome } from '#shared/outcome'
import type { ReadLine, ReadMeta } from '#shared/views'
import { narrowRead } from '../../views/read'
import { LineCutter } from './line-cutter'
import { defaultReadCaps, type ReadCaps } from './read-caps'

export { langFromPath } from '#shared/highlight/lang-from-path'
export { defaultReadCaps, type ReadCaps } from './read-caps'

/** Pieces of a file as a stream or an array gives them: text, or bytes of UTF-8. */
export type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

export interface WindowRequest {
  /** 1-based first line. */
  readonly offset: number
  /** Most lines to take. */
  readonly limit: number
  readonly caps?: ReadCaps
  readonly signal?: AbortSignal
}

/** `totalLines` is exact, however early the window ended. */
export interface BuiltWindow {
  readonly offset: number
  readonly lines: readonly ReadLine[]
  readonly totalLines: number
}

/**
 * Takes lines from `offset` on until `limit` or the byte cap. The first line
 * that would pass the byte cap ends the window, also when it is the very first;
 * counting goes on. Bytes that are no UTF-8 become U+FFFD. Rejects only when
 * the chunks do, or with the signal's reason.
 */
export async function buildWindow(chunks: Chunks, request: WindowRequest): Promise<BuiltWindow> {
  const { offset, limit, caps = defaultReadCaps, signal } = request
  const lines: ReadLine[] = []
  let totalLines = 0
  let bytes = 0
  let isOpen = true
  const cutter = new LineCutter(caps.lineChars, (text) => {
    totalLines += 1
    if (!isOpen || totalLines < offset || lines.length >= limit) return
    bytes += Buffer.byteLength(text) + (lines.length > 0 ? 1 : 0)
    isOpen = bytes <= caps.bytes
    if (isOpen) lines.push({ number: totalLines, text })
  })
  // A byte-order mark is part of the first line, as it is for the model.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for await (const chunk of chunks) {
    signal?.throwIfAborted()
    cutter.push(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))
  }
  cutter.push(decoder.decode())
  cutter.end()
  return { offset, lines, totalLines }
}

/** The note below the lines: what of the file remains, for the model. `limit` as it was asked for. */
export function footerOf(window: BuiltWindow, limit: number): string {
  const { offset, lines, totalLines } = window
  const last = lines.at(-1)?.number ?? Math.max(0, offset - 1)
  const next = `Use offset=${last + 1} to continue.`
  if (last >= totalLines) return `(End of file - total ${totalLines} lines)`
  // Fewer lines than asked for, and not at the end: only the byte cap does this.
  if (lines.length < limit) return `(Output capped. Showing lines ${offset}-${last}. ${next})`
  return `(Showing lines ${offset}-${last} of ${totalLines}. ${next})`
}

/** Numbered lines, an empty line, the footer; the footer alone without lines. */
export function bodyOf(window: BuiltWindow, limit: number): string {
  const footer = footerOf(window, limit)
  if (window.lines.length === 0) return footer
  return [...window.lines.map((line) => `${line.number}: ${line.text}`), '', footer].join('\n')
}

/** Wraps a body as the tools of dsh do; no final line break. */
export function envelopeOf(path: string, body: string): string {
  return `<path>${path}</path>\n<type>file</type>\n<content>\n${body}\n</content>`
}

const envelope = /^<path>[^\n]*<\/path>\n<type>file<\/type>\n<content>\n([\s\S]*)\n<\/content>$/
const loose = /<path>([\s\S]*?)<\/path>\r?\n<type>([^\n]*?)<\/type>\r?\n<content>\r?\n/

/**
 * The body of a text that is the envelope of a file, whole and nothing else;
 * else which rule it breaks. The last closing tag counts, a body may hold others.
 */
export function bodyOfEnvelope(text: string): Outcome<string> {
  const body = envelope.exec(text)?.[1]
  return body === undefined ? decline(...faultOfEnvelope(text)) : good(body)
}

function faultOfEnvelope(text: string): [code: string, params?: Record<string, string>] {
  const opening = loose.exec(text)
  if (!opening) return ['envelope-missing']
  const [head, path, type] = opening
  if (path?.includes('\n')) return ['envelope-path-newline']
  if (head.includes('\r\n')) return ['envelope-crlf']
  if (type !== undefined && type !== 'file') return ['envelope-not-file', { type }]
  return [text.includes('\n</content>') ? 'envelope-surrounded' : 'envelope-not-closed']
}

/** The window of a meta, or undefined where `narrowRead` declines it. Rule: dsh format, 13.1. */
export function readMetaFromMeta(meta: unknown): ReadMeta | undefined {
  const read = narrowRead(meta)
  return read.ok ? read.value : undefined
}
