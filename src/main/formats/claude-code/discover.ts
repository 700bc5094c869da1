/** Claude Code's sessions and the logs of its subagents, told by content. */
import { join } from 'node:path'
import type { Folder, FoundLog, RootEnv } from '../format'
import { fieldsOf, textOr } from '../parts/fields'
import { recordsIn } from '../parts/summary'

/** `$CLAUDE_CONFIG_DIR`, else `~/.claude` and, for some installs, `~/.config/claude`. */
export function claudeRoots(env: RootEnv): string[] {
  const set = env.env.CLAUDE_CONFIG_DIR?.trim()
  const homes = set ? [set] : [join(env.home, '.claude'), join(env.home, '.config', 'claude')]
  return homes.map((home) => join(home, 'projects'))
}

/** A whole record that only Claude Code writes, or the look of one that the head cuts. */
export function isClaude(head: Uint8Array): boolean {
  const records = recordsIn(head)
  const isOurs = records.some((record) => {
    const { type } = record
    if (type === 'summary') return typeof record.leafUuid === 'string'
    const isMessage = type === 'user' || type === 'assistant'
    const message = fieldsOf(record.message)
    // Old versions, and tools that trim, leave out the session or the role.
    const isPlaced = typeof record.sessionId === 'string' || typeof record.cwd === 'string'
    return isMessage && isPlaced && 'content' in message
  })
  if (isOurs) return true
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('utf8')
  return (
    text.startsWith('{') &&
    !/^\{"type":"session\.start"|"message":\{"role":"\w+","parts"/.test(text) &&
    /"sessionId":"/.test(text) &&
    /"(?:parentUuid|isSidechain|userType|messageId|operation|leafUuid|permissionMode)"/.test(text)
  )
}

/** Every transcript; journals of workflows are none. */
export async function discoverClaude(folder: Folder): Promise<FoundLog[]> {
  const found: FoundLog[] = []
  for (const file of folder.files) {
    if (!file.name.endsWith('.jsonl') && !folder.isNamed) continue
    if (file.name === 'journal.jsonl' || file.name === 'history.jsonl') continue
    if (!isClaude(await folder.head(file))) continue
    const meta = file.path.replace(/\.jsonl$/, '.meta.json')
    const others = folder.files.some(({ path }) => path === meta) ? [meta] : []
    found.push({ path: file.path, others, sessionId: null })
  }
  return found
}

/** The agent's id in the name of a subagent's log; null for a main session. */
export function agentIdIn(path: string): string | null {
  return /(?:^|[/\\])agent-([\w-]+)\.jsonl$/.exec(path)?.[1] ?? null
}

/** Session and agent ids of a log: a subagent carries its parent's session id. */
export function identityOf(
  path: string,
  sessionId: string | null,
): { id: string | null; parent: string | null; relation: 'subagent' | null } {
  const agent = agentIdIn(path)
  if (agent === null) return { id: sessionId, parent: null, relation: null }
  return { id: agent, parent: sessionId, relation: 'subagent' }
}

/** A title out of the meta file beside a subagent's log. */
export function titleInMeta(text: string): string | null {
  try {
    return textOr(fieldsOf(JSON.parse(text)).description, null)
  } catch {
    return null
  }
}
