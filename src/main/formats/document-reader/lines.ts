/** A small file of JSON lines as values with their places, and what could not be read. */
import { readFile, stat } from 'node:fs/promises'
import { decline, good, type Outcome } from '#shared/outcome'
import type { Diagnostic } from '#shared/session'
import { fileFault } from '../../log/open-line-log'
import type { RecordSpan } from '../format'
import { isObject, type Fields } from '../parts/fields'
import { maxBytes, parseJson } from './files'

export interface Line {
  readonly value: Fields
  readonly span: RecordSpan
}

export interface Lines {
  readonly lines: readonly Line[]
  readonly diagnostics: readonly Diagnostic[]
}

/** The text of a file. Declines with what the disk says, or 'file-too-large'. */
export async function readText(path: string): Promise<Outcome<string>> {
  try {
    if ((await stat(path)).size > maxBytes) return decline('file-too-large', { path })
    return good(await readFile(path, 'utf8'))
  } catch (error) {
    return decline(fileFault(error), { path })
  }
}

/** Objects of a text in order. A last line that does not parse is still being written. */
export function linesOf(text: string): Lines {
  const lines: Line[] = []
  const diagnostics: Diagnostic[] = []
  const rows = text.split('\n')
  let offset = 0
  for (const [index, row] of rows.entries()) {
    const length = Buffer.byteLength(row)
    const span = { line: index + 1, offset, length }
    offset += length + 1
    if (row.trim() === '') continue
    const parsed = parseJson(row)
    if (parsed.ok && isObject(parsed.value)) lines.push({ value: parsed.value, span })
    else {
      const isLast = index === rows.length - 1
      const reason = parsed.ok
        ? { code: 'not-json', params: { detail: 'not an object' } }
        : parsed.reason
      diagnostics.push({
        severity: isLast ? 'warning' : 'error',
        reason: isLast ? { code: 'torn-line', params: { bytes: length } } : reason,
        line: span.line,
        offset: span.offset,
        before: null,
        sample: row.slice(0, 200),
        path: null,
      })
    }
  }
  return { lines, diagnostics }
}
