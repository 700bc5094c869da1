/** What an edit action of SWE-agent means to do, and the patch a run hands in. Rule: docs/formats/swe-agent.md. */
import type { FileDiff } from '#shared/views'
import { newFile, unifiedHunks } from '../parts/patches'

/** Words of a command as a shell would split it; quotes may hold line breaks. */
export function shellWords(text: string): string[] {
  const words: string[] = []
  const word = /\s*((?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^\s'"\\])+)/gy
  for (const [, raw = ''] of text.matchAll(word)) {
    words.push(
      raw.replaceAll(
        /'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])/g,
        (_all, plain?: string, quoted?: string, single?: string) =>
          plain ?? quoted?.replaceAll(/\\(["\\$`])/g, '$1') ?? single ?? '',
      ),
    )
  }
  return words
}

function optionIn(words: readonly string[], name: string): string | null {
  const at = words.indexOf(name)
  return at === -1 ? null : (words[at + 1] ?? null)
}

/**
 * Diffs of an action without line numbers: it does not know them. Empty where
 * only the new side is known (`edit a:b`) or the words do not fit. `open`: the file in the window.
 */
export function intendedDiffs(action: string, open: string | null): FileDiff[] {
  const words = shellWords(action)
  const [first, second, third] = words
  if (first === 'str_replace_editor') {
    const path = third ?? ''
    if (second === 'create') {
      const text = optionIn(words, '--file_text')
      return text === null ? [] : [newFile(path, text)]
    }
    const oldText = optionIn(words, '--old_str')
    const newText = optionIn(words, '--new_str')
    if (second !== 'str_replace' || oldText === null) return []
    return [{ path, oldText, newText: newText ?? '' }]
  }
  const isSearch = first === 'edit' && second !== undefined && !/^\d+:\d+/.test(second)
  if (!isSearch || third === undefined || open === null) return []
  return [{ path: open, oldText: second, newText: third }]
}

/** Files of a git diff. */
export function patchDiffs(text: string): FileDiff[] {
  return text
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith('diff --git '))
    .flatMap((part) => {
      const path = /^\+\+\+ b\/(.+)$/m.exec(part)?.[1] ?? /^--- a\/(.+)$/m.exec(part)?.[1] ?? null
      if (path === null) return []
      const hunks = unifiedHunks(path, part)
      return /^new file mode/m.test(part)
        ? hunks.map(({ newText }) => newFile(path, newText))
        : hunks
    })
}
