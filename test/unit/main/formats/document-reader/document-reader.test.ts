/** What a document's reader makes of changes: added, changed, shorter, half written, gone. */
import { describe, expect, it } from 'vitest'
import {
  isWaiting,
  openDocument,
  type DocumentSource,
  type Item,
} from '#main/formats/document-reader/document-reader'
import { linesOf } from '#main/formats/document-reader/lines'
import { answered, assistantEntry, toolEntry, userEntry } from '#main/formats/parts/entries'
import type { SessionReader } from '#main/formats/format'
import { SessionIndex } from '#main/session/session-index'
import { decline, good } from '#shared/outcome'

const place = { at: 1, turn: 1, step: 1 }
const call = toolEntry(place, { name: 'look', callId: 'c1', args: {} }, 'generic')
const content = [{ type: 'text' as const, text: 'seen' }]
const done = answered(call, { at: 5, content, isError: false })
const asked: Item = { entry: userEntry(place, 'look'), raw: [{ ask: 'look' }] }
const waiting: Item = { entry: call, raw: [{ call: 'c1' }] }
const ended: Item = { entry: done, raw: [{ call: 'c1' }, { result: 'seen' }] }
const said: Item = { entry: assistantEntry(place, 'so'), raw: [] }

/** A source whose content a test sets; each change has its own stamp. */
class FakeSource implements DocumentSource {
  readonly path = '/fake'
  items: readonly Item[] | null = []
  isGone = false
  loads = 0
  version = 0

  set(items: readonly Item[] | null): void {
    this.items = items
    this.version += 1
  }

  async stamp(): Promise<{ size: number; updatedAt: number; tag: string } | null> {
    return this.isGone ? null : { size: 10, updatedAt: 20, tag: String(this.version) }
  }

  async load(): ReturnType<DocumentSource['load']> {
    this.loads += 1
    if (this.items === null) return decline('not-json', { detail: 'half' })
    return good({ facts: { id: 'x' }, items: this.items, open: isWaiting(this.items) })
  }
}

async function opened(
  items: readonly Item[],
): Promise<{ source: FakeSource; reader: SessionReader; index: SessionIndex }> {
  const source = new FakeSource()
  source.set(items)
  const reader = openDocument(source)
  if (!reader.ok) throw new Error('a fake opens')
  const index = new SessionIndex()
  await reader.value.scan(index, {})
  return { source, reader: reader.value, index }
}

describe('the reader of documents', () => {
  it('adds what is new and touches what changed, without loading twice', async () => {
    const { source, reader, index } = await opened([asked, waiting])
    expect(await reader.changed()).toBe('same')
    index.takeChanged()
    source.set([asked, ended, said])
    expect(await reader.changed()).toBe('grown')
    expect(await reader.scan(index, {})).toEqual({ open: false, stopped: false })
    expect(source.loads).toBe(2)
    expect(index.size).toBe(3)
    expect(index.takeChanged()).toBe(1)
    expect(index.row(1)?.result?.at).toBe(5)
  })

  it.each([
    ['a shorter list', [asked]],
    ['another entry in its place', [asked, said]],
    ['another call in its place', [asked, { ...waiting, entry: { ...call, callId: 'c2' } }]],
  ])('takes %s for another document', async (_name, items) => {
    const { source, reader } = await opened([asked, waiting])
    source.set(items)
    expect(await reader.changed()).toBe('replaced')
  })

  it('keeps what it knew while a document is half written', async () => {
    const { source, reader, index } = await opened([asked, waiting])
    source.set(null)
    expect(await reader.changed()).toBe('grown')
    expect(await reader.scan(index, {})).toEqual({ open: true, stopped: false })
    expect(index.diagnostics.map(({ reason }) => reason.code)).toEqual(['not-json'])
    expect(index.size).toBe(2)
    source.set([asked, ended])
    expect(await reader.changed()).toBe('grown')
    await reader.scan(index, {})
    expect(index.diagnostics).toEqual([])
  })

  it('says when the document is gone, and of what size it was', async () => {
    const { source, reader } = await opened([asked])
    source.isGone = true
    expect(await reader.changed()).toBe('gone')
    expect(await reader.stat()).toEqual({ size: 10, updatedAt: 20 })
  })

  it('gives entries their place and records their roles', async () => {
    const span = { line: 7, offset: 90, length: 5 }
    const { reader, index } = await opened([asked, { ...ended, span }])
    const row = index.row(1)
    if (!row) throw new Error('two rows')
    expect(await reader.decode(row, 1)).toMatchObject({
      seq: 1,
      source: { line: 7, offset: 90 },
      resultSource: { line: 7, offset: 90 },
    })
    const raw = await reader.raw(row, 8)
    expect(raw.map(({ role, text, cut }) => [role, text, cut])).toEqual([
      ['call', '{\n  "cal', true],
      ['result', '{\n  "res', true],
    ])
  })

  it('waits for an answer to a prompt and for a call of the last turn', () => {
    expect(isWaiting([])).toBe(false)
    expect(isWaiting([asked])).toBe(true)
    expect(isWaiting([asked, waiting, said])).toBe(true)
    expect(isWaiting([asked, ended, said])).toBe(false)
  })
})

describe('lines of a small file', () => {
  it('keeps places in bytes and says what is no object', () => {
    const { lines, diagnostics } = linesOf('{"a":"é"}\n\n7\n{"b":1}\r\n{"c"')
    expect(lines.map(({ span }) => span)).toEqual([
      { line: 1, offset: 0, length: 10 },
      { line: 4, offset: 14, length: 8 },
    ])
    expect(diagnostics.map(({ line, reason }) => [line, reason.code])).toEqual([
      [3, 'not-json'],
      [5, 'torn-line'],
    ])
  })
})
