/** The read tool over a folder, and the views of its call and result. Rules: dsh format, 11 and 13.2. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { envelopeOf } from '#main/tools/read/read-render'
import {
  executeRead,
  onlyText,
  presentationMeta,
  presentReadCall,
  presentReadResult,
} from '#main/tools/read/read-tool'
import { Workspace } from '#main/tools/tool-run'

let folder = ''
let workspace: Workspace

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reread-read-'))
  workspace = new Workspace(folder, '/project')
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'src/a.ts'), 'one\ntwo\nthree\n')
  await writeFile(join(folder, 'empty'), '')
})
afterAll(() => rm(folder, { recursive: true }))

describe('a read that works', () => {
  it('gives the envelope and the meta of its card', async () => {
    const run = await executeRead({ file_path: 'src/a.ts', offset: 2, limit: 1 }, workspace)
    const body = '2: two\n\n(Showing lines 2-2 of 3. Use offset=3 to continue.)'
    expect(run).toEqual({
      text: envelopeOf('/project/src/a.ts', body),
      isError: false,
      meta: {
        path: '/project/src/a.ts',
        offset: 2,
        lines: [{ number: 2, text: 'two' }],
        totalLines: 3,
        lang: 'ts',
      },
    })
  })

  it('of an empty file is a window without lines and without lang', async () => {
    const run = await executeRead({ file_path: '/project/empty' }, workspace)
    expect(run.meta).toEqual({ path: '/project/empty', offset: 1, lines: [], totalLines: 0 })
    expect(run.text).toContain('(End of file - total 0 lines)')
  })

  it('ends in a view of the same window', async () => {
    const run = await executeRead({ file_path: 'src/a.ts' }, workspace)
    const content = [{ type: 'text', text: run.text }]
    const view = presentReadResult({ content, isError: false, meta: run.meta })
    const body = '1: one\n2: two\n3: three\n\n(End of file - total 3 lines)'
    expect(view).toEqual({
      ok: true,
      value: { card: 'read', ...(run.meta as object), content: [{ type: 'text', text: body }] },
    })
  })
})

describe('a read that fails', () => {
  const notFound = { name: 'FsError', code: 'FS_NOT_FOUND' }
  const invalid = { name: 'ToolArgsError', code: 'INVALID_ARGS' }

  it.each<readonly [unknown, string, unknown]>([
    [{ file_path: 'no' }, 'cannot read "/project/no": not found', notFound],
    [{ file_path: '../x' }, 'cannot read "/x": not found', notFound],
    [{ file_path: 'src/a.ts/b' }, 'cannot read "/project/src/a.ts/b": not found', notFound],
    [
      { file_path: 'src' },
      'cannot read "/project/src": not a regular file',
      { name: 'FsError', code: 'FS_NOT_REGULAR_FILE' },
    ],
    [
      { file_path: 'src/a.ts', offset: 4 },
      'offset 4 is out of range for "/project/src/a.ts" (3 lines)',
      notFound,
    ],
    [
      { file_path: 'empty', offset: 2 },
      'offset 2 is out of range for "/project/empty" (0 lines)',
      notFound,
    ],
    [{ file_path: 'a', offset: 0 }, 'offset must be a positive integer', undefined],
    [{ file_path: 'a', offset: 1.5 }, 'offset must be a positive integer', undefined],
    [{ file_path: 'a', limit: -1 }, 'limit must be a positive integer', undefined],
    [{ file_path: 'a', limit: 2001 }, 'limit must be less than or equal to 2000', undefined],
    [{ file_path: ' ' }, 'file_path must be a non-empty string', undefined],
    [{}, 'invalid arguments: missing required property "file_path"', invalid],
    [
      { file_path: 'a', offset: '2' },
      'invalid arguments: property "offset" has a wrong type',
      invalid,
    ],
  ])('%j', async (given, message, error) => {
    const run = await executeRead(given, workspace)
    expect(run).toEqual({
      text: `Error: ${message}`,
      isError: true,
      ...(error === undefined ? {} : { error }),
    })
  })
})

describe('the view of a call', () => {
  it.each<readonly [object, string, number]>([
    [{}, 'Read F', 1],
    [{ offset: 5, limit: 4 }, 'Read F (5 - 8)', 5],
    [{ limit: 4 }, 'Read F (1 - 4)', 1],
    [{ offset: 5 }, 'Read F (from line 5)', 5],
    [{ offset: 5, limit: 0 }, 'Read F (from line 5)', 5],
    [{ limit: -1 }, 'Read F', 1],
  ])('%j', (given, title, line) => {
    expect(presentReadCall({ file_path: 'F', ...given })).toEqual({
      card: 'generic',
      title,
      kind: 'read',
      locations: [{ path: 'F', line }],
    })
  })
})

describe('the view of a result', () => {
  const meta = presentationMeta('/a', { offset: 1, lines: [], totalLines: 0 })
  const text = { type: 'text', text: envelopeOf('/other', 'body') }
  const told = (patch: object): string => {
    const view = presentReadResult({ content: [text], isError: false, meta, ...patch })
    return view.ok ? 'view' : view.reason.code
  }

  it.each<readonly [string, object, string]>([
    ['P4', { isError: true }, 'result-is-error'],
    ['P5', { meta: null }, 'meta-null'],
    ['P6 two', { content: [text, text] }, 'content-not-one-block'],
    ['P6 none', { content: [] }, 'content-not-one-block'],
    ['P7 reasoning', { content: [{ type: 'reasoning', text: 'x' }] }, 'content-not-text'],
    ['P7 no object', { content: ['x'] }, 'content-not-text'],
    ['P7 no text', { content: [{ type: 'text' }] }, 'content-not-text'],
    ['P8', { content: [{ type: 'text', text: 'x' }] }, 'envelope-missing'],
    ['V5, V6: the meta decides', {}, 'view'],
  ])('%s', (_rule, patch, code) => {
    expect(told(patch)).toBe(code)
  })

  it('says which block stands where the text should', () => {
    expect(onlyText([{ type: 'image' }])).toMatchObject({ reason: { params: { type: 'image' } } })
    expect(onlyText([7])).toMatchObject({ reason: { params: { type: 'number' } } })
    expect(onlyText([{}])).toMatchObject({ reason: { params: { type: 'object' } } })
  })
})
