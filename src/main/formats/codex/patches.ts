/** Patches of Codex: as its events applied them, or as the model wrote them (without line numbers). */
import type { FileDiff } from '#shared/views'
import { fieldsOf, isObject, listOf, textOr, type Fields } from '../parts/fields'
import { newFile, sidesOf, unifiedHunks } from '../parts/patches'

/** Hunks of `changes{path: change}` of an event. */
export function appliedHunks(changes: unknown): FileDiff[] {
  return Object.entries(fieldsOf(changes)).flatMap(([path, raw]) => {
    const change = fieldsOf(raw)
    const add = isObject(change.add) ? change.add : change.type === 'add' ? change : null
    if (add) return [newFile(path, textOr(add.content, ''))]
    const update = isObject(change.update)
      ? change.update
      : change.type === 'update'
        ? change
        : null
    if (update)
      return unifiedHunks(textOr(update.move_path, null) ?? path, textOr(update.unified_diff, ''))
    const removed = isObject(change.delete) ? change.delete : change
    const content = textOr(removed.content, null)
    return content === null
      ? []
      : [{ path, oldText: content, newText: '', oldStart: 1, newStart: 0 }]
  })
}

/** The patch text of a call; null when it asks for none. */
export function patchIn(name: string, args: Fields, command: string | null): string | null {
  if (name === 'apply_patch') return textOr(args.input, textOr(args.patch, null))
  const [program, patch] = listOf(args.command)
  if (program === 'apply_patch' && typeof patch === 'string') return patch
  const start = command?.indexOf('*** Begin Patch') ?? -1
  return command !== null && start >= 0 && /apply_?patch/.test(command)
    ? command.slice(start)
    : null
}

/** Hunks of a patch text. It holds no line numbers, so neither do they. */
export function writtenHunks(patch: string): FileDiff[] {
  const hunks: FileDiff[] = []
  let path = ''
  let mode: 'add' | 'update' | null = null
  let rows: string[] = []
  const flush = (): void => {
    if (mode === 'add') hunks.push(newFile(path, rows.map((row) => row.slice(1)).join('\n')))
    else if (mode === 'update' && rows.length > 0) hunks.push({ path, ...sidesOf(rows) })
    rows = []
  }
  for (const line of patch.split('\n')) {
    const file = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line)
    if (file) {
      flush()
      path = file[2] ?? ''
      mode = file[1] === 'Add' ? 'add' : file[1] === 'Update' ? 'update' : null
    } else if (line.startsWith('@@')) flush()
    else if (line.startsWith('*** Move to: ')) path = line.slice('*** Move to: '.length)
    else if (line.startsWith('***')) {
      flush()
      if (line.startsWith('*** End Patch')) break
    } else if (mode !== null) rows.push(line === '' ? ' ' : line)
  }
  flush()
  return hunks
}
