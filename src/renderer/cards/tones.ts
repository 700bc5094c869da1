/** Icon and class of each tone. */
import type { Tone } from '#shared/session'
import type { IconName } from '../ui/icons'

export const toneIcons: Readonly<Record<Tone, IconName>> = {
  user: 'user',
  injected: 'text',
  say: 'text',
  read: 'read',
  search: 'search',
  web: 'web',
  edit: 'edit',
  run: 'run',
  agent: 'branch',
  generic: 'generic',
  marker: 'reason',
}

export const toneClasses: Readonly<Record<Tone, string>> = {
  user: 'k-user',
  injected: 'k-say',
  say: 'k-say',
  read: 'k-read',
  search: 'k-search',
  web: 'k-web',
  edit: 'k-edit',
  run: 'k-run',
  agent: 'k-generic',
  generic: 'k-generic',
  marker: 'k-say',
}
