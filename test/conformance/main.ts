/**
 * Opens every log below the given folders and prints a row for each. A log
 * whose row differs from expected.json beside this file, one that expected.json
 * does not name and one it names that is not there make the run fail.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { logsBelow, tallyOf, type Counts, type Tally } from './tally'

const expectedPath = resolve('test/conformance/expected.json')
const args = process.argv.slice(2)
const isWriting = args.includes('--write')
const folders = args.filter((arg) => !arg.startsWith('--'))
if (folders.length === 0) {
  process.stderr.write('usage: npm run conformance -- FOLDER… [--write]\n')
  process.exit(2)
}

function words(counts: Counts): string {
  const parts = Object.entries(counts).map(([name, count]) => `${name} ${count}`)
  return parts.length === 0 ? '–' : parts.join(', ')
}

function rowOf(tally: Tally): string {
  const { agent, entries, prompts, calls, cards, declined, diagnostics } = tally
  return [
    agent,
    `${entries} entries`,
    `${prompts} prompts`,
    `${calls} calls`,
    `cards ${words(cards)}`,
    `declined ${words(declined)}`,
    `diagnostics ${words(diagnostics)}`,
  ].join(' | ')
}

const seen = new Map<string, Tally>()
const failures: string[] = []
for (const folder of folders) {
  for (const log of await logsBelow(resolve(folder))) {
    const path = relative(resolve(folder), log.found.path).replaceAll('\\', '/')
    const { sessionId } = log.found
    const name = sessionId === null ? path : `${path}#${sessionId}`
    try {
      seen.set(name, await tallyOf(log))
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

if (isWriting) {
  const rows = [...seen].map(
    ([name, tally]) => `  ${JSON.stringify(name)}: ${JSON.stringify(tally)}`,
  )
  writeFileSync(join(expectedPath), `{\n${rows.join(',\n')}\n}\n`)
}
// Our own file, written by this program and read over by a person.
const expected = JSON.parse(readFileSync(expectedPath, 'utf8')) as Record<string, Tally>
for (const [name, tally] of seen) {
  const wanted = expected[name]
  const fits = wanted !== undefined && rowOf(wanted) === rowOf(tally)
  process.stdout.write(`${fits ? 'ok  ' : 'FAIL'} ${name} | ${rowOf(tally)}\n`)
  if (fits) continue
  if (wanted) process.stdout.write(`     expected: ${rowOf(wanted)}\n`)
  failures.push(`${name}: ${wanted ? 'differs' : 'not in expected.json'}`)
}
for (const name of Object.keys(expected)) {
  if (!seen.has(name)) failures.push(`${name}: not found`)
}
for (const failure of failures) process.stderr.write(`${failure}\n`)
process.stdout.write(`${seen.size} logs, ${failures.length} failures\n`)
process.exit(failures.length > 0 ? 1 : 0)
