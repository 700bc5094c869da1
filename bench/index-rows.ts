/** How fast logs are indexed, against what cannot be less and what others pay. */
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { logOf, shapes, type Shape } from './logs'
import type { Measured } from './measure'
import { head, megabytes, ms, row } from './table'

const here = fileURLToPath(new URL('.', import.meta.url))

/** One measurement in a process of its own. */
export function measure(what: string, ...paths: readonly string[]): Measured {
  const run = spawnSync(process.execPath, [join(here, 'measure.js'), what, ...paths], {
    encoding: 'utf8',
    maxBuffer: 1 << 20,
  })
  if (run.status !== 0) throw new Error(run.stderr)
  return JSON.parse(run.stdout) as Measured // printed by measure.ts, our own process
}

function budgets(shape: Shape, ratios: { parse: number; newlines: number; lines: number }): string {
  const holds = (name: string, is: boolean): string => `${name} ${is ? '✓' : '✗'}`
  const checks: string[] = []
  if (shape.shape.startsWith('dsh') && shape.extension === 'jsonl') {
    checks.push(holds('≥ 6 × parse', ratios.parse >= 6))
    checks.push(holds('≥ 0.25 × newlines', ratios.newlines >= 0.25))
  } else if (shape.extension !== 'jsonl') {
    checks.push(holds('≤ 1.3 × lines', ratios.lines <= 1.3))
  } else checks.push(holds('≥ 1 × parse', ratios.parse >= 1))
  return checks.join(', ')
}

export function indexRows(isWanted: (name: string) => boolean): void {
  const wanted = shapes.filter(({ name }) => isWanted(name))
  if (wanted.length === 0) return
  head(
    'Index: speed against counting newlines (×), JSON.parse of every line (×) and the lines alone (time, ×)',
    'log',
    'on disk',
    'entries',
    'index',
    'MB/s',
    'newlines',
    'parse',
    'lines',
    'first page',
    'resident',
    'budget',
  )
  for (const shape of wanted) {
    const path = logOf(shape)
    measure('newlines', path) // warms the page cache for all that follow
    const newlines = measure('newlines', path)
    const lines = measure('lines', path)
    const parse = measure('parse', path)
    const index = measure('index', path)
    const ratios = {
      newlines: newlines.ms / index.ms,
      parse: parse.ms / index.ms,
      lines: index.ms / lines.ms,
    }
    row(
      shape.name,
      megabytes(statSync(path).size),
      String(index.count),
      ms(index.ms),
      ((shape.megabytes / index.ms) * 1000).toFixed(0),
      shape.extension === 'jsonl' ? ratios.newlines.toFixed(2) : '–',
      ratios.parse.toFixed(1),
      ratios.lines.toFixed(2),
      ms(index.firstMs ?? 0),
      megabytes(index.rss),
      budgets(shape, ratios),
    )
  }
}
