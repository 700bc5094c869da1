/**
 * `npm test [-- NAME…]`: builds, runs unit and property tests with coverage,
 * then the browser tests. Last line: `N passed, M failed`.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, isStale } from './lib/build.mjs'
import { needBrowser } from './lib/browser.mjs'
import { binOf, root, run } from './lib/run.mjs'

const names = process.argv.slice(2)
const sums = { passed: 0, failed: 0, skipped: 0 }
const report = (name) => join(root, 'out', `${name}-report.json`)

function countVitest() {
  const facts = JSON.parse(readFileSync(report('vitest'), 'utf8'))
  sums.passed += facts.numPassedTests
  sums.failed +=
    facts.numFailedTests +
    facts.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    ).length
  sums.skipped += facts.numPendingTests
}

function countPlaywright() {
  const { stats } = JSON.parse(readFileSync(report('playwright'), 'utf8'))
  sums.passed += stats.expected + stats.flaky
  sums.failed += stats.unexpected
  sums.skipped += stats.skipped
}

for (const name of ['vitest', 'playwright']) rmSync(report(name), { force: true })
if (isStale()) await build()
const browser = await needBrowser()

const coverage = names.length === 0 ? ['--coverage'] : []
const unit = await run(binOf('vitest'), [
  'run',
  ...coverage,
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${report('vitest')}`,
  ...(names.length === 0 ? [] : ['--passWithNoTests']),
  ...names,
])
const pages = await run(
  binOf('playwright'),
  ['test', ...(names.length === 0 ? [] : ['--pass-with-no-tests']), ...names],
  {
    env: {
      ...process.env,
      REREAD_BROWSER: browser,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report('playwright'),
    },
  },
)
for (const count of [countVitest, countPlaywright]) {
  try {
    count()
  } catch {
    sums.failed += 1 // the runner died before it could report
  }
}
// A threshold of coverage that was missed fails the run without a failed test.
if (unit !== 0 && sums.failed === 0) sums.failed += 1
if (pages !== 0 && sums.failed === 0) sums.failed += 1
if (sums.skipped > 0) process.stdout.write(`${sums.skipped} left out, reasons above\n`)
process.stdout.write(`${sums.passed} passed, ${sums.failed} failed\n`)
process.exit(sums.failed > 0 ? 1 : 0)
