/** One letter per tone, for the outline's column. Inverse of each other. */
import { tones, type Tone } from './session'

const letters: Readonly<Record<Tone, string>> = {
  user: 'u',
  injected: 'i',
  say: 's',
  read: 'r',
  search: 'f',
  web: 'w',
  edit: 'e',
  run: 'x',
  agent: 'a',
  generic: 'g',
  marker: 'm',
}
const byLetter = new Map<string, Tone>(tones.map((tone) => [letters[tone], tone]))

/** The letter of a tone. */
export function toneLetter(tone: Tone): string {
  return letters[tone]
}

/** The tone of a letter; anything unknown reads as generic. */
export function toneOf(letter: string | undefined): Tone {
  return byLetter.get(letter ?? '') ?? 'generic'
}
