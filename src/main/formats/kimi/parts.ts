/** Parts that both generations of Kimi's logs are made of. */
import type { MarkerKind } from '#shared/session'
import type { Part } from '../line-reader/fold'
import { contentBlocks } from '../parts/blocks'
import { markerEntry } from '../parts/entries'

export function textIn(content: unknown): string {
  return contentBlocks(content)
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n\n')
}

export function markerPart(
  marker: MarkerKind,
  title: string,
  patch: Parameters<typeof markerEntry>[3] = {},
): Part {
  return { kind: 'entry', build: (place) => markerEntry(place, marker, title, patch) }
}

/** More text of the response that is there. */
export function saidPart(text: string, isThought: boolean): Part {
  const join = (before: string): string => (before === '' ? text : `${before}\n\n${text}`)
  return {
    kind: 'amend',
    apply: (answer) =>
      isThought
        ? { ...answer, reasoning: join(answer.reasoning) }
        : { ...answer, text: join(answer.text) },
  }
}
