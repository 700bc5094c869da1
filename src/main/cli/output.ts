/** How commands speak: results on stdout, faults as one clear line on stderr, exit codes. */
import { reasonText } from '#shared/words/reasons'
import type { Reason } from '#shared/outcome'

/** Ends a command with one line on stderr and exit code 2. */
export class CommandFault extends Error {
  readonly exitCode = 2
}

/** A fault in a reason's words. */
export function faultOf(reason: Reason): CommandFault {
  return new CommandFault(reasonText(reason))
}

/** Writes to stdout and waits when the reader is slow. */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => {
    if (process.stdout.write(text)) resolve()
    else process.stdout.once('drain', () => resolve())
  })
}

/** One JSON value per line. */
export function printJson(value: unknown): Promise<void> {
  return print(`${JSON.stringify(value)}\n`)
}
