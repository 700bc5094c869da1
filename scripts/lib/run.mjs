/** Runs a program of this project and gives its exit code. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Path of a program that a package brings. */
export function binOf(name) {
  return join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
}

/** Runs it with our stdio; resolves with its exit code. */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.on('error', () => resolve(127))
    child.on('close', (code, signal) => resolve(code ?? (signal ? 130 : 1)))
  })
}

/** The same, with everything it printed instead of our stdio. */
export async function runQuietly(command, args, options = {}) {
  let output = ''
  const code = await new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    const take = (data) => {
      output += data
      if (options.onOutput) options.onOutput(String(data))
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('error', () => resolve(127))
    child.on('close', (status) => resolve(status ?? 1))
  })
  return { code, output }
}
