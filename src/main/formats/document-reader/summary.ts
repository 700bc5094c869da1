/** A library row out of a session that was loaded: for agents whose documents have no cheap ends. */
import { good, type Outcome } from '#shared/outcome'
import type { AgentId } from '#shared/session'
import type { FoundLog, Summary } from '../format'
import { firstLine } from '../parts/fields'
import type { DocumentSource } from './document-reader'

/** Loads once; its first prompt is the title where the log has none. */
export async function summariseDocument(
  found: FoundLog,
  agent: { readonly id: AgentId; readonly name: string },
  source: DocumentSource,
): Promise<Outcome<Summary>> {
  const loaded = await source.load()
  const stamp = await source.stamp()
  await source.close?.()
  if (!loaded.ok) return loaded
  const { facts, items } = loaded.value
  const prompt = items.find(({ entry }) => entry.kind === 'user' && entry.tone === 'user')?.entry
  const at = items.find(({ entry }) => entry.at !== null)?.entry.at ?? null
  return good({
    path: found.path,
    agent: agent.id,
    agentName: agent.name,
    id: facts.id ?? found.sessionId ?? found.path,
    title: facts.title ?? (prompt?.kind === 'user' ? firstLine(prompt.text) : null),
    cwd: facts.cwd ?? null,
    model: facts.model ?? null,
    startedAt: facts.startedAt ?? at,
    updatedAt: stamp?.updatedAt ?? 0,
    size: stamp?.size ?? 0,
    parent: facts.parent ?? null,
    relation: facts.relation ?? null,
    problem: null,
    archived: false,
  })
}
