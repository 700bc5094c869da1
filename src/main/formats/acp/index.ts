/** Traces of the Agent Client Protocol, whoever spoke it. Specification: docs/formats/acp.md. */
import { basename } from 'node:path'
import { good } from '#shared/outcome'
import { openDocument, type DocumentSource } from '../document-reader/document-reader'
import { parseJson, stampOf } from '../document-reader/files'
import { summariseDocument } from '../document-reader/summary'
import type { FoundLog, LogFormat } from '../format'
import { isObject } from '../parts/fields'
import { recordsIn } from '../parts/summary'
import { isProtocol, messageOf, readTrace } from './messages'
import { sessionOf } from './session'

function sourceOf(path: string): DocumentSource {
  return {
    path,
    stamp: () => stampOf([path]),
    async load() {
      const trace = await readTrace(path)
      return trace.ok ? good(sessionOf(trace.value, basename(path))) : trace
    },
  }
}

/** The first lines, or the first objects of a list that fits into the head. */
function isTrace(head: Uint8Array): boolean {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('utf8')
  const list = text.trimStart().startsWith('[') ? parseJson(text) : null
  const records =
    list?.ok && Array.isArray(list.value) ? list.value.filter(isObject) : recordsIn(head)
  if (list && !list.ok) return /"jsonrpc"\s*:\s*"2\.0"/.test(text) && /"session\//.test(text)
  return records.some((record) => {
    const message = messageOf(record)
    return message !== null && isProtocol(message)
  })
}

export const acp: LogFormat = {
  id: 'acp',
  name: 'Agent Client Protocol',
  // A protocol on a wire: nobody keeps its traces in a place of their own.
  roots: () => [],
  async discover(folder) {
    const found: FoundLog[] = []
    for (const file of folder.files) {
      if (!/\.(?:jsonl|ndjson|log|json)$/.test(file.name) && !folder.isNamed) continue
      if (isTrace(await folder.head(file)))
        found.push({ path: file.path, others: [], sessionId: null })
    }
    return found
  },
  summarise: (found) => summariseDocument(found, acp, sourceOf(found.path)),
  open: (found) => Promise.resolve(openDocument(sourceOf(found.path))),
}
