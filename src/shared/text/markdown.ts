/**
 * Markdown to a small closed tree. No HTML string is ever made: what is drawn
 * are these nodes and nothing else, so hostile text has no way to markup.
 * Pictures become links, links keep only http, https and mailto.
 */
import MarkdownIt, { type Token } from 'markdown-it'

export type MdInline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'strong' | 'em' | 'strike'; readonly children: readonly MdInline[] }
  /** `href` null: an address that is not opened; shown as text. */
  | { readonly type: 'link'; readonly href: string | null; readonly children: readonly MdInline[] }
  | { readonly type: 'break' }

export type MdBlock =
  | { readonly type: 'paragraph'; readonly children: readonly MdInline[] }
  | { readonly type: 'heading'; readonly level: number; readonly children: readonly MdInline[] }
  | {
      readonly type: 'list'
      readonly ordered: boolean
      readonly start: number
      readonly items: readonly (readonly MdBlock[])[]
    }
  | { readonly type: 'quote'; readonly children: readonly MdBlock[] }
  | { readonly type: 'code'; readonly lang: string; readonly text: string }
  | {
      readonly type: 'table'
      readonly head: readonly (readonly MdInline[])[]
      readonly rows: readonly (readonly (readonly MdInline[])[])[]
    }
  | { readonly type: 'rule' }

/** Longer texts are shown as they are behind this point. */
const maxChars = 400_000

const parser = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: 32 })

/** Blocks of a text. Total; text that is no Markdown stays text. */
export function parseMarkdown(source: string): MdBlock[] {
  const text = source.slice(0, maxChars)
  const rest = source.slice(maxChars)
  let blocks: MdBlock[]
  try {
    blocks = new BlockReader(parser.parse(text, {})).blocks(null)
  } catch {
    blocks = [paragraph(text)]
  }
  return rest === '' ? blocks : [...blocks, paragraph(rest)]
}

function paragraph(text: string): MdBlock {
  return { type: 'paragraph', children: [{ type: 'text', text }] }
}

class BlockReader {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  /** Blocks up to a closing token of `until`, which is taken. */
  blocks(until: string | null): MdBlock[] {
    const blocks: MdBlock[] = []
    for (let token = this.#next(); token; token = this.#next()) {
      if (token.type === until) break
      const block = this.#block(token)
      if (block) blocks.push(block)
    }
    return blocks
  }

  #next(): Token | undefined {
    return this.#tokens[this.#at++]
  }

  #block(token: Token): MdBlock | null {
    switch (token.type) {
      case 'paragraph_open':
        return { type: 'paragraph', children: this.#inlines('paragraph_close') }
      case 'heading_open':
        return {
          type: 'heading',
          level: Number(token.tag.slice(1)),
          children: this.#inlines('heading_close'),
        }
      case 'bullet_list_open':
        return { type: 'list', ordered: false, start: 1, items: this.#items('bullet_list_close') }
      case 'ordered_list_open':
        return {
          type: 'list',
          ordered: true,
          start: Number(token.attrGet('start') ?? 1),
          items: this.#items('ordered_list_close'),
        }
      case 'blockquote_open':
        return { type: 'quote', children: this.blocks('blockquote_close') }
      case 'fence':
        return { type: 'code', lang: token.info.trim().split(/\s+/)[0] ?? '', text: token.content }
      case 'code_block':
        return { type: 'code', lang: '', text: token.content }
      case 'hr':
        return { type: 'rule' }
      case 'table_open':
        return this.#table()
      case 'inline':
        return { type: 'paragraph', children: inlines(token.children ?? []) }
      default:
        return token.content === '' ? null : paragraph(token.content)
    }
  }

  #inlines(until: string): MdInline[] {
    const found: MdInline[] = []
    for (let token = this.#next(); token && token.type !== until; token = this.#next()) {
      if (token.type === 'inline') found.push(...inlines(token.children ?? []))
    }
    return found
  }

  #items(until: string): MdBlock[][] {
    const items: MdBlock[][] = []
    for (let token = this.#next(); token && token.type !== until; token = this.#next()) {
      if (token.type === 'list_item_open') items.push(this.blocks('list_item_close'))
    }
    return items
  }

  #table(): MdBlock {
    const rows: MdInline[][][] = []
    let head: MdInline[][] = []
    let row: MdInline[][] = []
    for (let token = this.#next(); token && token.type !== 'table_close'; token = this.#next()) {
      if (token.type === 'tr_open') row = []
      if (token.type === 'inline') row.push(inlines(token.children ?? []))
      if (token.type === 'thead_close') head = row
      if (token.type === 'tr_close' && head.length > 0) rows.push(row)
    }
    return { type: 'table', head, rows }
  }
}

const safe = /^(?:https?:|mailto:)/i

/** Flat inline tokens to nested nodes. */
function inlines(tokens: readonly Token[]): MdInline[] {
  const root: MdInline[] = []
  const stack: { children: MdInline[] }[] = [{ children: root }]
  const add = (node: MdInline): void => {
    stack.at(-1)?.children.push(node)
  }
  const open = (node: MdInline & { children: readonly MdInline[] }, children: MdInline[]): void => {
    add(node)
    stack.push({ children })
  }
  for (const token of tokens) {
    const children: MdInline[] = []
    switch (token.type) {
      case 'strong_open':
        open({ type: 'strong', children }, children)
        break
      case 'em_open':
        open({ type: 'em', children }, children)
        break
      case 's_open':
        open({ type: 'strike', children }, children)
        break
      case 'link_open':
        open({ type: 'link', href: safeHref(token.attrGet('href')), children }, children)
        break
      case 'strong_close':
      case 'em_close':
      case 's_close':
      case 'link_close':
        if (stack.length > 1) stack.pop()
        break
      case 'code_inline':
        add({ type: 'code', text: token.content })
        break
      case 'softbreak':
        add({ type: 'text', text: '\n' })
        break
      case 'hardbreak':
        add({ type: 'break' })
        break
      case 'image': {
        const src = token.attrGet('src')
        const label = token.content === '' ? String(src ?? 'picture') : token.content
        add({ type: 'link', href: safeHref(src), children: [{ type: 'text', text: label }] })
        break
      }
      default:
        if (token.content !== '') add({ type: 'text', text: token.content })
    }
  }
  return root
}

function safeHref(href: string | number | null): string | null {
  return typeof href === 'string' && safe.test(href) ? href : null
}
