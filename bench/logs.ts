/** Generated logs: made once in a cache folder of the system's temporary directory, used again. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const generator = join(here, '../../bench/generate/main.mjs')

export const cache = join(tmpdir(), 'reread-bench')
mkdirSync(cache, { recursive: true })

export interface Shape {
  readonly name: string
  readonly shape: string
  /** Decompressed. */
  readonly megabytes: number
  readonly extension: string
}

const pair = (kind: string, label: string, megabytes: number): Shape[] => [
  { name: `${label} plain ${megabytes} MB`, shape: kind, megabytes, extension: 'jsonl' },
  {
    name: `${label} zstd ${megabytes} MB`,
    shape: `${kind}-zstd`,
    megabytes,
    extension: 'jsonl.zstd',
  },
]

export const shapes: readonly Shape[] = [
  ...pair('dsh', 'dsh', 10),
  ...pair('dsh', 'dsh', 100),
  ...pair('dsh', 'dsh', 1000),
  ...pair('dsh-stream', 'dsh 1.3M events', 100),
  { name: 'dsh 50,000 entries', shape: 'dsh-entries', megabytes: 92, extension: 'jsonl' },
  { name: 'dsh one line of 200 MB', shape: 'dsh-long-line', megabytes: 200, extension: 'jsonl' },
  { name: 'Claude Code 200 MB', shape: 'claude-code', megabytes: 200, extension: 'jsonl' },
  { name: 'Codex 200 MB', shape: 'codex', megabytes: 200, extension: 'jsonl' },
]

export function shapeNamed(name: string): Shape {
  const shape = shapes.find((one) => one.name === name)
  if (!shape) throw new Error(`no shape ${name}`)
  return shape
}

/** Path of a generated log; makes it when it is not there. Throws when it cannot. */
export function logOf(shape: Shape): string {
  const path = join(cache, `${shape.shape}-${shape.megabytes}.${shape.extension}`)
  if (existsSync(path)) return path
  const bytes = String(shape.megabytes * 1_000_000)
  const made = spawnSync(process.execPath, [generator, shape.shape, bytes, `${path}.part`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (made.status !== 0) throw new Error(`could not generate ${shape.name}`)
  renameSync(`${path}.part`, path)
  return path
}
