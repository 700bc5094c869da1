/** DeepSeek Harness. Specification: docs/formats/dsh.md. */
import { join } from 'node:path'
import type { LogFormat } from '../format'
import { discoverDsh, dshHome } from './discover'
import { openDsh } from './reader'
import { summariseDsh } from './summarise'

export const dsh: LogFormat = {
  id: 'dsh',
  name: 'dsh',
  roots: (env) => [join(dshHome(env), 'sessions')],
  discover: discoverDsh,
  summarise: summariseDsh,
  open: openDsh,
}
