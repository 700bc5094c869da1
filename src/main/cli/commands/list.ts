/** `reread list [PATH…]`: the sessions there are, newest first. */
import { homedir, platform } from 'node:os'
import { age, bytes, plural } from '#shared/words/numbers'
import { showControls } from '#shared/highlight/visible'
import type { SessionSummary } from '#shared/api/types'
import { formats } from '../../formats'
import { createLibrary, type Library } from '../../library/library'
import { stateDir } from '../../host/places'
import { faultOf, print, printJson } from '../output'

export interface ListOptions {
  readonly json?: boolean
}

/** A library over the paths, or over every agent's own folder; settled. */
export async function libraryOver(paths: readonly string[]): Promise<Library> {
  const library = createLibrary({
    formats,
    rootEnv: { home: homedir(), platform: platform(), env: process.env },
    stateDir: stateDir(process.env, platform()),
    knownRoots: paths.length === 0,
    // Counting means indexing each log: `list` answers from what is known.
    count: () => Promise.resolve(null),
    watchBudget: 0,
  })
  await library.start()
  const { problems } = paths.length > 0 ? await library.open(paths) : { problems: [] }
  const [problem] = problems
  if (problem) {
    await library.dispose()
    throw faultOf(problem.reason)
  }
  await library.settled()
  return library
}

export async function list(paths: readonly string[], options: ListOptions): Promise<void> {
  const library = await libraryOver(paths)
  try {
    const sessions = library.all().toSorted((a, b) => b.updatedAt - a.updatedAt)
    for (const session of sessions) {
      await (options.json ? printJson(session) : print(`${rowOf(session)}\n`))
    }
    if (!options.json && sessions.length === 0) await print('no sessions\n')
  } finally {
    await library.dispose()
  }
}

function rowOf(session: SessionSummary): string {
  const parts = [
    age(Date.now() - session.updatedAt).padStart(6),
    bytes(session.size).padStart(8),
    session.agentName.padEnd(12),
    session.title ?? session.id,
    session.counts ? plural(session.counts.steps, 'step') : '',
    session.path,
  ]
  return showControls(parts.filter(Boolean).join('  '))
    .map((piece) => piece.control ?? piece.text)
    .join('')
}
