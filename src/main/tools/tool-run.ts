/** What running a tool gives, and where it runs. Knows no log. */
import { join, posix } from 'node:path'
import type { z } from 'zod'

/** A result before it is logged: text for the model, meta for the card. */
export interface ToolRun {
  readonly text: string
  readonly isError: boolean
  readonly error?: { readonly name: string; readonly code: string }
  readonly meta?: unknown
}

/** A failure in the tool's words; `error` where the failure has a code. */
export function failedRun(message: string, error?: { name: string; code: string }): ToolRun {
  return { text: `Error: ${message}`, isError: true, ...(error ? { error } : {}) }
}

/** A failure of the file system, as dsh names it. */
export function failedOnDisk(message: string, code: string): ToolRun {
  return failedRun(message, { name: 'FsError', code })
}

/** Arguments that do not fit the tool's schema. Rule: dsh format, 11.4. */
export function invalidArguments(error: z.ZodError): ToolRun {
  const [issue] = error.issues
  const path = issue?.path.join('.') ?? ''
  const missing = issue?.code === 'invalid_type' && issue.message.endsWith('received undefined')
  const what = missing
    ? `missing required property "${path}"`
    : `property "${path}" has a wrong type`
  return failedRun(`invalid arguments: ${what}`, { name: 'ToolArgsError', code: 'INVALID_ARGS' })
}

/**
 * A folder that tools work in, and the absolute path it goes by in the log.
 * Nothing outside of it is reached.
 */
export class Workspace {
  readonly folder: string
  readonly cwd: string

  /** `cwd`: POSIX path shown instead of `folder`, so that no log names the machine it was made on. */
  constructor(folder: string, cwd: string) {
    this.folder = folder
    this.cwd = posix.resolve('/', cwd)
  }

  /** The path as the log shows it: absolute, resolved against the cwd. */
  shown(path: string): string {
    return posix.resolve(this.cwd, path)
  }

  /** The place on disk of a path inside the workspace; null for one outside. */
  onDisk(path: string): string | null {
    const way = posix.relative(this.cwd, this.shown(path))
    const isOutside = way === '..' || way.startsWith('../')
    return isOutside ? null : join(this.folder, way)
  }
}
