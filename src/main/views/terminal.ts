/** A command's result text taken apart into output and how it ended. Rule: dsh format, 14.3. */
import type { TerminalView } from '#shared/views'

const signalMarker = /\n\[killed by signal: ([^\]\n]+)\]$/
const exitMarker = /\n\[exit code: (-?\d+)\]$/

/**
 * Output and end of a shell command. Only a marker at the very end counts and
 * is cut; without one the command ended with 0. Earlier markers stay output.
 */
export function terminalView(text: string): TerminalView {
  const tailStart = text.lastIndexOf('\n')
  const tail = tailStart < 0 ? '' : text.slice(tailStart)
  const signal = signalMarker.exec(tail)?.[1]
  if (signal !== undefined) {
    return { card: 'terminal', output: text.slice(0, tailStart), signal }
  }
  const code = exitMarker.exec(tail)?.[1]
  if (code !== undefined) {
    return { card: 'terminal', output: text.slice(0, tailStart), exitCode: Number(code) }
  }
  return { card: 'terminal', output: text, exitCode: 0 }
}
