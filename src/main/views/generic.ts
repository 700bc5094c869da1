/** What is drawn where no card fits: content blocks, and text in a fence. */
import type { Block } from '#shared/views'
import { isObject } from './field'

/**
 * Raw content as blocks, one for each element, none dropped: text and reasoning
 * as they are, pictures by the id of their attachment, anything else as JSON.
 * Rule: dsh format, 5.2.
 */
export function blocksOf(content: readonly unknown[]): Block[] {
  return content.map(blockOf)
}

function blockOf(raw: unknown): Block {
  if (isObject(raw)) {
    const { type, text } = raw
    if ((type === 'text' || type === 'reasoning') && typeof text === 'string') return { type, text }
    if (type === 'image' && isObject(raw.attachment)) return imageOf(raw.attachment)
  }
  const kind = isObject(raw) && typeof raw.type === 'string' ? raw.type : typeof raw
  return { type: 'unknown', kind, json: jsonOf(raw) }
}

function imageOf(attachment: Readonly<Record<string, unknown>>): Block {
  const { attachmentId, mediaType, bytes, width, height, name } = attachment
  return {
    type: 'image',
    ref: textOr(attachmentId, null),
    mediaType: textOr(mediaType, 'application/octet-stream'),
    bytes: numberOrNull(bytes),
    width: numberOrNull(width),
    height: numberOrNull(height),
    name: textOr(name, null),
  }
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' ? value : otherwise
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

function jsonOf(raw: unknown): string {
  try {
    // Values without JSON (undefined, a function) give undefined, whatever the types say.
    const json: unknown = JSON.stringify(raw)
    return typeof json === 'string' ? json : String(raw)
  } catch {
    return '' // cycles and big integers: never out of a log, only from a caller's own value
  }
}

/** Text in a Markdown code fence that no run of backticks inside can close; final line breaks removed. */
export function fenced(text: string, lang: string): string {
  const body = text.replace(/\n+$/, '')
  let longest = 2
  for (const [run] of body.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${lang}\n${body}\n${fence}`
}
