/** One action of SWE-agent and what came back: windows, edits, commands. Rule: docs/formats/swe-agent.md. */
import { decline, type Outcome } from '#shared/outcome'
import type { ToolEntry } from '#shared/session'
import type { ReadView } from '#shared/views'
import { diffView } from '../../views/diff'
import { contentBlocks } from '../parts/blocks'
import { answered, toolEntry, type Place } from '../parts/entries'
import { firstLine, numberOr, textOr, type Fields } from '../parts/fields'
import { numberedLines, readOf } from '../parts/windows'
import { intendedDiffs, patchDiffs } from './edits'

const windowActions = new Set(['open', 'goto', 'scroll_up', 'scroll_down', 'create'])

/** Where the shell stood and which file its window showed, before an action. */
export interface Before {
  readonly cwd: string | null
  readonly open: string | null
}

export const nowhereKnown: Before = { cwd: null, open: null }

export function actionEntry(step: Fields, action: string, place: Place, before: Before): ToolEntry {
  const { cwd } = before
  const [word = 'action'] = action.split(/\s/)
  const observation = textOr(step.observation, '').replaceAll('\r\n', '\n')
  const seconds = numberOr(step.execution_time, null)
  const ms = seconds === null ? null : Math.round(seconds * 1000)
  const base = { at: null, content: contentBlocks(observation), isError: false, ms }
  const isEdit = /^(?:edit|insert|create)\b|^str_replace_editor (?:str_replace|create|insert)/.test(
    action,
  )
  const isWindow = windowActions.has(word) || /^str_replace_editor view\b/.test(action)
  const call = { name: word, callId: null, args: action }
  if (isWindow) {
    const read = windowIn(action, observation)
    const entry = toolEntry(place, call, 'read', {
      call: { card: 'generic', title: firstLine(action), kind: 'read', rawInput: action },
    })
    return answered(entry, {
      ...base,
      view: read.ok ? read.value : null,
      declined: read.ok ? null : read.reason,
      derived: read.ok,
    })
  }
  if (isEdit) {
    const failed = /introduced new syntax error|Your changes have NOT been applied/.test(
      observation,
    )
    const title = firstLine(action)
    const diffs = intendedDiffs(action, before.open)
    const entry = toolEntry(place, call, 'edit', {
      call:
        diffs.length > 0
          ? { card: 'diff', title, diffs }
          : { card: 'generic', title, kind: 'edit', rawInput: action },
    })
    const isShown = diffs.length > 0 && !failed
    return answered(entry, {
      ...base,
      isError: failed,
      view: isShown ? diffView(title, diffs) : null,
      tags: failed ? ['not applied'] : [],
    })
  }
  const patch = word === 'submit' ? patchDiffs(observation) : []
  if (patch.length > 0) {
    const title = 'submit'
    return answered(toolEntry(place, call, 'edit'), { ...base, view: diffView(title, patch) })
  }
  const entry = toolEntry(place, call, 'run', {
    call: { card: 'terminal', title: action, ...(cwd === null ? {} : { cwd }) },
  })
  // How a command ended is not recorded: its text is all there is.
  return answered(entry, { ...base, view: { card: 'terminal', output: observation } })
}

function windowIn(action: string, observation: string): Outcome<ReadView> {
  const catN = /Here's the result of running `cat -n` on (.+?):\n([\s\S]*)$/.exec(observation)
  if (catN) {
    const body = (catN[2] ?? '').replace(/\n+$/, '')
    if (/--view_range/.test(action) || body.includes('<response clipped>'))
      return decline('total-not-recorded')
    const lines = numberedLines(body, /^\s*(\d+)\t(.*)$/)
    if (!lines.ok) return lines
    const { first, texts } = lines.value
    return readOf({
      path: catN[1] ?? '',
      offset: first,
      texts,
      totalLines: first + texts.length - 1,
    })
  }
  const head = /\[File: (.+?) \((\d+) lines total\)\]\n/.exec(observation)
  if (!head) return decline('envelope-missing')
  const rows = observation
    .slice(head.index + head[0].length)
    .split('\n')
    .filter((row) => !/^<<<<< (?:START|END) CURSOR >>>>>$/.test(row))
  const start = rows[0]?.startsWith('(') && /more lines? above\)$/.test(rows[0]) ? 1 : 0
  const lines = numberedLines(rows.slice(start).join('\n'), /^(\d+):(.*)$/, () => true)
  if (!lines.ok) return lines
  const { first, texts } = lines.value
  return readOf({ path: head[1] ?? '', offset: first, texts, totalLines: Number(head[2]) })
}
