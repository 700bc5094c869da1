/** `reread show LOG`: the timeline, as text or as NDJSON. */
import { openSession } from '../../session/locate'
import type { OpenSession } from '../../session/open-session'
import { faultOf, print, printJson } from '../output'
import { diagnosticJson, entryJson, sessionJson } from '../show-json'
import { entryText, headText } from '../show-text'

export interface ShowOptions {
  readonly json?: boolean
  /** Which session of a database. */
  readonly session?: string
}

const pageSize = 100
const allDiagnostics = 1_000_000

export async function show(path: string, options: ShowOptions): Promise<void> {
  const { session: sessionId } = options
  const opened = await openSession(path, sessionId === undefined ? {} : { sessionId })
  if (!opened.ok) throw faultOf(opened.reason)
  const session = opened.value
  try {
    await session.index()
    await (options.json ? showJson(session) : showText(session))
  } finally {
    await session.close()
  }
}

async function showJson(session: OpenSession): Promise<void> {
  await printJson(sessionJson(session.overview().header))
  for (let from = 0; from < session.size; from += pageSize) {
    for (const entry of await session.entries(from, from + pageSize)) {
      await printJson(entryJson(entry))
    }
  }
  for (const diagnostic of session.diagnostics(0, allDiagnostics)) {
    await printJson(diagnosticJson(diagnostic))
  }
}

async function showText(session: OpenSession): Promise<void> {
  const { header, agentName } = session.overview()
  await print(`${headText(header, agentName)}\n`)
  for (let from = 0; from < session.size; from += pageSize) {
    for (const entry of await session.entries(from, from + pageSize)) {
      await print(entryText(entry, header.startedAt))
    }
  }
  if (header.diagnostics > 0) {
    await print(`\n${header.diagnostics} could not be read: see "reread check"\n`)
  }
}
