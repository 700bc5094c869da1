/** When two paths of a session mean one file, as far as text can tell. No disk, no links. */

/**
 * A text that is the same for the same file: relative paths stand on `cwd`
 * (left relative without one), `\` counts as `/`, `.` and `..` are resolved,
 * Unicode is composed, and a Windows drive letter is upper case.
 */
export function fileKey(path: string, cwd: string | null): string {
  const forward = slashed(path)
  const whole = isAbsolute(forward) || !cwd ? forward : `${slashed(cwd)}/${forward}`
  const root = /^(?:[A-Z]:\/?|\/{1,2})/.exec(whole)?.[0] ?? ''
  const parts: string[] = []
  for (const part of whole.slice(root.length).split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (root === '') parts.push(part)
  }
  return root + parts.join('/')
}

/** Both paths mean one file. */
export function isSamePath(a: string, b: string, cwd: string | null): boolean {
  return a === b || fileKey(a, cwd) === fileKey(b, cwd)
}

function slashed(path: string): string {
  return path
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^[a-z]:/, (drive) => drive.toUpperCase())
}

function isAbsolute(forward: string): boolean {
  return forward.startsWith('/') || /^[A-Z]:/.test(forward)
}
