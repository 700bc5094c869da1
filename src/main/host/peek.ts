/**
 * How a file goes on now, after the last line of a read: read from disk on the
 * reader's click, never as part of the session, and inside the session's cwd
 * unless the reader allows more.
 */
import { realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import { createReadStream } from 'node:fs'
import type { Peek } from '#shared/api/types'
import type { Entry } from '#shared/session'
import { buildWindow } from '../tools/read/read-render'

/** Lines shown by one peek. */
const peekLines = 200
/** Larger files are not counted to their end for a peek. */
const maxBytes = 256 * 1024 * 1024

/** Reads on after the entry's window. Every fault is a `failed` peek with its reason. */
export async function peekAfter(
  entry: Entry | undefined,
  cwd: string | null,
  allowOutside: boolean,
): Promise<Peek> {
  if (entry?.kind !== 'tool' || entry.result?.card !== 'read') {
    return { status: 'failed', path: '', reason: { code: 'not-a-read', params: {} } }
  }
  const view = entry.result
  const path = isAbsolute(view.path) ? view.path : cwd ? resolve(cwd, view.path) : view.path
  const failed = (code: string): Peek => ({
    status: 'failed',
    path,
    reason: { code, params: { path } },
  })
  if (!isAbsolute(path)) return failed('peek-no-cwd')
  try {
    const real = await realpath(path)
    if (!allowOutside && !(await isInside(real, cwd))) return { status: 'outside', path: real }
    const facts = await stat(real)
    if (!facts.isFile()) return failed('not-a-file')
    if (facts.size > maxBytes) return failed('file-too-large')
    const last = view.lines.at(-1)?.number ?? view.offset - 1
    const window = await buildWindow(createReadStream(real), { offset: last + 1, limit: peekLines })
    return {
      status: 'ok',
      path: real,
      offset: last + 1,
      lines: window.lines.map((line) => ({ number: line.number, text: line.text })),
      totalLines: window.totalLines,
      modifiedAt: facts.mtimeMs,
    }
  } catch {
    return failed('file-unreadable')
  }
}

async function isInside(real: string, cwd: string | null): Promise<boolean> {
  if (!cwd) return false
  try {
    const way = relative(await realpath(cwd), real)
    return way !== '' && !way.startsWith('..') && !isAbsolute(way)
  } catch {
    return false // the session's folder is not on this machine
  }
}
