/** `reread record DIR --script FILE -o LOG`: runs tool calls for real and writes a dsh log of them. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { fileFault } from '../../log/open-line-log'
import { recordSession } from '../../tools/record/record'
import { CommandFault, faultOf } from '../output'

export interface RecordOptions {
  readonly script: string
  /** A name that ends in .zstd is written in frames. */
  readonly output: string
}

export async function record(folder: string, options: RecordOptions): Promise<void> {
  const facts = await stat(folder).catch((error: unknown) => {
    throw faultOf({ code: fileFault(error), params: { path: folder } })
  })
  if (!facts.isDirectory()) throw new CommandFault(`${folder} is not a folder`)
  const made = await recordSession(await scriptAt(options.script), folder)
  if (!made.ok) throw faultOf(made.reason)
  const { output } = options
  const isCompressed = /\.zstd?$/.test(output)
  try {
    await writeFile(output, isCompressed ? await made.value.compressed() : made.value.text)
  } catch {
    throw new CommandFault(`${output} could not be written`)
  }
}

async function scriptAt(path: string): Promise<unknown> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    throw faultOf({ code: fileFault(error), params: { path } })
  }
  try {
    const script: unknown = JSON.parse(text)
    return script
  } catch {
    throw new CommandFault(`${path} is not JSON`)
  }
}
