/** A library of 10,000 sessions: the first start, and one that knows them. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formats } from '#main/formats'
import { createLibrary, type Library } from '#main/library/library'
import { cache } from './logs'
import { head, judged, megabytes, ms, row } from './table'

const projects = 100
const perProject = 100

/** Folders as dsh lays them out, with small logs: what a start costs is per session, not per byte. */
function sessionsFolder(): string {
  const folder = join(cache, `library-${projects * perProject}`)
  if (existsSync(join(folder, 'complete'))) return folder
  for (let project = 0; project < projects; project++) {
    for (let nth = 0; nth < perProject; nth++) {
      const id = `${String(project).padStart(8, '0')}-0000-4000-8000-${String(nth).padStart(12, '0')}`
      const at = join(folder, `--home-dev-project-${project}--`, id)
      mkdirSync(at, { recursive: true })
      const time = 1_795_000_000_000 + project * 1000 + nth
      const lines = [
        { type: 'session', version: 0, id, createdAt: time, cwd: `/home/dev/project-${project}` },
        { type: 'turn/start', seq: 0, time, data: { turn: 1 } },
        { type: 'session/title', seq: 1, time, data: { title: `Session ${nth}` } },
        { type: 'turn/end', seq: 2, time, data: { turn: 1, reason: { kind: 'completed' } } },
      ]
      writeFileSync(
        join(at, 'session.jsonl'),
        lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
      )
    }
  }
  writeFileSync(join(folder, 'complete'), '')
  return folder
}

function libraryAt(stateDir: string): Library {
  return createLibrary({
    formats,
    rootEnv: { home: '/nowhere', platform: 'linux', env: {} },
    stateDir,
    knownRoots: false,
    count: () => Promise.resolve(null),
    watchBudget: 256,
  })
}

async function started(
  stateDir: string,
  folder: string,
): Promise<{ readonly first: number; readonly all: number; readonly count: number }> {
  const began = performance.now()
  const library = libraryAt(stateDir)
  let first = Number.NaN
  library.subscribe(() => {
    if (Number.isNaN(first) && library.all().length > 0) first = performance.now() - began
  })
  await library.start()
  await library.open([folder])
  await library.settled()
  const all = performance.now() - began
  const count = library.all().length
  await library.dispose()
  return { first, all, count }
}

export async function libraryRows(): Promise<void> {
  const folder = sessionsFolder()
  const stateDir = mkdtempSync(join(cache, 'state-'))
  head('A library', 'start', 'sessions', 'first shown', 'all', 'resident', 'budget')
  for (const name of ['cold', 'warm']) {
    const { first, all, count } = await started(stateDir, folder)
    const [text, budget] = judged(ms(first), first <= 300, 'first ≤ 300 ms')
    const resident = megabytes(process.memoryUsage().rss)
    row(name, String(count), text, ms(all), resident, budget)
  }
  rmSync(stateDir, { recursive: true, force: true })
}
