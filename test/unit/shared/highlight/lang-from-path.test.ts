/** The language of a file by its name. Rule: dsh format, section 12. */
import { expect, it } from 'vitest'
import { langFromPath } from '#shared/highlight/lang-from-path'

it.each([
  ['src/app.ts', 'ts'],
  ['A.TS', 'ts'],
  ['x.d.ts', 'ts'],
  ['C:\\src\\main.rs', 'rs'],
  ['view.test.TSX', 'tsx'],
  ['conf.YML', 'yaml'],
  ['NOEOL.MD', 'md'],
  ['page.htm', 'html'],
  ['.eslintrc.json', 'json'],
  ['a.hpp', 'cpp'],
  ['a.cxx', 'cpp'],
  ['a.zsh', 'sh'],
  ['a.kt', 'kotlin'],
  ['a.mdx', 'mdx'],
])('%s is %s', (path, lang) => {
  expect(langFromPath(path)).toBe(lang)
})

it.each([
  '.ts',
  '.gitignore',
  'dir/.ts',
  '.env.local',
  '/etc/hosts',
  'Makefile',
  'dir.py/plain',
  'name.',
  'x.unknown',
  'a.py.bak',
  'archive.tar.gz',
  'notes.txt',
  'foo.constructor',
  'foo.__proto__',
  'foo.toString',
  'foo.hasOwnProperty',
  '',
  'dir/',
  'a.hh',
  'a.hxx',
  'a.kts',
  'a.vue',
  'a.svelte',
  'a.fish',
])('%s has none', (path) => {
  expect(langFromPath(path)).toBeUndefined()
})
