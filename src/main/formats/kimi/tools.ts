/** Results of Kimi's tools as views, of both generations. Rule: docs/formats/kimi.md. */
import { decline, good, type Outcome } from '#shared/outcome'
import type { ToolEntry } from '#shared/session'
import type { ReadView, ToolResultView } from '#shared/views'
import { diffView } from '../../views/diff'
import { contentBlocks } from '../parts/blocks'
import { answered, childLink } from '../parts/entries'
import { fieldsOf } from '../parts/fields'
import { pathIn, usualDiffs } from '../parts/usual-tools'
import { numberedLines, readOf } from '../parts/windows'

export interface KimiResult {
  readonly output: unknown
  readonly isError: boolean
  /** What the agent says beside the output. */
  readonly note: string
}

/** `session`: whose subagents an output names. */
export function finished(
  call: ToolEntry,
  result: KimiResult,
  at: number | null,
  session: string | null,
): ToolEntry {
  const content = contentBlocks(result.output)
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  const shown = content.length > 0 || result.note === '' ? content : contentBlocks(result.note)
  const failed = commandFailed.exec(`${text}\n${result.note}`)
  const child = call.tone === 'agent' ? /^agent_id: (\S+)$/m.exec(text)?.[1] : undefined
  const isCommand = call.tone === 'run' && (failed !== null || !result.isError)
  const view = result.isError && !isCommand ? null : viewOf(call, text, result)
  return answered(call, {
    at,
    content: shown,
    isError: result.isError && !isCommand,
    view: view?.ok ? view.value : null,
    declined:
      view && !view.ok
        ? view.reason
        : result.isError && call.tone === 'read'
          ? { code: 'result-is-error', params: {} }
          : null,
    derived: view?.ok === true && view.value.card === 'read',
    links: child !== undefined && session !== null ? [childLink(`${session}/${child}`)] : [],
  })
}

const commandFailed = /(?:^|\n)Command failed with exit code: (-?\d+)\.?\s*$/

function viewOf(call: ToolEntry, text: string, result: KimiResult): Outcome<ToolResultView> | null {
  const args = fieldsOf(call.args)
  switch (call.tone) {
    case 'read':
      return readResult(pathIn(args), text, result.note)
    case 'run': {
      const failed = commandFailed.exec(text)
      const stated = failed ?? commandFailed.exec(`\n${result.note}`)
      const output = failed ? text.slice(0, failed.index) : text
      return good({
        card: 'terminal',
        output,
        exitCode: stated ? Number(stated[1]) : 0,
      })
    }
    case 'edit': {
      const diffs = usualDiffs(args)
      return diffs.length > 0
        ? good(diffView(call.call?.title ?? call.name, diffs))
        : decline('diffs-empty')
    }
    default:
      return null
  }
}

const note =
  /(\d+) lines? read from file starting from line (\d+)\.[\s\S]*?Total lines in file: (\d+)\./

function readResult(path: string, text: string, beside: string): Outcome<ReadView> {
  const stated = note.exec(beside)
  if (!stated) return decline('total-not-recorded')
  const [count = 0, offset = 0, totalLines = 0] = stated.slice(1).map(Number)
  if (count === 0) {
    return totalLines === 0
      ? readOf({ path, offset: 1, texts: [], totalLines })
      : decline('window-past-end')
  }
  const lines = numberedLines(text.replace(/\n$/, ''), /^\s*(\d+)\t(.*)$/)
  if (!lines.ok) return lines
  const { first, texts } = lines.value
  if (first !== offset || texts.length !== count) return decline('result-truncated')
  return readOf({ path, offset, texts, totalLines })
}
