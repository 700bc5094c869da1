/** A format of `*.fake` files: first line the id, second the title. For tests of what stands above formats. */
import { readFile, stat } from 'node:fs/promises'
import { decline, good } from '#shared/outcome'
import type { LogFormat } from '#main/formats/format'

export interface FakeFormat extends LogFormat {
  /** How often a log was summarised. */
  summaries: number
}

export function fakeFormat(root: string | null = null): FakeFormat {
  const format: FakeFormat = {
    id: 'dsh',
    name: 'Fake',
    summaries: 0,
    roots: () => (root === null ? [] : [root]),
    discover: (folder) =>
      Promise.resolve(
        folder.files
          .filter((file) => file.name.endsWith('.fake'))
          .map((file) => ({ path: file.path, others: [], sessionId: null })),
      ),
    async summarise(found) {
      format.summaries += 1
      const [id = '', title = '', parent = ''] = (await readFile(found.path, 'utf8')).split('\n')
      if (id === 'bad') return decline('not-json', { detail: 'bad' })
      const { size, mtimeMs } = await stat(found.path)
      return good({
        path: found.path,
        agent: 'dsh' as const,
        agentName: 'Fake',
        id,
        title,
        cwd: '/project',
        model: null,
        startedAt: null,
        updatedAt: mtimeMs,
        size,
        parent: parent || null,
        relation: parent ? ('subagent' as const) : null,
        problem: null,
        archived: false,
      })
    },
    open: () => Promise.resolve(decline('not-a-log', { path: '' })),
  }
  return format
}
