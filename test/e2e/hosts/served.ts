/** The loopback host as people start it: the built command line in a process of its own. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface Served {
  /** With the token. */
  readonly url: string
  readonly pid: number | undefined
  stop(): Promise<void>
}

/** Starts `reread serve` of the program in `home` over paths; resolves when it printed its address. */
export async function startServed(
  paths: readonly string[],
  env: NodeJS.ProcessEnv,
  home = root,
): Promise<Served> {
  const child = spawn(process.execPath, [join(home, 'bin/reread.js'), 'serve', ...paths], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (data: Buffer) => {
      printed += data.toString()
      const address = /http:\S+/.exec(printed)?.[0]
      if (address) resolve(address)
    })
    child.on('exit', (code) => reject(new Error(`serve ended with ${String(code)}`)))
  })
  return {
    url,
    pid: child.pid,
    async stop() {
      const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      child.kill('SIGTERM')
      await gone
    },
  }
}
