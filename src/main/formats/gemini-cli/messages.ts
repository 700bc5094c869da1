/** Both forms of a Gemini recording as one list: a document, or lines that replace and rewind. */
import { good, type Outcome } from '#shared/outcome'
import type { Diagnostic } from '#shared/session'
import { parseJson } from '../document-reader/files'
import { linesOf, readText } from '../document-reader/lines'
import type { RecordSpan } from '../format'
import { isObject, listOf, textOr, type Fields } from '../parts/fields'

export interface RecordedMessage {
  readonly value: Fields
  /** Where it stands; null in a document. */
  readonly span: RecordSpan | null
}

export interface Recording {
  readonly header: Fields
  readonly messages: readonly RecordedMessage[]
  /** Messages that a rewind took away. */
  readonly rewound: number
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads a recording. Declines when nothing of it can be read. */
export async function readRecording(path: string): Promise<Outcome<Recording>> {
  const text = await readText(path)
  if (!text.ok) return text
  const whole = parseJson(text.value)
  if (whole.ok && isObject(whole.value) && Array.isArray(whole.value.messages)) {
    const messages = listed(whole.value.messages, null)
    return good({ header: whole.value, messages, rewound: 0, diagnostics: [] })
  }
  // Lines begin and end an object each; half a document does not.
  if (!whole.ok && !/^\ufeff?\s*\{.*\}\r?\n/.test(text.value)) return whole
  return good(replay(text.value))
}

function listed(value: unknown, span: RecordSpan | null): RecordedMessage[] {
  return listOf(value)
    .filter(isObject)
    .map((one) => ({ value: one, span }))
}

function replay(text: string): Recording {
  const { lines, diagnostics } = linesOf(text)
  let header: Fields = {}
  let messages: RecordedMessage[] = []
  let rewound = 0
  for (const { value, span } of lines) {
    const rewind = textOr(value.$rewindTo, null)
    if (rewind !== null) {
      // An id that is not there takes everything away.
      const to = Math.max(
        0,
        messages.findIndex(({ value: { id } }) => id === rewind),
      )
      rewound += messages.length - to
      messages = messages.slice(0, to)
    } else if (isObject(value.$set)) {
      header = { ...header, ...value.$set }
      if (Array.isArray(value.$set.messages)) messages = listed(value.$set.messages, span)
    } else if (typeof value.id === 'string' && typeof value.type === 'string') {
      const known = messages.findIndex(({ value: { id } }) => id === value.id)
      if (known === -1) messages.push({ value, span })
      else messages[known] = { value, span: messages[known]?.span ?? span }
    } else {
      header = { ...header, ...value }
      if (Array.isArray(value.messages)) messages = listed(value.messages, span)
    }
  }
  return { header, messages, rewound, diagnostics }
}
