/** The filters over the timeline: which tones each shows. */
import type { Tone } from '#shared/session'

export const kindFilters = {
  all: { label: 'All', tones: null },
  read: { label: 'Read', tones: ['read'] },
  search: { label: 'Search', tones: ['search', 'web'] },
  edit: { label: 'Edit', tones: ['edit'] },
  run: { label: 'Run', tones: ['run'] },
  agent: { label: 'Agents', tones: ['agent'] },
  generic: { label: 'Other', tones: ['generic'] },
  error: { label: 'Errors', tones: null },
  text: { label: 'Text', tones: ['user', 'injected', 'say'] },
  marker: { label: 'Markers', tones: ['marker'] },
} as const satisfies Record<string, { label: string; tones: readonly Tone[] | null }>

export type KindFilter = keyof typeof kindFilters

export const kindOrder = [
  'all',
  'read',
  'search',
  'edit',
  'run',
  'agent',
  'generic',
  'error',
  'text',
  'marker',
] as const satisfies readonly KindFilter[]
