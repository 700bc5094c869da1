/** The command line: wires one file per command, turns faults into one line and an exit code. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { programDir } from '../host/places'
import { check, type CheckOptions } from './commands/check'
import { exportEntry, type ExportOptions } from './commands/export'
import { list, type ListOptions } from './commands/list'
import { record, type RecordOptions } from './commands/record'
import { search, type SearchOptions } from './commands/search'
import { serve, type ServeOptions } from './commands/serve'
import { show, type ShowOptions } from './commands/show'
import { CommandFault } from './output'

function versionOf(): string {
  const text = readFileSync(join(programDir(), 'package.json'), 'utf8')
  const facts: unknown = JSON.parse(text)
  const known = typeof facts === 'object' && facts !== null && 'version' in facts
  return known ? String(facts.version) : '0'
}

const version = versionOf()
const program = new Command('reread')
  .description('Session replay viewer for AI-agent runs')
  .version(version)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))

program
  .command('serve', { isDefault: true })
  .description('the app on a loopback address')
  .argument('[path...]', 'folders or logs; without any, the folders of every agent')
  .option('--port <number>', 'port to listen on; any free one by default')
  .action((paths: string[], options: ServeOptions) => serve(paths, options, version))
program
  .command('list')
  .description('sessions, newest first')
  .argument('[path...]')
  .option('--json', 'one JSON object per line')
  .action((paths: string[], options: ListOptions) => list(paths, options))
program
  .command('show')
  .description('the timeline of a log')
  .argument('<log>')
  .option('--json', 'NDJSON, see docs/show-json.md')
  .option('--session <id>', 'which session of a database')
  .action((log: string, options: ShowOptions) => show(log, options))
program
  .command('export')
  .description('one read card as a self-contained HTML file')
  .argument('<log>')
  .requiredOption('--entry <seq|callid>', 'which entry')
  .option('-o, --output <file>', 'where to; - is stdout')
  .option('--session <id>', 'which session of a database')
  .action((log: string, options: ExportOptions) => exportEntry(log, options, version))
program
  .command('check')
  .description('what could not be read; exit code 1 if anything')
  .argument('<log>')
  .option('--json', 'one JSON object per line')
  .option('--session <id>', 'which session of a database')
  .action(async (log: string, options: CheckOptions) => {
    process.exitCode = await check(log, options)
  })
program
  .command('record')
  .description('run a script of tool calls for real and write a log of it')
  .argument('<dir>', 'the folder the tools work on')
  .requiredOption('--script <file>', 'what to run, as JSON')
  .requiredOption('-o, --output <log>', 'the log; compressed when it ends in .zstd')
  .action((folder: string, options: RecordOptions) => record(folder, options))
program
  .command('search')
  .description('lines that match, newest session first; exit code 1 if none')
  .argument('<pattern>')
  .argument('[path...]')
  .option('--json', 'one JSON object per line')
  .option('--kind <field...>', 'only in prompts, answers, output …')
  .option('--regex', 'the pattern is a regular expression')
  .option('--case', 'upper and lower case differ')
  .option('--word', 'whole words only')
  .option('--errors', 'only in entries that failed')
  .action(async (pattern: string, paths: string[], options: SearchOptions) => {
    process.exitCode = await search(pattern, paths, options)
  })

// A reader that went away (`| head`) is no fault.
process.stdout.on('error', () => process.exit(0))

try {
  await program.parseAsync()
} catch (error) {
  const text = error instanceof Error ? error.message : String(error)
  process.stderr.write(`reread: ${text.split('\n')[0] ?? ''}\n`)
  process.exitCode = error instanceof CommandFault ? error.exitCode : 2
}
