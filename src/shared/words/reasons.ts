/** The sentence of a reason. Codes are stable and tested; sentences may change. */
import type { Reason } from '../outcome'
import { dshSentences } from './reasons/dsh'
import { logSentences } from './reasons/log'
import { readSentences } from './reasons/read'
import type { Sentences } from './reasons/sentences'

const sentences: Sentences = { ...readSentences, ...logSentences, ...dshSentences }

/** Codes that have a sentence. */
export const spokenCodes: ReadonlySet<string> = new Set(Object.keys(sentences))

/** Words for a reader; a code without a sentence is shown as it is. */
export function reasonText(reason: Reason): string {
  const { code, params } = reason
  const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined
  if (sentence) return sentence((name) => String(params[name] ?? '?'))
  const rest = Object.entries(params).map(([name, value]) => `${name} ${value}`)
  return [code.replaceAll('-', ' '), ...rest].join(', ')
}
