/** bash over a workspace; everything about the run goes into one text. Rule: dsh format, 14.3. */
import { spawn } from 'node:child_process'
import { z } from 'zod'
import { failedRun, invalidArguments, type ToolRun, type Workspace } from '../tool-run'

const shellArguments = z.object({
  command: z.string(),
  description: z.string(),
  timeoutMs: z.int().positive().optional(),
  workdir: z.string().optional(),
})

const defaultTimeoutMs = 120_000
/** Characters kept of each stream; the tail is kept. */
const keptChars = 30_000

/** Runs a command with `bash -c` in the workspace and waits for its end. */
export async function executeShell(given: unknown, workspace: Workspace): Promise<ToolRun> {
  const parsed = shellArguments.safeParse(given)
  if (!parsed.success) return invalidArguments(parsed.error)
  const { command, timeoutMs = defaultTimeoutMs, workdir = '.' } = parsed.data
  const cwd = workspace.onDisk(workdir)
  if (cwd === null) return failedRun(`workdir "${workdir}" is outside of the workspace`)
  const ended = await run(command, cwd, timeoutMs)
  if (ended === null) return failedRun('bash could not be started')
  return { text: textOf(ended, timeoutMs), isError: false }
}

interface Ended {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | null
  readonly signal: string | null
  readonly isTimedOut: boolean
}

function run(command: string, cwd: string, timeoutMs: number): Promise<Ended | null> {
  return new Promise((resolve) => {
    // A group of its own, so that a timeout reaches what the command started.
    const child = spawn('bash', ['-c', command], {
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const out = { stdout: '', stderr: '' }
    let isTimedOut = false
    const timer = setTimeout(() => {
      isTimedOut = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
    }, timeoutMs)
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (out.stderr += text))
    child.on('error', () => {
      clearTimeout(timer)
      resolve(null)
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ ...out, code, signal, isTimedOut })
    })
  })
}

function textOf({ stdout, stderr, code, signal, isTimedOut }: Ended, timeoutMs: number): string {
  const parts: string[] = []
  if (stdout !== '') parts.push(kept(stdout))
  if (stderr !== '') parts.push(`[stderr]\n${kept(stderr)}`)
  let text = parts.length > 0 ? parts.join(parts[0]?.endsWith('\n') ? '' : '\n') : '(no output)'
  const marks: string[] = []
  if (isTimedOut) marks.push(`[timed out after ${timeoutMs}ms]`)
  if (signal !== null) marks.push(`[killed by signal: ${signal}]`)
  else if (code !== 0 && code !== null) marks.push(`[exit code: ${code}]`)
  for (const mark of marks) text += text.endsWith('\n') ? mark : `\n${mark}`
  return text
}

function kept(text: string): string {
  return text.length <= keptChars
    ? text
    : `${text.slice(-keptChars)}\n[output truncated; full output: (unavailable)]`
}
