/**
 * Terminal output to lines of styled spans. A carriage return overwrites its
 * line as a terminal does, colours are mapped to the sixteen of our tokens,
 * everything else that moves cursors or sets titles is dropped.
 */
import { Screen } from './terminal-line'

export interface AnsiSpan {
  readonly text: string
  /** 0 to 15; null: the default colour. */
  readonly fg: number | null
  readonly bg: number | null
  readonly bold: boolean
  readonly dim: boolean
  readonly underline: boolean
  readonly inverse: boolean
}
export type AnsiLine = readonly AnsiSpan[]

export type AnsiStyle = Omit<AnsiSpan, 'text'>

export const plainStyle: AnsiStyle = {
  fg: null,
  bg: null,
  bold: false,
  dim: false,
  underline: false,
  inverse: false,
}

/** CSI with its parameters and final byte; OSC, DCS and the like up to their end; any other escape. */
const escape =
  // eslint-disable-next-line no-control-regex -- escape sequences are what is looked for
  /\u001b\[([0-9;:?<=>!]*)[ -/]*([@-~])|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|\u001b[ -/]*[0-~]?|[\u0000-\u0008\u000b-\u001f\u007f]/g

/** Lines of an output, a final line break adds none. */
export function parseAnsi(text: string): AnsiLine[] {
  const lines: AnsiLine[] = []
  let style = plainStyle
  const parts = text.split('\n')
  if (parts.at(-1) === '') parts.pop()
  for (const part of parts) {
    const screen = new Screen()
    let at = 0
    for (const match of part.matchAll(escape)) {
      screen.write(part.slice(at, match.index), style)
      at = match.index + match[0].length
      if (match[2] === 'm') style = styled(style, match[1] ?? '')
      else if (match[2] === 'K') screen.erase(match[1] ?? '')
      else if (match[2] === 'G') screen.moveTo(Number(match[1] || 1) - 1)
      else if (match[0] === '\r') screen.moveTo(0)
      else if (match[0] === '\b') screen.back()
    }
    screen.write(part.slice(at), style)
    lines.push(screen.spans())
  }
  return lines
}

/** The text alone, as it would stand on the screen. */
export function plainText(text: string): string {
  return parseAnsi(text)
    .map((line) => line.map((span) => span.text).join(''))
    .join('\n')
}

function styled(style: AnsiStyle, parameters: string): AnsiStyle {
  const codes = parameters.split(/[;:]/).map((code) => Number(code || 0))
  let now = style
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0
    if (code === 38 || code === 48) {
      const { color, used } = extended(codes.slice(i + 1))
      i += used
      if (color !== null) now = code === 38 ? { ...now, fg: color } : { ...now, bg: color }
    } else now = simple(now, code)
  }
  return now
}

function simple(style: AnsiStyle, code: number): AnsiStyle {
  if (code >= 30 && code <= 37) return { ...style, fg: code - 30 }
  if (code >= 40 && code <= 47) return { ...style, bg: code - 40 }
  if (code >= 90 && code <= 97) return { ...style, fg: code - 82 }
  if (code >= 100 && code <= 107) return { ...style, bg: code - 92 }
  switch (code) {
    case 0:
      return plainStyle
    case 1:
      return { ...style, bold: true }
    case 2:
      return { ...style, dim: true }
    case 4:
      return { ...style, underline: true }
    case 7:
      return { ...style, inverse: true }
    case 22:
      return { ...style, bold: false, dim: false }
    case 24:
      return { ...style, underline: false }
    case 27:
      return { ...style, inverse: false }
    case 39:
      return { ...style, fg: null }
    case 49:
      return { ...style, bg: null }
    default:
      return style
  }
}

/** `5;n` (256 colours) or `2;r;g;b`, as the nearest of sixteen. */
function extended(codes: readonly number[]): { color: number | null; used: number } {
  const [mode, a = 0, b = 0, c = 0] = codes
  if (mode === 5) return { color: of256(a), used: 2 }
  if (mode === 2) return { color: nearest(a, b, c), used: 4 }
  return { color: null, used: 0 }
}

function of256(n: number): number {
  if (n < 16) return n
  if (n >= 232) return nearest((n - 232) * 10 + 8, (n - 232) * 10 + 8, (n - 232) * 10 + 8)
  const level = (value: number): number => (value === 0 ? 0 : 55 + value * 40)
  const cube = n - 16
  return nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6))
}

const palette: readonly (readonly [number, number, number])[] = [
  [0, 0, 0],
  [170, 0, 0],
  [0, 170, 0],
  [170, 110, 0],
  [0, 0, 170],
  [170, 0, 170],
  [0, 170, 170],
  [170, 170, 170],
  [85, 85, 85],
  [255, 85, 85],
  [85, 255, 85],
  [255, 255, 85],
  [85, 85, 255],
  [255, 85, 255],
  [85, 255, 255],
  [255, 255, 255],
]

function nearest(r: number, g: number, b: number): number {
  let best = 0
  let least = Infinity
  for (const [index, [pr, pg, pb]] of palette.entries()) {
    const distance = (r - pr) ** 2 + (g - pg) ** 2 + (b - pb) ** 2
    if (distance >= least) continue
    least = distance
    best = index
  }
  return best
}
