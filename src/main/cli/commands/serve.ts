/** `reread serve [PATH…]`: the app on a loopback address, until it is stopped. */
import { platform } from 'node:os'
import { resolve } from 'node:path'
import { startCoreThread } from '../../host/core-thread'
import { exampleDir, stateDir, windowDir } from '../../host/places'
import { startServer } from '../../serve/server'
import { CommandFault, print } from '../output'

export interface ServeOptions {
  readonly port?: string
}

/** Returns when the server was told to stop. */
export async function serve(
  paths: readonly string[],
  options: ServeOptions,
  version: string,
): Promise<void> {
  const port = Number(options.port ?? 0)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new CommandFault(`no such port: ${options.port ?? ''}`)
  }
  const core = await startCoreThread({
    host: 'serve',
    version,
    stateDir: stateDir(process.env, platform()),
    paths: paths.map((path) => resolve(path)),
    knownRoots: true,
    examplePath: exampleDir(),
  })
  let server
  try {
    server = await startServer({ core, port, windowDir: windowDir() })
  } catch (error) {
    await core.close()
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EADDRINUSE') throw new CommandFault(`port ${port} is taken`)
    throw new CommandFault(error instanceof Error ? error.message : String(error))
  }
  await print(`Reread on ${server.url}\n`)
  await new Promise<void>((stop) => {
    process.once('SIGINT', () => stop())
    process.once('SIGTERM', () => stop())
  })
  await server.close()
  await core.close()
}
