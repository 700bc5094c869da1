/** A session that OpenCode exported or shared: one document with messages and their parts. */
import { basename } from 'node:path'
import { good, type Outcome } from '#shared/outcome'
import type { DocumentSource, Loaded } from '../document-reader/document-reader'
import { readJson, stampOf } from '../document-reader/files'
import { fieldsOf, isObject, listOf, textOr } from '../parts/fields'
import { itemsV1 } from './session-v1'
import { factsOf } from './tree'

/** `{"info": {"id": "ses_…"`, with `messages` behind it. */
export function isExport(head: string): boolean {
  return /^\s*\{\s*"info"\s*:\s*\{\s*"id"\s*:\s*"ses_/.test(head)
}

async function load(path: string): Promise<Outcome<Loaded>> {
  const read = await readJson(path)
  if (!read.ok) return read
  const { info, messages } = fieldsOf(read.value)
  const session = fieldsOf(info)
  const list = listOf(messages)
    .filter(isObject)
    .map((message) => ({
      info: fieldsOf(message.info),
      parts: listOf(message.parts).filter(isObject),
    }))
  const { items, open } = itemsV1(list, textOr(fieldsOf(session.revert).messageID, null))
  const id = textOr(session.id, basename(path, '.json'))
  return good({ facts: factsOf(session, id, list), items, open })
}

export function exportSource(path: string): DocumentSource {
  return { path, stamp: () => stampOf([path]), load: () => load(path) }
}
