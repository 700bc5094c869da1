/** Characters that hide or reorder text, told apart so that a window can show them. */

/** `control`: the name to show instead of the text; null for text as it is. */
export interface Piece {
  readonly text: string
  readonly control: string | null
}

const hidden =
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** True when a text holds anything that `showControls` would name. */
export function hasControls(text: string): boolean {
  hidden.lastIndex = 0
  return hidden.test(text)
}

/** The text in pieces: plain runs, and one piece for each hidden character. Tab and LF are text. */
export function showControls(text: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const match of text.matchAll(hidden)) {
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), control: null })
    pieces.push({ text: match[0], control: nameOf(match[0]) })
    at = match.index + match[0].length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), control: null })
  return pieces
}

function nameOf(char: string): string {
  const code = char.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
