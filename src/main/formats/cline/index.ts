/** Cline and Roo Code: task folders of two agents in one form. Specification: docs/formats/cline.md. */
import { join } from 'node:path'
import { openDocument } from '../document-reader/document-reader'
import { summariseDocument } from '../document-reader/summary'
import type { AgentId } from '#shared/session'
import type { Folder, FoundLog, LogFormat, RootEnv } from '../format'
import { taskSource } from './task'

const sides = ['api_conversation_history.json', 'ui_messages.json']

/** Where editors keep the storage of their extensions. */
function userDirs({ home, platform, env }: RootEnv): string[] {
  const names = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf']
  const base =
    platform === 'darwin'
      ? join(home, 'Library', 'Application Support')
      : platform === 'win32'
        ? (env.APPDATA ?? join(home, 'AppData', 'Roaming'))
        : join(home, '.config')
  return [
    ...names.map((name) => join(base, name, 'User')),
    join(home, '.vscode-server', 'data', 'User'),
  ]
}

/** Roo keeps a history item beside its task, and its own extension folder above. */
function isRoo(folder: Folder): boolean {
  return /roo/i.test(folder.path) || folder.files.some(({ name }) => name === 'history_item.json')
}

async function discover(folder: Folder, wantsRoo: boolean): Promise<FoundLog[]> {
  const main = sides
    .map((name) => folder.files.find((file) => file.name === name))
    .find((file) => file !== undefined)
  if (!main || isRoo(folder) !== wantsRoo) return []
  const head = Buffer.from(await folder.head(main))
    .toString('utf8')
    .trimStart()
  if (!head.startsWith('[')) return []
  const others = folder.files
    .filter((file) => file !== main && file.name.endsWith('.json'))
    .map(({ path }) => path)
  return [{ path: main.path, others, sessionId: null }]
}

function formatOf(id: AgentId, name: string, extension: string, wantsRoo: boolean): LogFormat {
  const format: LogFormat = {
    id,
    name,
    roots: (env) => [
      ...userDirs(env).map((dir) => join(dir, 'globalStorage', extension, 'tasks')),
      ...(wantsRoo
        ? []
        : [join(env.env.CLINE_DIR?.trim() || join(env.home, '.cline', 'data'), 'tasks')]),
    ],
    discover: (folder) => discover(folder, wantsRoo),
    summarise: (found) => summariseDocument(found, format, taskSource(found.path, wantsRoo)),
    open: (found) => Promise.resolve(openDocument(taskSource(found.path, wantsRoo))),
  }
  return format
}

export const cline = formatOf('cline', 'Cline', 'saoudrizwan.claude-dev', false)
export const roo = formatOf('roo', 'Roo Code', 'rooveterinaryinc.roo-cline', true)
