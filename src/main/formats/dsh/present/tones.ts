/** What each tool of dsh is coloured and filtered by. */
import type { Tone } from '#shared/session'

const toolsOfTone: readonly (readonly [Tone, readonly string[]])[] = [
  ['read', ['read', 'read_image']],
  ['search', ['grep', 'glob', 'lsp']],
  ['web', ['web_search', 'web_fetch']],
  ['edit', ['write', 'edit', 'str_replace_editor']],
  ['run', ['bash', 'pwsh', 'run_code', 'job_list', 'job_output', 'job_kill']],
  ['agent', ['subagent', 'subagent_fork', 'send_message', 'interrupt_agent', 'list_agents']],
  ['agent', ['report', 'workflow', 'ralph']],
]
const toneOfTool = new Map(
  toolsOfTone.flatMap(([tone, names]) => names.map((name): [string, Tone] => [name, tone])),
)

/** Tone of a tool by its name; persistent editors that only look count as reads. */
export function toneOfCall(name: string, args: unknown): Tone {
  if (name.startsWith('terminal_')) return 'run'
  if (name === 'str_replace_editor' && isView(args)) return 'read'
  return toneOfTool.get(name) ?? 'generic'
}

function isView(args: unknown): boolean {
  return typeof args === 'object' && args !== null && 'command' in args && args.command === 'view'
}

/** The file a read or an edit is about, as its arguments name it. */
export function pathOfCall(args: unknown): string | null {
  if (typeof args !== 'object' || args === null) return null
  if ('file_path' in args && typeof args.file_path === 'string') return args.file_path
  return 'path' in args && typeof args.path === 'string' ? args.path : null
}
