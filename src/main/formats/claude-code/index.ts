/** Claude Code. Specification: docs/formats/claude-code.md. */
import { readFile } from 'node:fs/promises'
import type { FoundLog, LogFormat } from '../format'
import { openLines } from '../line-reader/line-reader'
import { fieldsOf, firstLine, textOr, timeOf } from '../parts/fields'
import { summariseLines } from '../parts/summary'
import { claudeAdapter } from './adapter'
import { claudeRoots, discoverClaude, identityOf, titleInMeta } from './discover'
import { blocksIn, userText } from './messages'

async function metaTitle(found: FoundLog): Promise<string | null> {
  const [meta] = found.others
  if (meta === undefined) return null
  return titleInMeta(await readFile(meta, 'utf8').catch(() => ''))
}

export const claudeCode: LogFormat = {
  id: 'claude-code',
  name: 'Claude Code',
  roots: claudeRoots,
  discover: discoverClaude,
  async summarise(found) {
    let sessionId: string | null = null
    const title = await metaTitle(found)
    return summariseLines(found, claudeCode, (known, record) => {
      sessionId ??= textOr(record.sessionId, null)
      Object.assign(known, identityOf(found.path, sessionId))
      known.cwd ??= textOr(record.cwd, null)
      known.startedAt ??= timeOf(record.timestamp)
      const custom = textOr(record.customTitle, null)
      const made = textOr(record.aiTitle, textOr(record.summary, null))
      known.title = custom ?? title ?? known.title ?? made
      const message = fieldsOf(record.message)
      const model = textOr(message.model, null)
      if (model !== null && model !== '<synthetic>') known.model = model
      if (record.type !== 'user' || known.prompt !== null) return
      const text = blocksIn(message)
        .map((block) => (block.type === 'text' ? textOr(block.text, '') : ''))
        .join('\n')
      const what = userText(record, text)
      const isPrompt = what.as === 'message' && !what.patch.label && text !== ''
      if (isPrompt) known.prompt = firstLine(what.text)
    })
  },
  async open(found) {
    return openLines(found.path, claudeAdapter(found.path, await metaTitle(found)), found.others)
  },
}
