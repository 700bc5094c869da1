/** Content blocks of other agents as ours: text, pictures of the log, anything else as its JSON. */
import type { Block, ImageBlock } from '#shared/views'
import { fieldsOf, indented, isObject, listOf, textOr } from './fields'

/** Size of what a base64 text holds, bytes. */
function sizeOf(base64: string): number {
  return Math.floor((base64.length * 3) / 4)
}

/** A picture whose bytes stand in the log: `ref` is `record:<offset>:<nth>` and read again on demand. */
export function inlineImage(ref: string | null, mediaType: string, base64: string): ImageBlock {
  return {
    type: 'image',
    ref,
    mediaType,
    bytes: sizeOf(base64),
    width: null,
    height: null,
    name: null,
  }
}

export function textBlock(text: string): Block {
  return { type: 'text', text }
}

/**
 * Blocks of a content that is a text or a list. Pictures in the forms of
 * Anthropic (`source`), data URLs (`image_url`) and `{data, mimeType}`.
 */
export function contentBlocks(content: unknown): Block[] {
  if (typeof content === 'string') return content === '' ? [] : [textBlock(content)]
  return listOf(content).map((raw) => {
    if (typeof raw === 'string') return textBlock(raw)
    const block = fieldsOf(raw)
    if (typeof block.text === 'string') return textBlock(block.text)
    const image = imageIn(block)
    if (image) return image
    return { type: 'unknown', kind: textOr(block.type, typeof raw), json: indented(raw) }
  })
}

function imageIn(block: Record<string, unknown>): ImageBlock | null {
  const source = isObject(block.source) ? block.source : null
  if (source && typeof source.data === 'string') {
    return inlineImage(refOf(source.data), textOr(source.media_type, 'image/png'), source.data)
  }
  const url = textOr(block.image_url, null) ?? textOr(fieldsOf(block.image_url).url, null)
  const data = url === null ? null : /^data:([\w/+.-]+);base64,(.*)$/s.exec(url)
  if (data) return inlineImage(refOf(data[2] ?? ''), data[1] ?? 'image/png', data[2] ?? '')
  const type = textOr(block.mimeType, null)
  if (type !== null && type.startsWith('image/') && typeof block.data === 'string') {
    return inlineImage(refOf(block.data), type, block.data)
  }
  return null
}

const maxInline = 8 * 1024 * 1024

/** The picture itself as its own reference: the log is the only place that has it. */
function refOf(base64: string): string | null {
  return base64.length <= maxInline ? `data:${base64.slice(0, 64)}:${base64.length}` : null
}

/** The base64 text that a reference of `contentBlocks` stands for, searched in a record. */
export function findImage(
  value: unknown,
  ref: string,
): { mediaType: string; bytes: Uint8Array } | null {
  const found = [...walk(value)].find(({ data }) => refOf(data) === ref)
  return found ? { mediaType: found.mediaType, bytes: Buffer.from(found.data, 'base64') } : null
}

function* walk(value: unknown): Generator<{ mediaType: string; data: string }> {
  if (Array.isArray(value)) {
    for (const item of value) yield* walk(item)
    return
  }
  if (!isObject(value)) return
  if (typeof value.data === 'string') {
    yield {
      mediaType: textOr(value.media_type, textOr(value.mimeType, 'image/png')),
      data: value.data,
    }
  }
  if (typeof value.base64 === 'string') {
    yield { mediaType: textOr(value.type, 'image/png'), data: value.base64 }
  }
  const url = textOr(value.image_url, null)
  const data = url === null ? null : /^data:([\w/+.-]+);base64,(.*)$/s.exec(url)
  if (data) yield { mediaType: data[1] ?? 'image/png', data: data[2] ?? '' }
  for (const inner of Object.values(value)) yield* walk(inner)
}
