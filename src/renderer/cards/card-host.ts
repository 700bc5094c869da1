/** What a card may ask of the window around it. */
import { getContext, setContext } from 'svelte'
import type { Peek } from '#shared/api/types'
import type { SessionLink, Tone } from '#shared/session'

export interface CardHost {
  readonly cwd: string | null
  readonly home: string | null
  /** Number of an entry's step over the session; null outside of steps. */
  stepOf(seq: number): number | null
  toneOf(seq: number): Tone
  goTo(seq: number): void
  openSession(link: SessionLink): void
  openLink(url: string): void
  copy(text: string, what: string): void
  exportCard(seq: number): void
  showRaw(seq: number): void
  peek(seq: number, allowOutside: boolean): Promise<Peek>
  /** A picture of the log as an address the page can show; null when it is not there. */
  image(ref: string): Promise<string | null>
}

const key = Symbol('card host')

export function setCardHost(host: CardHost): void {
  setContext(key, host)
}

export function cardHost(): CardHost {
  return getContext<CardHost>(key)
}
