/** Who may import whom: docs/architecture.md as data, held over every import of src. */

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const src = join(root, 'src')

/** Folder → folders it may import, besides itself. Longest folder name decides. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  'main/log': ['shared'],
  'main/views': ['shared'],
  'main/tools': ['main/log', 'main/views', 'shared'],
  'main/formats': ['main/tools', 'main/log', 'main/views', 'shared'],
  'main/session': ['main/formats', 'main/log', 'main/views', 'shared'],
  'main/state': ['shared'],
  'main/library': ['main/session', 'main/state', 'main/formats', 'main/log', 'shared'],
  'main/search': ['main/session', 'main/formats', 'shared'],
  'main/export': ['main/session', 'main/formats', 'shared'],
  'main/host': [
    'main/library',
    'main/search',
    'main/export',
    'main/session',
    'main/state',
    'main/formats',
    'main/tools',
    'main/log',
    'shared',
  ],
  'main/serve': ['main/host', 'shared'],
  'main/desktop': ['main/host', 'shared'],
  'main/cli': [
    'main/serve',
    'main/host',
    'main/library',
    'main/search',
    'main/session',
    'main/formats',
    'main/tools',
    'main/log',
    'shared',
  ],
  preload: ['shared/api'],
  'renderer/ui': ['shared', 'renderer/highlight'],
  'renderer/highlight': ['shared'],
  'renderer/state': ['shared'],
  'renderer/cards': ['renderer/ui', 'renderer/highlight', 'shared'],
  'renderer/library': ['renderer/ui', 'renderer/state', 'renderer/cards', 'shared'],
  'renderer/timeline': ['renderer/ui', 'renderer/state', 'renderer/cards', 'shared'],
  'renderer/inspector': ['renderer/ui', 'renderer/state', 'renderer/cards', 'shared'],
  'renderer/search': ['renderer/ui', 'renderer/state', 'renderer/cards', 'shared'],
  'renderer/app': ['renderer', 'shared'],
  'renderer/styles': [],
  renderer: ['renderer/app', 'renderer/styles', 'shared/api'],
}

/** Package → folders that may import it. */
const packages: Readonly<Record<string, readonly string[]>> = {
  electron: ['main/desktop', 'preload'],
  zod: ['shared', 'main'],
  '@orpc/contract': ['shared/api'],
  '@orpc/client': ['shared/api'],
  '@orpc/server': ['main/host'],
  'highlight.js': ['shared/highlight'],
  'markdown-it': ['shared/text'],
  diff: ['shared', 'main/formats/opencode'],
  '@bokuweb/zstd-wasm': ['main/log'],
  fzstd: ['main/log'],
  'node-sqlite3-wasm': ['main/formats/opencode', 'main/formats/sqlite'],
  commander: ['main/cli'],
  ws: ['main/serve'],
  svelte: ['renderer'],
  virtua: ['renderer'],
}
/** Node is for what runs on Node. */
const nodeFolders = ['main']

interface Import {
  readonly file: string
  readonly from: string
  readonly target: string
}

function folderOf(path: string, table: readonly string[]): string {
  const folders = table.filter((folder) => path === folder || path.startsWith(`${folder}/`))
  return folders.toSorted((a, b) => b.length - a.length)[0] ?? path
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

function importsOf(file: string): Import[] {
  const text = readFileSync(join(src, file), 'utf8')
  return [...text.matchAll(importPattern)].map(([, a, b, c]) => {
    const target = a ?? b ?? c ?? ''
    const at = target.startsWith('.')
      ? relative(src, resolve(src, dirname(file), target))
      : target.replace(/^#/, '')
    return {
      file,
      from: dirname(file),
      target: target.startsWith('.') || target.startsWith('#') ? `src:${at}` : target,
    }
  })
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(?:ts|svelte)$/.test(file) && !file.endsWith('.d.ts'))
const imports = files.flatMap(importsOf)
const folders = Object.keys(mayImport)

describe('layers', () => {
  it('sees the sources', () => {
    expect(files.length).toBeGreaterThan(150)
    expect(imports.length).toBeGreaterThan(600)
  })

  it('imports only downward', () => {
    const faults = imports.flatMap(({ file, target }) => {
      if (!target.startsWith('src:')) return []
      const from = folderOf(file, folders)
      const to = target.slice('src:'.length)
      const inner = folderOf(to, folders)
      const allowed = [from, ...(mayImport[from] ?? [])]
      const isFine =
        allowed.some((folder) => to === folder || to.startsWith(`${folder}/`)) &&
        (inner !== 'renderer' || from.startsWith('renderer'))
      return isFine
        ? []
        : [
            `${file} imports ${to}: ${from} may import ${allowed.join(', ')}. Push down what both need.`,
          ]
    })
    expect(faults).toEqual([])
  })

  it('imports each package only where it belongs', () => {
    const faults = imports.flatMap(({ file, target }) => {
      if (target.startsWith('src:')) return []
      if (target.startsWith('node:')) {
        return nodeFolders.some((folder) => file.startsWith(`${folder}/`))
          ? []
          : [`${file} imports ${target}: only src/main runs on Node`]
      }
      const name = target.startsWith('@')
        ? target.split('/').slice(0, 2).join('/')
        : (target.split('/')[0] ?? target)
      const homes = packages[name]
      if (!homes) return [`${file} imports ${target}: no row for it in test/layers.test.ts`]
      return homes.some((home) => file.startsWith(`${home}/`))
        ? []
        : [`${file} imports ${name}: it belongs to ${homes.join(', ')}`]
    })
    expect(faults).toEqual([])
  })

  it('knows no agent beside its own', () => {
    const faults = imports.flatMap(({ file, target }) => {
      const from = /^main\/formats\/([^/]+)\//.exec(file)?.[1]
      const to = /^src:main\/formats\/([^/]+)\//.exec(target)?.[1]
      const shared = ['parts', 'line-reader', 'document-reader', 'sqlite']
      return from && to && from !== to && !shared.includes(to) ? [`${file} imports ${target}`] : []
    })
    expect(faults).toEqual([])
  })
})
