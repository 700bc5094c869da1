/** What a reader feels: jumps in a long timeline, and how soon an appended line is a card. */
import { appendFileSync, copyFileSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { cache, logOf, shapeNamed } from './logs'
import { head, judged, median, ms, row } from './table'
import { withWindow } from './with-window'

/** Time from a key to the frame in which an entry of that end is drawn, ms. */
async function jump(page: Page, key: string, shown: string): Promise<number> {
  const began = await page.evaluate(() => performance.now())
  await page.keyboard.press(key)
  return page.evaluate(
    async ([from, text]) => {
      for (;;) {
        const now = await new Promise<number>((frame) => requestAnimationFrame(frame))
        if (
          document.querySelector('.foot, footer, main')?.ownerDocument.body.innerText.includes(text)
        ) {
          return now - from
        }
        if (now - from > 5000) return Number.NaN
      }
    },
    [began, shown] as const,
  )
}

/** Entries of the session, once it is indexed: the last one is selected, and is the last one of all. */
async function whole(page: Page): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    await page.keyboard.press('Shift+G')
    await page.waitForTimeout(200)
    const text = await page.evaluate(() => document.body.innerText)
    const count = Number((/entry [\d,]+ of ([\d,]+)/.exec(text)?.[1] ?? '0').replaceAll(',', ''))
    if (count > 40_000 && !text.includes('so far')) return count
  }
  throw new Error('the log was not indexed within 20 s')
}

async function jumps(): Promise<void> {
  await withWindow(logOf(shapeNamed('dsh 50,000 entries')), async (page) => {
    await page.getByRole('region', { name: 'Timeline' }).focus()
    const total = await whole(page)
    const last = `entry ${total.toLocaleString('en')} of`
    const times: number[] = []
    for (let turn = 0; turn < 10; turn++) {
      times.push(await jump(page, 'Shift+G', last))
      await page.keyboard.press('g')
      times.push(await jump(page, 'g', 'entry 1 of'))
    }
    const long = await page.evaluate(async () => {
      const tasks: number[] = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) tasks.push(entry.duration)
      }).observe({ entryTypes: ['longtask'] })
      const scroller = [...document.querySelectorAll('*')].find(
        (element) => element.scrollHeight > element.clientHeight * 20,
      )
      for (let step = 0; step < 200; step++) {
        scroller?.scrollBy(0, 600)
        await new Promise((frame) => requestAnimationFrame(frame))
      }
      return tasks.length === 0 ? 0 : Math.max(...tasks)
    })
    const time = median(times)
    row(`jump to an end, ${total} entries`, ...judged(ms(time), time <= 50, '≤ 50 ms'))
    row('longest task while scrolling', ...judged(ms(long), long <= 50, '≤ 50 ms'))
  })
}

/** From the write to the frame that shows it, in one clock: this process's and the page's agree in ms. */
async function live(): Promise<void> {
  const log = join(mkdtempSync(join(cache, 'live-')), 'session.jsonl')
  copyFileSync(logOf(shapeNamed('dsh plain 10 MB')), log)
  await withWindow(log, async (page) => {
    await page.getByRole('region', { name: 'Timeline' }).focus()
    await page.keyboard.press('l')
    await page.waitForTimeout(500)
    const times: number[] = []
    for (let nth = 0; nth < 20; nth++) {
      const word = `appended-${nth}-here`
      const content = [{ type: 'text', text: word }]
      const data = { id: word, role: 'user', content, source: { kind: 'user' } }
      const seen = page.evaluate(async (text) => {
        for (;;) {
          await new Promise((frame) => requestAnimationFrame(frame))
          if (document.body.innerText.includes(text)) return Date.now()
        }
      }, word)
      await page.waitForTimeout(120)
      const line = {
        type: 'user/message',
        seq: 1e7 + nth,
        time: Date.now(),
        data,
        surfaceOp: 'append',
      }
      const began = Date.now()
      appendFileSync(log, `${JSON.stringify(line)}\n`)
      times.push((await seen) - began)
    }
    const time = median(times)
    row('a line appended → on screen, median', ...judged(ms(time), time <= 150, '≤ 150 ms'))
  })
}

export async function windowRows(): Promise<void> {
  head('In the window (Chromium, loopback host)', 'what', 'measured', 'budget')
  await jumps()
  await live()
}
