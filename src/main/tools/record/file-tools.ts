/** write and edit over a workspace, with the hunks that their cards need. Rule: dsh format, 14.2. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { FileDiff } from '#shared/views'
import { hunksOf } from '#shared/text/hunks'
import { envelopeOf } from '../read/read-render'
import {
  failedOnDisk,
  failedRun,
  invalidArguments,
  type ToolRun,
  type Workspace,
} from '../tool-run'

const writeArguments = z.object({ file_path: z.string(), content: z.string() })
const editArguments = z.object({
  file_path: z.string(),
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.boolean().optional(),
})

/** What the agent has seen of each file: an edit wants a file that was read and did not change since. */
export class Observed {
  readonly #hashes = new Map<string, string>()

  note(disk: string, text: string): void {
    this.#hashes.set(disk, hash(text))
  }

  /** Why a change is refused, in the tool's words; null when it is not. */
  fault(disk: string, shown: string, text: string): ToolRun | null {
    const seen = this.#hashes.get(disk)
    if (seen === undefined) {
      const message = `"${shown}" was not read in this session — read the file, then retry`
      return failedOnDisk(message, 'FS_NOT_OBSERVED')
    }
    if (seen === hash(text)) return null
    const message = `"${shown}" changed since it was read — re-read the file, then retry`
    return failedOnDisk(message, 'FS_STALE_VERSION')
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Text of a file; null when there is none to read. */
export async function textAt(disk: string | null): Promise<string | null> {
  if (disk === null) return null
  try {
    return await readFile(disk, 'utf8')
  } catch {
    return null
  }
}

function done(text: string, diffs: FileDiff[]): ToolRun {
  return { text, isError: false, meta: { diffs } }
}

function denied(shown: string): ToolRun {
  return failedOnDisk(`"${shown}" is outside of the workspace`, 'FS_SANDBOX_DENIED')
}

/** Writes a whole file. A file that exists must have been seen. */
export async function executeWrite(
  given: unknown,
  workspace: Workspace,
  observed: Observed,
): Promise<ToolRun> {
  const parsed = writeArguments.safeParse(given)
  if (!parsed.success) return invalidArguments(parsed.error)
  const { file_path, content } = parsed.data
  const shown = workspace.shown(file_path)
  const disk = workspace.onDisk(file_path)
  if (disk === null) return denied(shown)
  const before = await textAt(disk)
  const fault = before === null ? null : observed.fault(disk, shown, before)
  if (fault) return fault
  await mkdir(dirname(disk), { recursive: true })
  await writeFile(disk, content)
  observed.note(disk, content)
  const body = before === null ? 'Created file' : 'Updated file'
  // A new file has no old side to compare with; its card falls back to the arguments.
  const diffs = before === null ? [] : hunksOf(file_path, before, content)
  return done(envelopeOf(shown, body), diffs)
}

/** Replaces one occurrence, or all. */
export async function executeEdit(
  given: unknown,
  workspace: Workspace,
  observed: Observed,
): Promise<ToolRun> {
  const parsed = editArguments.safeParse(given)
  if (!parsed.success) return invalidArguments(parsed.error)
  const { file_path, old_string, new_string, replace_all = false } = parsed.data
  if (old_string === new_string) return failedRun('old_string and new_string must differ')
  const shown = workspace.shown(file_path)
  const disk = workspace.onDisk(file_path)
  if (disk === null) return denied(shown)
  const before = await textAt(disk)
  if (before === null) return failedOnDisk(`cannot edit "${shown}": not found`, 'FS_NOT_FOUND')
  const fault = observed.fault(disk, shown, before)
  if (fault) return fault
  const count = old_string === '' ? 0 : before.split(old_string).length - 1
  if (count === 0) {
    return failedOnDisk(`old_string was not found in "${shown}"`, 'FS_EDIT_NOT_FOUND')
  }
  if (count > 1 && !replace_all) {
    const message = `old_string stands ${count} times in "${shown}"`
    return failedOnDisk(message, 'FS_EDIT_AMBIGUOUS')
  }
  const after = before.split(old_string).join(new_string)
  await writeFile(disk, after)
  observed.note(disk, after)
  const text = replace_all
    ? `The file ${shown} has been updated. All occurrences were successfully replaced.`
    : `The file ${shown} has been updated successfully.`
  return done(text, hunksOf(file_path, before, after))
}
