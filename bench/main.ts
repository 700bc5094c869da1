/**
 * The rows of docs/performance.md. Logs are generated once into a cache folder
 * of the system's temporary directory and used again. Ratios are within one
 * run: the machine's speed cancels out.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Measured } from './measure'

const here = fileURLToPath(new URL('.', import.meta.url))
const cache = join(tmpdir(), 'reread-bench')
mkdirSync(cache, { recursive: true })

interface Shape {
  readonly name: string
  readonly shape: string
  readonly megabytes: number
  readonly extension: string
}

const shapes: readonly Shape[] = [10, 100, 1000].flatMap((megabytes) => [
  { name: `dsh plain ${megabytes} MB`, shape: 'dsh-plain', megabytes, extension: 'jsonl' },
  { name: `dsh zstd ${megabytes} MB`, shape: 'dsh-zstd', megabytes, extension: 'jsonl.zstd' },
])
const others: readonly Shape[] = [
  { name: 'Claude Code 200 MB', shape: 'claude-code', megabytes: 200, extension: 'jsonl' },
  { name: 'Codex 200 MB', shape: 'codex', megabytes: 200, extension: 'jsonl' },
]

/** Path of a generated log; makes it when it is not there. */
function logOf(shape: Shape): string {
  const path = join(cache, `${shape.shape}-${shape.megabytes}.${shape.extension}`)
  if (existsSync(path)) return path
  const bytes = String(shape.megabytes * 1_000_000)
  const generator = join(here, '../../bench/generate/main.mjs')
  const made = spawnSync(process.execPath, [generator, shape.shape, bytes, `${path}.part`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (made.status !== 0) throw new Error(`could not generate ${shape.name}`)
  renameSync(`${path}.part`, path)
  return path
}

function measure(what: string, path: string): Measured {
  const run = spawnSync(process.execPath, [join(here, 'measure.js'), what, path], {
    encoding: 'utf8',
    maxBuffer: 1 << 20,
  })
  if (run.status !== 0) throw new Error(run.stderr)
  return JSON.parse(run.stdout) as Measured // printed by measure.ts, our own process
}

function row(name: string, cells: readonly string[]): void {
  process.stdout.write(`| ${[name, ...cells].join(' | ')} |\n`)
}

const wanted = process.argv.slice(2)
const isWanted = (shape: Shape): boolean =>
  wanted.length === 0 ||
  wanted.some((word) => shape.name.toLowerCase().includes(word.toLowerCase()))

process.stdout.write(
  `${cpus().length} cores, ${(totalmem() / 1e9).toFixed(0)} GB, Node ${process.version}\n\n`,
)
row('log', [
  'on disk',
  'entries',
  'index',
  'MB/s',
  '÷ newlines',
  '× JSON.parse',
  '÷ lines alone',
  'first page',
  'resident',
])
row('---', ['---:', '---:', '---:', '---:', '---:', '---:', '---:', '---:', '---:'])
for (const shape of [...shapes, ...others].filter(isWanted)) {
  const path = logOf(shape)
  const size = statSync(path).size
  measure('newlines', path) // warms the page cache for all that follow
  const newlines = measure('newlines', path)
  const lines = measure('lines', path)
  const parse = measure('parse', path)
  const index = measure('index', path)
  const mb = shape.megabytes
  row(shape.name, [
    `${(size / 1e6).toFixed(1)} MB`,
    String(index.count),
    `${index.ms.toFixed(0)} ms`,
    ((mb / index.ms) * 1000).toFixed(0),
    shape.extension === 'jsonl' ? (newlines.ms / index.ms).toFixed(2) : '–',
    (parse.ms / index.ms).toFixed(1),
    (index.ms / lines.ms).toFixed(2),
    `${(index.firstMs ?? 0).toFixed(0)} ms`,
    `${(index.rss / 1e6).toFixed(0)} MB`,
  ])
}
