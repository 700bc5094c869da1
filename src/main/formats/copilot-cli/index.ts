/** GitHub Copilot CLI. Specification: docs/formats/copilot-cli.md. */
import { basename, dirname, join } from 'node:path'
import type { FoundLog, LogFormat } from '../format'
import { foldLines } from '../line-reader/fold'
import { openLines } from '../line-reader/line-reader'
import { fieldsOf, firstLine, textOr } from '../parts/fields'
import { recordsIn, summariseLines } from '../parts/summary'
import { copilotRules } from './records'

function isCopilot(head: Uint8Array): boolean {
  const [first] = recordsIn(head)
  if (first?.type !== 'session.start') return false
  const data = fieldsOf(first.data)
  return data.producer === 'copilot-agent' || typeof data.copilotVersion === 'string'
}

export const copilotCli: LogFormat = {
  id: 'copilot-cli',
  name: 'Copilot CLI',
  roots: (env) => [
    join(env.env.COPILOT_HOME?.trim() || join(env.home, '.copilot'), 'session-state'),
  ],
  async discover(folder) {
    const found: FoundLog[] = []
    for (const file of folder.files) {
      if (!file.name.endsWith('.jsonl') && !folder.isNamed) continue
      if (isCopilot(await folder.head(file)))
        found.push({ path: file.path, others: [], sessionId: null })
    }
    return found
  },
  summarise: (found) =>
    summariseLines(found, copilotCli, (known, record) => {
      const facts = copilotRules.factsOf?.(record, false)
      if (facts?.id !== undefined) {
        const name = basename(found.path, '.jsonl')
        known.id = facts.id || (name === 'events' ? basename(dirname(found.path)) : name)
        known.cwd = facts.cwd ?? null
        known.startedAt = facts.startedAt ?? null
      }
      known.model = facts?.model ?? known.model
      const [part] = copilotRules.partsOf(record)
      if (part?.kind !== 'prompt') return
      known.prompt ??= firstLine(textOr(fieldsOf(record.data).content, '')) || null
    }),
  open: (found) => openLines(found.path, foldLines(copilotRules)),
}
