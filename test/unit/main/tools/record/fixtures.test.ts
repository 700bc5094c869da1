/** The committed fixtures are what the recorder makes, and hold what they are there for. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { logStart } from '#main/log/line-log'
import { openLineLog } from '#main/log/open-line-log'
import { openSession } from '#main/session/locate'
import type { Entry, ToolEntry } from '#shared/session'
import { fixtures, record, recordings } from '../../../../support/record-fixture'

const all = await recordings()

async function textOf(path: string): Promise<string> {
  const log = await openLineLog(path)
  if (!log.ok) throw new Error(log.reason.code)
  const lines: string[] = []
  await log.value.scan(logStart, (bytes, start, end) => {
    lines.push(bytes.toString('utf8', start, end))
  })
  await log.value.close()
  return lines.map((line) => `${line}\n`).join('')
}

async function toolsOf(path: string): Promise<ToolEntry[]> {
  const opened = await openSession(join(fixtures, path))
  if (!opened.ok) throw new Error(opened.reason.code)
  await opened.value.index()
  const entries: Entry[] = await opened.value.entries(0, opened.value.size)
  await opened.value.close()
  return entries.filter((entry) => entry.kind === 'tool')
}

describe('recorded fixtures', () => {
  it.each(all)('$out is what its script records', async (recording) => {
    const path = join(fixtures, recording.out)
    const made = await record(recording)
    if (process.env.REREAD_UPDATE_FIXTURES) {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, path.endsWith('.zstd') ? await made.compressed() : made.text)
    }
    expect(await textOf(path)).toBe(made.text)
  })

  it('opens the example without a fault, with every card it is there to show', async () => {
    const path = 'example/retry-loop/session.jsonl'
    const opened = await openSession(join(fixtures, path))
    if (!opened.ok) throw new Error(opened.reason.code)
    await opened.value.index()
    const { header, banners } = opened.value.overview()
    await opened.value.close()
    expect({ diagnostics: header.diagnostics, banners }).toEqual({ diagnostics: 0, banners: [] })
    const tools = await toolsOf(path)
    expect(tools.map((tool) => `${tool.name} ${tool.status} ${tool.result?.card ?? '–'}`)).toEqual([
      'read ok read',
      'read ok read',
      'read ok read',
      'edit ok diff',
      'bash ok terminal',
      'edit error generic',
      'bash ok terminal',
      'edit ok diff',
      'read ok read',
      'read ok read',
      'read error generic',
      'bash ok terminal',
    ])
    const [, first, second] = tools
    expect(first?.continuation).toMatchObject({ kind: 'more', from: 61, continuedBy: second?.seq })
    expect(second?.readContext?.continues).toBe(first?.seq)
    expect(second?.readContext?.stale).toHaveLength(1)
  })

  it('has every state of a read window', async () => {
    const recording = all.find(({ script }) => script === 'read-windows.json')
    const tools = await toolsOf(recording?.out ?? '')
    const states = tools.flatMap(({ continuation }) => (continuation ? [continuation.kind] : []))
    expect(new Set(states)).toEqual(new Set(['more', 'end', 'empty']))
    expect(tools.filter(({ status }) => status === 'error')).toHaveLength(5)
  })
})
