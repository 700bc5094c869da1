/** `reread export LOG --entry SEQ|CALLID -o FILE`: one read card as a self-contained HTML file. */
import { writeFile } from 'node:fs/promises'
import { exportCard } from '../../host/export-card'
import { openSession } from '../../session/locate'
import { CommandFault, faultOf, print } from '../output'

export interface ExportOptions {
  readonly entry: string
  readonly output?: string
  readonly session?: string
}

export async function exportEntry(
  path: string,
  options: ExportOptions,
  version: string,
): Promise<void> {
  const { session: sessionId } = options
  const opened = await openSession(path, sessionId === undefined ? {} : { sessionId })
  if (!opened.ok) throw faultOf(opened.reason)
  const session = opened.value
  try {
    await session.index()
    // A call id may look like a number: the id is tried first.
    const bySeq = /^\d+$/.test(options.entry) ? Number(options.entry) : null
    const seq = session.seqOfCall(options.entry) ?? bySeq
    if (seq === null) throw new CommandFault(`no entry or call ${options.entry} in ${path}`)
    const card = await exportCard(session, seq, version, Date.now())
    if (!card.ok) throw faultOf(card.reason)
    const output = options.output ?? card.fileName
    if (output === '-') await print(card.html)
    else await write(output, card.html)
  } finally {
    await session.close()
  }
}

async function write(output: string, html: string): Promise<void> {
  try {
    await writeFile(output, html)
  } catch {
    throw new CommandFault(`${output} could not be written`)
  }
  process.stderr.write(`${output}\n`)
}
