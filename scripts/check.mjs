/** `npm run check`: types, lint, format, layers, unused code. Mends nothing; every step runs. */
import { binOf, runQuietly } from './lib/run.mjs'

const steps = [
  ['types', 'tsc', ['--build', '--noEmit', '--force'], ['shared', 'main', 'test']],
  ['window', 'svelte-check', ['--tsconfig', 'tsconfig.renderer.json', '--fail-on-warnings']],
  ['lint', 'eslint', ['.', '--max-warnings', '0']],
  ['format', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['layers', 'vitest', ['run', 'test/layers.test.ts', '--coverage.enabled=false']],
  ['unused', 'knip', ['--no-progress']],
]

let failed = 0
for (const [name, program, args, projects] of steps) {
  const runs = projects
    ? projects.map((project) => ['-p', `tsconfig.${project}.json`, '--noEmit'])
    : [args]
  for (const parameters of runs) {
    const { code, output } = await runQuietly(binOf(program), parameters)
    const label = projects ? `${name} ${parameters[1]}` : name
    process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'}  ${label}\n`)
    if (code === 0) continue
    failed += 1
    process.stdout.write(`${output.trim()}\n`)
  }
}
process.exit(failed > 0 ? 1 : 0)
