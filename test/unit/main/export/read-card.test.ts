/** The exported file: whole, closed to the world, and exactly the text that was read. */
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { exportReadCard } from '#main/export/html/read-card'
import { exportCard } from '#main/host/export-card'
import { openSession } from '#main/session/locate'
import type { OpenSession } from '#main/session/open-session'
import type { ToolEntry } from '#shared/session'
import { fixtures } from '../../../support/record-fixture'

let session: OpenSession
let read: ToolEntry

/** The tool call of the example, counted from 0. */
async function toolAt(index: number): Promise<ToolEntry> {
  const entries = await session.entries(0, session.size)
  const tool = entries.filter((entry) => entry.kind === 'tool')[index]
  if (!tool) throw new Error(`no call ${index}`)
  return tool
}

beforeAll(async () => {
  const opened = await openSession(join(fixtures, 'example/retry-loop/session.jsonl'))
  if (!opened.ok) throw new Error(opened.reason.code)
  session = opened.value
  await session.index()
  read = await toolAt(0)
})

async function html(seq: number): Promise<{ fileName: string; html: string }> {
  const exported = await exportCard(session, seq, '1.2.3', Date.UTC(2026, 11, 1, 14, 2, 14))
  if (!exported.ok) throw new Error(exported.reason.code)
  return exported
}

/** The text of each line as a browser would show it. */
function linesOf(page: string): string[] {
  return [...page.matchAll(/<code>(.*?)<\/code><\/div>/gs)].map(([, inner = '']) =>
    inner
      .replace(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&'),
  )
}

function withLines(texts: readonly string[]): ToolEntry {
  const lines = texts.map((text, i) => ({ number: i + 1, text }))
  return {
    ...read,
    result: {
      card: 'read',
      path: '/p/<x>.ts',
      offset: 1,
      lines,
      totalLines: lines.length,
      lang: 'ts',
    },
  }
}

function exported(entry: ToolEntry): string {
  const made = exportReadCard({
    entry,
    session: { title: '<b>&', agentName: 'dsh', id: 'i', cwd: null, model: null },
    stepLabel: null,
    continuedByStep: null,
    continuesStep: null,
    exportedAt: 0,
    version: '0',
  })
  if (!made.ok) throw new Error(made.reason.code)
  return made.value.html
}

describe('exported read card', () => {
  it('has its lines, anchors, continuation and provenance', async () => {
    const { fileName, html: page } = await html(read.seq)
    expect(fileName).toMatch(/^retry\.ts\.1-\d+\.html$/)
    if (read.result?.card !== 'read') throw new Error('not a read')
    expect(linesOf(page)).toEqual(read.result.lines.map(({ text }) => text))
    expect(page).toContain('id="L7"')
    expect(page).toContain('href="#L7"')
    for (const fact of [
      '2b1c0f8e-8f3b-4d0e-9a51-0c1d2e3f4a5b',
      'Retry loop ignores the abort signal',
      '/home/dev/orders-api/src/retry.ts',
      '2026-12-01T14:02:14.000Z',
      'deepseek-chat',
      'End of file',
    ]) {
      expect(page).toContain(fact)
    }
  })

  it('says in which step it goes on', async () => {
    const window = await toolAt(1)
    expect((await html(window.seq)).html).toMatch(/continue from 61.*continued in step 2/s)
  })

  it('loads nothing and runs nothing', async () => {
    const { html: page } = await html(read.seq)
    expect(page).not.toMatch(/<script|<link|<img|<iframe|src=|url\(|https?:\/\//i)
    expect(page).toContain("default-src 'none'")
  })

  it('declines for anything but a read card', async () => {
    const edit = await toolAt(3)
    expect(await exportCard(session, edit.seq, '0', 0)).toMatchObject({
      ok: false,
      reason: { code: 'not-a-read' },
    })
    expect(await exportCard(session, 9999, '0', 0)).toMatchObject({
      reason: { code: 'entry-unknown' },
    })
  })

  it('escapes every text, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', '')),
          { maxLength: 8 },
        ),
        (texts) => {
          const page = exported(withLines([...texts, '</code><script>alert(1)</script>']))
          expect(linesOf(page)).toEqual([...texts, '</code><script>alert(1)</script>'])
          expect(page).not.toContain('<script')
        },
      ),
    )
  })
})
