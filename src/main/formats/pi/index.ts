/** pi coding agent. Specification: docs/formats/pi.md. */
import { join } from 'node:path'
import type { FoundLog, LogFormat } from '../format'
import { openLines } from '../line-reader/line-reader'
import { contentBlocks } from '../parts/blocks'
import { fieldsOf, firstLine, textOr, timeOf } from '../parts/fields'
import { recordsIn, summariseLines } from '../parts/summary'
import { piAdapter } from './adapter'

/** Its header has an ISO time; the header of dsh has `createdAt` instead. */
function isPi(head: Uint8Array): boolean {
  const [first] = recordsIn(head)
  return (
    first?.type === 'session' && typeof first.id === 'string' && typeof first.timestamp === 'string'
  )
}

export const pi: LogFormat = {
  id: 'pi',
  name: 'pi',
  roots(env) {
    const home = env.env.PI_CODING_AGENT_DIR?.trim() || join(env.home, '.pi', 'agent')
    return [join(home, 'sessions'), join(env.home, '.omp', 'agent', 'sessions')]
  },
  async discover(folder) {
    const found: FoundLog[] = []
    for (const file of folder.files) {
      if (!file.name.endsWith('.jsonl') && !folder.isNamed) continue
      if (isPi(await folder.head(file)))
        found.push({ path: file.path, others: [], sessionId: null })
    }
    return found
  },
  summarise: (found) =>
    summariseLines(found, pi, (known, record) => {
      if (record.type === 'session') {
        known.id = textOr(record.id, null)
        known.cwd = textOr(record.cwd, null)
        known.startedAt = timeOf(record.timestamp)
        known.model = textOr(record.modelId, null)
      }
      if (record.type === 'session_info') known.title = textOr(record.name, known.title)
      if (record.type === 'model_change') known.model = textOr(record.modelId, known.model)
      const message = fieldsOf(record.message)
      known.model = textOr(message.model, known.model)
      if (message.role !== 'user') return
      const [block] = contentBlocks(message.content)
      if (block?.type === 'text') known.prompt ??= firstLine(block.text)
    }),
  open: (found) => openLines(found.path, piAdapter),
}
