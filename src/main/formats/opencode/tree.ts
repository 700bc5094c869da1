/** A session of OpenCode as a tree of small files, in two layouts. */
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { good, type Outcome } from '#shared/outcome'
import type { Diagnostic } from '#shared/session'
import type { DocumentSource, Loaded, Stamp } from '../document-reader/document-reader'
import { readJson, stampOf } from '../document-reader/files'
import type { FoundLog, Summary } from '../format'
import { fieldsOf, isObject, textOr, timeOf, type Fields } from '../parts/fields'
import { itemsV1, type MessageV1 } from './session-v1'

/** `…/storage/session/info/<id>.json`, before messages and parts had folders of their own. */
export function isOldest(path: string): boolean {
  return /[/\\]storage[/\\]session[/\\]info[/\\][^/\\]+\.json$/.test(path)
}

/** `storage` above `storage/session/<project>/<id>.json`. */
function storageOf(path: string): string {
  return dirname(dirname(dirname(path)))
}

/** Folders of a session's messages; fixtures of old versions prefix the file's name but not the folder. */
function messageFolders(path: string, id: string): string[] {
  const name = basename(path, '.json')
  const ids = [...new Set([id, name, name.replace(/^ses_/, '')])]
  const base = isOldest(path)
    ? join(storageOf(path), 'session', 'message')
    : join(storageOf(path), 'message')
  return ids.map((one) => join(base, one))
}

function partFolder(path: string, sessionId: string, messageId: string): string {
  return isOldest(path)
    ? join(storageOf(path), 'session', 'part', sessionId, messageId)
    : join(storageOf(path), 'part', messageId)
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.endsWith('.json')).sort()
}

function fault(path: string, reason: Diagnostic['reason']): Diagnostic {
  return { severity: 'error', reason, line: null, offset: null, before: null, sample: null, path }
}

/** Messages by time, then id; parts by id: ids sort by creation. */
async function load(path: string): Promise<Outcome<Loaded>> {
  const read = await readJson(path)
  if (!read.ok) return read
  const session = fieldsOf(read.value)
  const id = textOr(session.id, basename(path, '.json'))
  const diagnostics: Diagnostic[] = []
  const valueAt = async (at: string): Promise<Fields | null> => {
    const value = await readJson(at)
    if (value.ok && isObject(value.value)) return value.value
    const notObject = { code: 'not-json', params: { detail: 'not an object' } }
    diagnostics.push(fault(at, value.ok ? notObject : value.reason))
    return null
  }
  const messages: MessageV1[] = []
  for (const folder of messageFolders(path, id)) {
    for (const name of await namesIn(folder)) {
      const info = await valueAt(join(folder, name))
      if (!info) continue
      // An id of outside becomes part of a path: only as a name.
      const messageId = basename(textOr(info.id, basename(name, '.json')))
      const parts: Fields[] = []
      const at = partFolder(path, basename(folder), messageId)
      for (const part of await namesIn(at)) {
        const value = await valueAt(join(at, part))
        if (value) parts.push(value)
      }
      messages.push({ info: { ...info, id: messageId }, parts })
    }
  }
  messages.sort((a, b) => createdAt(a) - createdAt(b) || (idOf(a) < idOf(b) ? -1 : 1))
  const { items, open } = itemsV1(messages, textOr(fieldsOf(session.revert).messageID, null))
  return good({ facts: factsOf(session, id, messages), items, diagnostics, open })
}

function createdAt({ info }: MessageV1): number {
  return timeOf(fieldsOf(info.time).created) ?? 0
}

function idOf({ info }: MessageV1): string {
  return textOr(info.id, '')
}

/** Facts of a session of the first generation. */
export function factsOf(
  session: Fields,
  id: string,
  messages: readonly MessageV1[],
): Loaded['facts'] {
  const parent = textOr(session.parentID, textOr(session.parent_id, null))
  const model = messages.findLast(({ info }) => typeof info.modelID === 'string')?.info.modelID
  return {
    id,
    title: textOr(session.title, null),
    cwd: textOr(session.directory, null),
    model: textOr(model, null),
    startedAt: timeOf(fieldsOf(session.time).created) ?? timeOf(session.time_created),
    parent,
    relation: parent === null ? null : 'subagent',
    extra: [{ label: 'Version', value: textOr(session.version, '–') }],
  }
}

/** Files of the newest messages are rewritten in place while they grow; older ones rest. */
async function stamp(path: string): Promise<Stamp | null> {
  const id = basename(path, '.json')
  const files: string[] = []
  for (const folder of messageFolders(path, id)) {
    const names = await namesIn(folder)
    files.push(folder, ...names.slice(-3).map((name) => join(folder, name)))
    for (const name of names.slice(-2)) {
      const parts = partFolder(path, basename(folder), basename(name, '.json'))
      files.push(parts, ...(await namesIn(parts)).slice(-20).map((part) => join(parts, part)))
    }
  }
  return stampOf([path, ...files])
}

export function treeSource(path: string): DocumentSource {
  return { path, stamp: () => stamp(path), load: () => load(path) }
}

/** A library row out of the session's own file alone. */
export async function summariseTree(
  found: FoundLog,
  agent: Pick<Summary, 'agent' | 'agentName'>,
): Promise<Outcome<Summary>> {
  const read = await readJson(found.path)
  if (!read.ok) return read
  const session = fieldsOf(read.value)
  const facts = factsOf(session, textOr(session.id, basename(found.path, '.json')), [])
  const now = await stamp(found.path)
  return good({
    ...agent,
    path: found.path,
    id: facts.id ?? found.path,
    title: facts.title ?? null,
    cwd: facts.cwd ?? null,
    model: null,
    startedAt: facts.startedAt ?? null,
    updatedAt: now?.updatedAt ?? 0,
    size: now?.size ?? 0,
    parent: facts.parent ?? null,
    relation: facts.relation ?? null,
    problem: null,
    archived: timeOf(fieldsOf(session.time).archived) !== null,
  })
}
