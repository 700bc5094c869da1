/** What a package holds: all that the program reads while it runs, and nothing of how it is made. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '../..')
const json = (name: string): unknown => JSON.parse(readFileSync(resolve(root, name), 'utf8'))
const targets = z.object({ target: z.array(z.string()) })
const builder = z
  .object({ files: z.array(z.string()), linux: targets, mac: targets, win: targets })
  .parse(json('electron-builder.json'))
const pack = z
  .object({
    main: z.string(),
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  .parse(json('package.json'))

const wildcards: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*' }

/** `**` as any characters, `*` as any but a slash. */
function matches(pattern: string, path: string): boolean {
  const source = pattern.replaceAll(
    /\*\*\/|\*\*|\*|[.+^${}()|[\]\\]/g,
    (part) => wildcards[part] ?? `\\${part}`,
  )
  return new RegExp(`^${source}$`).test(path)
}

function isPacked(path: string): boolean {
  const isIn = builder.files.some((one) => !one.startsWith('!') && matches(one, path))
  return isIn && !builder.files.some((one) => one.startsWith('!') && matches(one.slice(1), path))
}

describe('a package', () => {
  it.each([
    'package.json',
    pack.main,
    'out/main/core.js',
    'out/main/search.js',
    'out/main/query-Dafsg78f.js',
    'out/preload/index.cjs',
    'out/renderer/index.html',
    'out/renderer/assets/index.css',
    'fixtures/example/retry-loop/session.jsonl',
  ])('holds %s', (path) => {
    expect(isPacked(path)).toBe(true)
  })

  it.each([
    'src/main/desktop/index.ts',
    'test/layers.test.ts',
    'out/main/core.js.map',
    'out/bench/main.js',
    'out/conformance/main.js',
    'fixtures/agents/acp/rings.acp.jsonl',
    'docs/architecture.md',
    'bench/main.ts',
  ])('leaves out %s', (path) => {
    expect(isPacked(path)).toBe(false)
  })

  it('is made for three systems', () => {
    expect(builder.linux.target).toEqual(['AppImage', 'deb'])
    expect(builder.mac.target).toEqual(['dmg'])
    expect(builder.win.target).toEqual(['nsis'])
  })
})

it('versions are exact', () => {
  for (const version of Object.values({ ...pack.dependencies, ...pack.devDependencies })) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  }
})

describe('the lock file', () => {
  const lock = z
    .object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
    .parse(json('package-lock.json'))

  it.each(Object.entries({ ...pack.dependencies, ...pack.devDependencies }))(
    'holds %s at the version that is pinned',
    (name, version) => {
      expect(lock.packages[`node_modules/${name}`]?.version).toBe(version)
    },
  )
})
