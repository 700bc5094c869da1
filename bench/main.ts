/**
 * The tables of docs/performance.md. Ratios are within one run: the machine's
 * speed cancels out. `npm run bench -- WORD…` runs the rows that hold a word.
 */
import { cpus, totalmem } from 'node:os'
import { indexRows } from './index-rows'
import { libraryRows } from './library-rows'
import { reopenRows } from './reopen-rows'
import { searchRows } from './search-rows'
import { soak } from './soak'
import { soakWindow } from './soak-window'
import { windowRows } from './window-rows'

const words = process.argv.slice(2).map((word) => word.toLowerCase())
const isWanted = (name: string): boolean =>
  words.length === 0 || words.some((word) => name.toLowerCase().includes(word))

process.stdout.write(
  `${cpus().length} cores, ${(totalmem() / 1e9).toFixed(0)} GB, Node ${process.version}\n`,
)
indexRows(isWanted)
if (isWanted('reopen')) reopenRows()
if (isWanted('search')) searchRows()
if (isWanted('library')) await libraryRows()
if (isWanted('window')) await windowRows()
// Ten minutes: only when it is named.
const seconds = Number(process.env.REREAD_SOAK_SECONDS ?? '600')
if (words.includes('soak')) await soak(seconds)
if (words.includes('soak-window')) await soakWindow(seconds)
