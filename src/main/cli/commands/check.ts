/** `reread check LOG`: what could not be read, and what its agent would say. Exit code 1 if anything. */
import { reasonText } from '#shared/words/reasons'
import { plural } from '#shared/words/numbers'
import { openSession } from '../../session/locate'
import { faultOf, print, printJson } from '../output'
import { diagnosticJson } from '../show-json'

export interface CheckOptions {
  readonly json?: boolean
  readonly session?: string
}

const allDiagnostics = 1_000_000

/** Every record is looked at whole. Returns the exit code. */
export async function check(path: string, options: CheckOptions): Promise<number> {
  const { session: sessionId } = options
  const opened = await openSession(path, {
    verify: true,
    ...(sessionId === undefined ? {} : { sessionId }),
  })
  if (!opened.ok) throw faultOf(opened.reason)
  const session = opened.value
  try {
    await session.index()
    const { banners, header } = session.overview()
    const faults = banners.filter(({ tone }) => tone !== 'note')
    const found = session.diagnostics(0, allDiagnostics)
    for (const banner of faults) {
      const reason = reasonText(banner.reason)
      await (options.json
        ? printJson({ banner: { tone: banner.tone, reason } })
        : print(`${path}: ${reason}\n`))
    }
    for (const diagnostic of found) {
      if (options.json) {
        await printJson(diagnosticJson(diagnostic))
        continue
      }
      const { line, offset } = diagnostic
      const place = [diagnostic.path ?? path, line, offset === null ? null : `byte ${offset}`]
      const where = place.filter((part) => part !== null).join(':')
      await print(`${where}: ${reasonText(diagnostic.reason)}\n`)
    }
    if (!options.json) {
      const sum = plural(header.entries, 'entry', 'entries')
      await print(`${sum}, ${plural(found.length, 'fault')}\n`)
    }
    return faults.length + found.length > 0 ? 1 : 0
  } finally {
    await session.close()
  }
}
