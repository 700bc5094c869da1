/** Metas of diffs, searches and the web, and the ends of commands, as views. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffView, narrowDiffs } from '#main/views/diff'
import { take, takeTexts } from '#main/views/field'
import { blocksOf, fenced } from '#main/views/generic'
import { narrowSearch } from '#main/views/search'
import { terminalView } from '#main/views/terminal'
import { narrowWebFetch, narrowWebSearch } from '#main/views/web'
import type { Outcome } from '#shared/outcome'

/** `code at` of a decline, the value of a success. */
function told(outcome: Outcome<unknown>): unknown {
  if (outcome.ok) return outcome.value
  const { code, params } = outcome.reason
  return [code, params.at, params.expected].filter((part) => part !== undefined).join(' ')
}

const noObject: readonly (readonly [unknown, string])[] = [
  [undefined, 'meta-absent'],
  [null, 'meta-null'],
  [[], 'meta-is-array'],
  ['x', 'meta-not-object'],
]

describe('diffs', () => {
  const hunk = { path: 'a.ts', oldText: 'a', newText: 'b' }

  it.each<readonly [unknown, unknown]>([
    ...noObject,
    [{}, 'field-wrong-type meta.diffs list'],
    [{ diffs: [] }, 'diffs-empty'],
    [{ diffs: [1] }, 'field-wrong-type meta.diffs[0] object'],
    [{ diffs: [{ ...hunk, path: 1 }] }, 'field-wrong-type meta.diffs[0].path text'],
    [{ diffs: [hunk, { ...hunk, oldText: 1 }] }, 'field-wrong-type meta.diffs[1].oldText text'],
    [{ diffs: [{ ...hunk, newText: null }] }, 'field-wrong-type meta.diffs[0].newText text'],
    [{ diffs: [{ ...hunk, extra: 1 }] }, [hunk]],
    [{ diffs: [{ ...hunk, oldText: null }] }, [{ ...hunk, oldText: null }]],
  ])('%j', (meta, expected) => {
    expect(told(narrowDiffs(meta))).toEqual(expected)
  })

  it('becomes a card', () => {
    expect(diffView('Edit a.ts', [hunk])).toEqual({
      card: 'diff',
      title: 'Edit a.ts',
      diffs: [hunk],
    })
  })
})

describe('searches', () => {
  const match = { lineNumber: 3, line: 'x' }
  const matches = {
    shape: 'matches',
    files: [{ path: 'a.ts', matches: [match] }],
    truncated: false,
    total: 1,
  }
  const paths = { shape: 'paths', paths: ['a.ts'], truncated: true, total: 200 }

  it.each<readonly [unknown, 'matches' | 'paths', unknown]>([
    ...noObject.map(([meta, code]) => [meta, 'paths', code] as const),
    [{}, 'paths', 'field-wrong-type meta.shape text'],
    [paths, 'matches', 'shape-other matches'],
    [{ ...paths, truncated: 0 }, 'paths', 'field-wrong-type meta.truncated boolean'],
    [{ ...paths, total: '1' }, 'paths', 'field-wrong-type meta.total number'],
    [{ ...paths, paths: [1] }, 'paths', 'field-wrong-type meta.paths[0] text'],
    [paths, 'paths', { card: 'search', ...paths }],
    [{ ...paths, paths: [], extra: 1 }, 'paths', { card: 'search', ...paths, paths: [] }],
    [{ ...matches, files: 1 }, 'matches', 'field-wrong-type meta.files list'],
    [{ ...matches, files: [1] }, 'matches', 'field-wrong-type meta.files[0] object'],
    [{ ...matches, files: [{}] }, 'matches', 'field-wrong-type meta.files[0].path text'],
    [
      { ...matches, files: [{ path: 'a', matches: [null] }] },
      'matches',
      'field-wrong-type meta.files[0].matches[0] object',
    ],
    [
      { ...matches, files: [{ path: 'a', matches: [{ line: 'x' }] }] },
      'matches',
      'field-wrong-type meta.files[0].matches[0].lineNumber number',
    ],
    [
      { ...matches, files: [{ path: 'a', matches: [{ lineNumber: 1 }] }] },
      'matches',
      'field-wrong-type meta.files[0].matches[0].line text',
    ],
    [matches, 'matches', { card: 'search', ...matches }],
  ])('%j as %s', (meta, shape, expected) => {
    expect(told(narrowSearch(meta, shape))).toEqual(expected)
  })
})

describe('web', () => {
  const found = { sources: [{ url: 'u' }], truncated: false }

  it.each<readonly [unknown, unknown]>([
    ...noObject,
    [{}, 'field-wrong-type meta.sources list'],
    [{ ...found, sources: [1] }, 'field-wrong-type meta.sources[0] object'],
    [{ ...found, sources: [{}] }, 'field-wrong-type meta.sources[0].url text'],
    [
      { ...found, sources: [{ url: 'u', title: 1 }] },
      'field-wrong-type meta.sources[0].title text',
    ],
    [{ sources: [] }, 'field-wrong-type meta.truncated boolean'],
    [{ ...found, answer: 1 }, 'field-wrong-type meta.answer text'],
    [found, { card: 'web', kind: 'search', ...found }],
    [
      {
        sources: [{ url: 'u', title: 't', snippet: 's', publishedAt: 'p', more: 1 }],
        truncated: true,
        answer: 'a',
      },
      {
        card: 'web',
        kind: 'search',
        sources: [{ url: 'u', title: 't', snippet: 's', publishedAt: 'p' }],
        truncated: true,
        answer: 'a',
      },
    ],
  ])('search %j', (meta, expected) => {
    expect(told(narrowWebSearch(meta))).toEqual(expected)
  })

  const page = { url: 'u', statusCode: 200, truncated: false }

  it.each<readonly [unknown, unknown]>([
    ...noObject,
    [{}, 'field-wrong-type meta.url text'],
    [{ url: 'u' }, 'field-wrong-type meta.statusCode number'],
    [{ url: 'u', statusCode: 200 }, 'field-wrong-type meta.truncated boolean'],
    [
      { ...page, more: 1 },
      { card: 'web', kind: 'fetch', ...page },
    ],
  ])('fetch %j', (meta, expected) => {
    expect(told(narrowWebFetch(meta))).toEqual(expected)
  })
})

describe('how a command ended', () => {
  it.each<readonly [string, unknown]>([
    ['', { output: '', exitCode: 0 }],
    ['done', { output: 'done', exitCode: 0 }],
    ['a\n[exit code: 2]', { output: 'a', exitCode: 2 }],
    ['a\n[exit code: -1]', { output: 'a', exitCode: -1 }],
    ['a\n[killed by signal: SIGTERM]', { output: 'a', signal: 'SIGTERM' }],
    ['[exit code: 2]', { output: '[exit code: 2]', exitCode: 0 }],
    ['a\n[exit code: 2]\n', { output: 'a\n[exit code: 2]\n', exitCode: 0 }],
    ['a\n[exit code: 2]\nb', { output: 'a\n[exit code: 2]\nb', exitCode: 0 }],
    ['a\n[exit code: x]', { output: 'a\n[exit code: x]', exitCode: 0 }],
    ['a\n[exit code: 1]\n[exit code: 2]', { output: 'a\n[exit code: 1]', exitCode: 2 }],
  ])('%j', (text, end) => {
    expect(terminalView(text)).toEqual({ card: 'terminal', ...(end as object) })
  })
})

describe('blocks of a generic card', () => {
  it.each<readonly [unknown, unknown]>([
    [
      { type: 'text', text: 'a', extra: 1 },
      { type: 'text', text: 'a' },
    ],
    [
      { type: 'reasoning', text: 'a' },
      { type: 'reasoning', text: 'a' },
    ],
    [
      { type: 'text', text: 1 },
      { type: 'unknown', kind: 'text', json: '{"type":"text","text":1}' },
    ],
    [{ text: 1 }, { type: 'unknown', kind: 'object', json: '{"text":1}' }],
    ['a', { type: 'unknown', kind: 'string', json: '"a"' }],
    [undefined, { type: 'unknown', kind: 'undefined', json: 'undefined' }],
    [10n, { type: 'unknown', kind: 'bigint', json: '' }],
    [{ type: 'image' }, { type: 'unknown', kind: 'image', json: '{"type":"image"}' }],
    [
      {
        type: 'image',
        attachment: {
          attachmentId: 'i',
          mediaType: 'image/png',
          bytes: 3,
          width: 1,
          height: 2,
          name: 'n',
        },
      },
      { type: 'image', ref: 'i', mediaType: 'image/png', bytes: 3, width: 1, height: 2, name: 'n' },
    ],
    [
      { type: 'image', attachment: {} },
      {
        type: 'image',
        ref: null,
        mediaType: 'application/octet-stream',
        bytes: null,
        width: null,
        height: null,
        name: null,
      },
    ],
  ])('%#', (raw, block) => {
    expect(blocksOf([raw])).toEqual([block])
  })

  it('drops none', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), (content) => {
        expect(blocksOf(content)).toHaveLength(content.length)
      }),
    )
  })
})

it('fences a text so that nothing inside closes the fence', () => {
  expect(fenced('a\n\n', 'ts')).toBe('```ts\na\n```')
  expect(fenced('a ```` b', '')).toBe('`````\na ```` b\n`````')
  fc.assert(
    fc.property(fc.string(), (text) => {
      const [head = '', ...rest] = fenced(text, '').split('\n')
      expect(rest.at(-1)).toBe(head)
      expect(rest.slice(0, -1).some((row) => row.includes(head))).toBe(false)
    }),
  )
})

describe('single fields', () => {
  it('are asked for by type', () => {
    expect(told(take(true, 'a', 'boolean'))).toBe(true)
    expect(told(take(1, 'a', 'boolean'))).toBe('field-wrong-type a boolean')
  })

  it('gives the optional texts that are there', () => {
    expect(told(takeTexts({ a: 'x', c: 1 }, 'm', ['a', 'b']))).toEqual({ a: 'x' })
    expect(told(takeTexts({ a: 'x', c: 1 }, 'm', ['a', 'c']))).toBe('field-wrong-type m.c text')
  })
})
