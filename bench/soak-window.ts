/** The soak with a window that follows: what its reader sees, and what page and host keep. */
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { cache } from './logs'
import { perSecond, records, soakHeader } from './soak'
import { head, megabytes, row } from './table'
import { withWindow } from './with-window'

/** Numbers of the messages on screen, from above. */
async function shown(page: Page): Promise<number[]> {
  const text = await page.getByRole('region', { name: 'Timeline' }).innerText()
  return [...text.matchAll(/^message (\d+)$/gm)].map(([, nth]) => Number(nth))
}

/** Bytes of JavaScript that the page holds after a collection. */
async function pageHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

/** Resident bytes of a process, where the system tells. */
function residentOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1024
  } catch {
    return Number.NaN
  }
}

/** Entries of the session as the window counts them. */
async function total(page: Page): Promise<number> {
  await page.keyboard.press('Shift+G')
  await page.waitForTimeout(500)
  const text = await page.evaluate(() => document.body.innerText)
  return Number((/entry [\d,]+ of ([\d,]+)/.exec(text)?.[1] ?? 'none').replaceAll(',', ''))
}

export async function soakWindow(seconds: number): Promise<void> {
  const folder = mkdtempSync(join(cache, 'soak-'))
  const log = join(folder, 'session.jsonl')
  writeFileSync(log, soakHeader() + records(0, 1))
  const title = `Soak in the window: ${perSecond} records a second for ${seconds} s`
  head(title, 'after', 'written', 'last on screen', 'gaps', 'page heap', 'host resident')
  await withWindow(log, async (page, pid) => {
    await page.getByRole('region', { name: 'Timeline' }).focus()
    await page.keyboard.press('l')
    let written = 1
    let gaps = 0
    let told = 0
    const began = Date.now()
    const every = Math.max(1, Math.floor(seconds / 10))
    for (let passed = 0; passed < seconds; passed = (Date.now() - began) / 1000) {
      const due = Math.max(written, Math.floor(passed * perSecond))
      const text = records(written, due)
      written = due
      const cut = Math.floor(text.length / 2)
      appendFileSync(log, text.slice(0, cut))
      await page.waitForTimeout(25)
      appendFileSync(log, text.slice(cut))
      await page.waitForTimeout(25)
      if (passed < told + every) continue
      told += every
      const seen = await shown(page)
      gaps += seen.slice(1).filter((nth, at) => nth !== (seen[at] ?? 0) + 1).length
      row(
        `${Math.floor(passed)} s`,
        String(written),
        String(seen.at(-1) ?? 'none'),
        String(gaps),
        megabytes(await pageHeap(page)),
        megabytes(residentOf(pid)),
      )
    }
    await page.waitForTimeout(1000)
    const counted = await total(page)
    const isWhole = counted === written && gaps === 0
    row('end', String(written), `${counted} entries ${isWhole ? '✓' : '✗'}`, String(gaps), '', '')
  })
  rmSync(folder, { recursive: true, force: true })
}
