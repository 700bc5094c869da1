/** Runs a recording of fixtures/recordings.json for real over a copy of its source. */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { recordSession, type Recording } from '#main/tools/record/record'

export const fixtures = resolve(import.meta.dirname, '../../fixtures')

const recordingsSchema = z.array(
  z.object({ script: z.string(), source: z.string(), out: z.string() }),
)
export type FixtureRecording = z.infer<typeof recordingsSchema>[number]

export async function recordings(): Promise<FixtureRecording[]> {
  const text = await readFile(join(fixtures, 'recordings.json'), 'utf8')
  return recordingsSchema.parse(JSON.parse(text))
}

export async function record({ script, source }: FixtureRecording): Promise<Recording> {
  const folder = await mkdtemp(join(tmpdir(), 'reread-record-'))
  try {
    await cp(join(fixtures, 'source', source), folder, { recursive: true })
    const given: unknown = JSON.parse(await readFile(join(fixtures, 'scripts', script), 'utf8'))
    const made = await recordSession(given, folder)
    if (!made.ok) throw new Error(JSON.stringify(made.reason))
    return made.value
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
