#!/usr/bin/env node
/** The command line as it is built: `npm run build`, or `npm start`, makes it. */
import { existsSync } from 'node:fs'

const built = new URL('../out/main/cli.js', import.meta.url)
if (existsSync(built)) await import(built.href)
else {
  process.stderr.write('reread: not built yet, run "npm run build" first\n')
  process.exitCode = 2
}
