/** The header line of a dsh log, and what dsh would say about it. Rule: dsh format, 3, 8 and 19. */
import { z } from 'zod'
import { decline, good, type Outcome } from '#shared/outcome'
import type { Banner } from '#shared/session'

/** Versions we read: 0 by its specification, later ones by what is known of them. */
export const knownVersions = { specified: 0, newest: 4 } as const

const headerSchema = z.looseObject({
  type: z.literal('session'),
  version: z.number(),
  id: z.string(),
  createdAt: z.number(),
  cwd: z.string().optional(),
  parentSession: z.string().optional(),
  seedLength: z.number().optional(),
  origin: z.string().optional(),
  delegationDepth: z.number().optional(),
  agentPreset: z.string().optional(),
})
export type DshHeader = z.infer<typeof headerSchema>

/** The header, or 'dsh-not-header'. */
export function headerOf(value: unknown): Outcome<DshHeader> {
  const parsed = headerSchema.safeParse(value)
  return parsed.success ? good(parsed.data) : decline('dsh-not-header')
}

/** What dsh would refuse or miss in this header. */
export function headerBanners(header: DshHeader): Banner[] {
  const banners: Banner[] = []
  const { version } = header
  if (version > knownVersions.specified) {
    const tone = version > knownVersions.newest ? 'error' : 'warning'
    banners.push({ tone, reason: { code: 'dsh-newer-version', params: { version } } })
  }
  if (version < 0 || !Number.isInteger(version)) {
    banners.push({ tone: 'error', reason: { code: 'dsh-older-version', params: { version } } })
  }
  if (header.delegationDepth === undefined) {
    banners.push({ tone: 'warning', reason: { code: 'dsh-no-depth', params: {} } })
  }
  for (const key of ['sandboxMode', 'approvalPolicy']) {
    if (!(key in header)) continue
    banners.push({ tone: 'error', reason: { code: 'dsh-retired-key', params: { key } } })
  }
  return banners
}

/** Spawned by a tool of its parent, or split off from it. */
export function relationOf(header: DshHeader): 'subagent' | 'fork' | null {
  if (header.parentSession === undefined) return null
  return header.origin === 'subagent' ? 'subagent' : 'fork'
}
