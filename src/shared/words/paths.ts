/** Paths as they are shown: short where that loses nothing. Rule: dsh format, 15.1. */

export interface ShownPath {
  /** With its final slash; '' when there is none. */
  readonly dir: string
  readonly base: string
}

/** Below the cwd: relative to it. Below the home: with `~`. Windows paths stay as they are. */
export function shortPath(path: string, cwd: string | null, home: string | null): string {
  const under = (folder: string | null): string | null => {
    if (!folder) return null
    const prefix = /[/\\]$/.test(folder) ? folder : `${folder}${folder.includes('\\') ? '\\' : '/'}`
    return path.startsWith(prefix) && path.length > prefix.length ? path.slice(prefix.length) : null
  }
  const inCwd = under(cwd)
  if (inCwd !== null) return inCwd
  if (!home || home === '/' || home.includes('\\')) return path
  if (path === home) return '~'
  const inHome = under(home)
  return inHome === null ? path : `~/${inHome}`
}

/** Folder and name apart. */
export function splitPath(path: string): ShownPath {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'))
  return { dir: path.slice(0, at + 1), base: path.slice(at + 1) }
}
