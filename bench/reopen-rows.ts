/** A log that was opened before: its stored index is taken, what was appended is read. */
import { appendFileSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { measure } from './index-rows'
import { cache, logOf, shapeNamed } from './logs'
import { head, megabytes, ms, row } from './table'
import { records } from './soak'

const names = [
  'dsh plain 1000 MB',
  'dsh zstd 1000 MB',
  'dsh 50,000 entries',
  'Claude Code 200 MB',
  'Codex 200 MB',
]

export function reopenRows(): void {
  head(
    'Opened again: the index kept on disk, against indexing anew (time, ×)',
    'log',
    'first time',
    'again: to the last page',
    '×',
    'resident',
  )
  for (const name of names) {
    const folder = mkdtempSync(join(cache, 'indexes-'))
    const path = logOf(shapeNamed(name))
    again(name, path, folder)
    rmSync(folder, { recursive: true, force: true })
  }
  const folder = mkdtempSync(join(cache, 'grown-'))
  const source = logOf(shapeNamed('dsh plain 1000 MB'))
  const path = join(folder, basename(source))
  copyFileSync(source, path)
  const state = join(folder, 'state')
  measure('reopen', path, state)
  appendFileSync(path, records(2_000_000, 2_050_000))
  const grown = measure('reopen', path, state)
  const label = 'dsh plain 1000 MB, 50,000 records later'
  row(label, '–', ms(grown.firstMs ?? 0), '–', megabytes(grown.rss))
  rmSync(folder, { recursive: true, force: true })
}

function again(name: string, path: string, state: string): void {
  const first = measure('reopen', path, state)
  const second = measure('reopen', path, state)
  const [a, b] = [first.firstMs ?? 0, second.firstMs ?? 0]
  row(name, ms(a), ms(b), (a / b).toFixed(1), megabytes(second.rss))
}
