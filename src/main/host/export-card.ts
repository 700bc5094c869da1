/** From an entry of an opened session to the input of the HTML export, shared by window and command line. */
import { decline, type Outcome } from '#shared/outcome'
import { exportReadCard } from '../export/html/read-card'
import type { OpenSession } from '../session/open-session'

/** The read card of `seq` as one HTML file. `exportedAt` in ms. Declines when the entry has no read card. */
export async function exportCard(
  session: OpenSession,
  seq: number,
  version: string,
  exportedAt: number,
): Promise<{ ok: true; fileName: string; html: string } | Extract<Outcome<never>, { ok: false }>> {
  const entry = await session.entry(seq)
  if (!entry) return decline('entry-unknown', { seq })
  if (entry.kind !== 'tool' || entry.result?.card !== 'read') return decline('not-a-read', { seq })
  const overview = session.overview()
  const continuation = entry.continuation
  const continuedBy =
    continuation?.kind === 'more' || continuation?.kind === 'nothing-fitted'
      ? continuation.continuedBy
      : null
  const continues = entry.readContext?.continues ?? null
  const stepOf = (of: number | null): number | null => (of === null ? null : session.stepOf(of))
  const step = session.stepOf(seq)
  const exported = exportReadCard({
    entry,
    session: {
      title: overview.header.title,
      agentName: overview.agentName,
      id: overview.header.id,
      cwd: overview.header.cwd,
      model: overview.header.model,
    },
    stepLabel: step === null ? null : String(step),
    continuedByStep: stepOf(continuedBy),
    continuesStep: stepOf(continues),
    exportedAt,
    version,
  })
  return exported.ok ? { ok: true, ...exported.value } : exported
}
