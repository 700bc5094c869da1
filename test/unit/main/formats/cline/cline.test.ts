/** Task folders of Cline (calls as markup) and of Roo (calls as blocks). */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cline, roo } from '#main/formats/cline'
import { rooRead, sdkRead } from '#main/formats/cline/reads'
import { searchReplace } from '#main/formats/cline/tools'
import { samplesOf } from '../../../../support/samples'
import { fixtures, foundAt, linesOf, openLog, survivesDamage } from '../document-reader/open-log'

const clineTask = join(fixtures, 'cline/tasks/1777885200000/api_conversation_history.json')
const rooTask = join(
  fixtures,
  'roo/tasks/0190aaaa-0000-7000-8000-00000000000a/api_conversation_history.json',
)

describe('Cline and Roo', () => {
  it('reads calls that stand as markup in the text', async () => {
    const { entries, overview } = await openLog(cline, clineTask)
    expect(linesOf(entries)).toEqual([
      'user Sort the shelf',
      'injected <environment_details> # Current Working Directory (/home/dev',
      'say Reading.',
      'read shelf.txt 1-2/2',
      'say ',
      'edit shelf.txt hunk@1',
      'say ',
      'run sort shelf.txt = ?',
      'say ',
      'tool read_file: read-not-text',
      'user enough',
    ])
    expect(overview.header).toMatchObject({
      id: '1777885200000',
      title: 'Sort the shelf',
      cwd: '/home/dev/shelf',
      startedAt: 1777885200000,
      usage: { input: 30, output: 5, cacheRead: 2, cacheWrite: 1, reasoning: 0 },
    })
  })

  it('reads calls that are blocks, each window with the numbers it states', async () => {
    const { entries, overview } = await openLog(roo, rooTask)
    expect(linesOf(entries)).toEqual([
      'user Show me the map',
      'say Here.',
      'read map.txt 1-2/2',
      'read map.txt 5-6/40',
      'tool read_file: total-not-recorded',
      'tool read_file: result-is-error [error]',
      'read empty.txt 1-0/0',
      'edit map.txt hunk@2',
      'run false = 1',
      'tool read_file: window-not-consecutive',
    ])
    expect(overview.header).toMatchObject({
      cwd: '/home/dev/atlas',
      parent: '0190aaaa-0000-7000-8000-000000000001',
    })
  })

  it('tells the two apart by what lies in the folder', async () => {
    expect(await foundAt(cline, clineTask)).toHaveLength(1)
    expect(await foundAt(roo, clineTask)).toHaveLength(0)
    expect(await foundAt(roo, rooTask)).toHaveLength(1)
    expect(await foundAt(cline, rooTask)).toHaveLength(0)
  })

  it.each([
    ['whole', '<content lines="1-2">\n1 | a\n2 | b\n</content>', { offset: 1, totalLines: 2 }],
    [
      'a part with a notice',
      '<content lines="3-3">\n3 | c\n</content>\n<notice>Showing only 1 of 9 total lines.</notice>',
      { offset: 3, totalLines: 9 },
    ],
    ['a part without', '<content lines="3-3">\n3 | c\n</content>', 'total-not-recorded'],
    ['nothing', '<error>no such file</error>', 'envelope-missing'],
  ])('reads a file in tags: %s', (_name, body, expected) => {
    const read = rooRead({}, `<files>\n<file><path>a.txt</path>\n${body}\n</file>\n</files>`)
    if (typeof expected === 'string') expect(read).toMatchObject({ reason: { code: expected } })
    else expect(read).toMatchObject({ ok: true, value: { path: 'a.txt', ...expected } })
  })

  it.each([
    ['one file', [{ path: 'a' }], '2 | b\n3 | c\n\n[Showing lines 2-3 of 8. Use start_line]', 8],
    ['too long to count', [{ path: 'a' }], '1 | b\n\n[Showing lines 1-1 of 50000+ lines]', null],
    ['two files', [{ path: 'a' }, { path: 'b' }], '1 | b', null],
  ])('reads files of the newer Cline: %s', (_name, files, text, total) => {
    const read = sdkRead({ files }, text)
    expect(read.ok ? read.value.totalLines : null).toBe(total)
  })

  it('claims a start only for the block that states one', () => {
    const text =
      '------- SEARCH\na\n=======\nb\n+++++++ REPLACE\n\n' +
      '<<<<<<< SEARCH\n:start_line:7\n-------\nc\n=======\n>>>>>>> REPLACE'
    expect(searchReplace('x', text)).toEqual([
      { path: 'x', oldText: 'a', newText: 'b' },
      { path: 'x', oldText: 'c', newText: '', oldStart: 7, newStart: 7 },
    ])
  })

  it('opens whatever became of the model side', async () => {
    await survivesDamage(cline, clineTask)
    await survivesDamage(roo, rooTask)
  })
})

const samples = samplesOf('cline')

describe.runIf(samples)('Cline samples', () => {
  it.each([
    [cline, 'cass-fixture-task1', 1, 0],
    [cline, 'hand-made-cline-xml/tasks/1787220000000', 11, 1],
    [roo, 'hand-made-roo-native/tasks/0199aaaa-0000-7000-8000-000000000001', 10, 3],
  ])('%# %o', async (format, folder, count, reads) => {
    const path = join(samples ?? '', folder, 'api_conversation_history.json')
    const { entries } = await openLog(format, path)
    const cards = entries.filter((one) => one.kind === 'tool' && one.result?.card === 'read')
    expect([entries.length, cards.length]).toEqual([count, reads])
  })
})
