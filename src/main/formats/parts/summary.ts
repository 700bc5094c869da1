/** A library row of a log of JSON lines from both of its ends. */
import { good, type Outcome } from '#shared/outcome'
import type { AgentId } from '#shared/session'
import { readLogEnds } from '../../log/log-ends'
import type { FoundLog, Summary } from '../format'
import { isObject, type Fields } from './fields'

const endBytes = 64 * 1024

/** What an agent's lines tell about their session; each line may change it. */
export interface Known {
  id: string | null
  title: string | null
  /** The first thing a person asked: the title where there is no better one. */
  prompt: string | null
  cwd: string | null
  model: string | null
  startedAt: number | null
  parent: string | null
  relation: Summary['relation']
}

/** Reads head and tail; `note` hears each whole record, those of the tail with `isTail`. */
export async function summariseLines(
  found: FoundLog,
  agent: { readonly id: AgentId; readonly name: string },
  note: (known: Known, record: Fields, isTail: boolean) => void,
): Promise<Outcome<Summary>> {
  const ends = await readLogEnds(found.path, endBytes)
  if (!ends.ok) return ends
  const known: Known = {
    id: null,
    title: null,
    prompt: null,
    cwd: null,
    model: null,
    startedAt: null,
    parent: null,
    relation: null,
  }
  for (const [part, isTail] of [
    [ends.value.head, false],
    [ends.value.tail, true],
  ] as const) {
    for (const record of recordsIn(part)) note(known, record, isTail)
  }
  return good({
    path: found.path,
    agent: agent.id,
    agentName: agent.name,
    id: known.id ?? found.path,
    title: known.title ?? known.prompt,
    cwd: known.cwd,
    model: known.model,
    startedAt: known.startedAt,
    updatedAt: ends.value.mtimeMs,
    size: ends.value.size,
    parent: known.parent,
    relation: known.relation,
    problem: null,
    archived: false,
  })
}

/** The objects among the whole lines of a text. */
export function recordsIn(bytes: Uint8Array): Fields[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith('{') && !line.startsWith('\ufeff{')) return []
    try {
      const value: unknown = JSON.parse(line.replace(/^\ufeff/, ''))
      return isObject(value) ? [value] : []
    } catch {
      return []
    }
  })
}
