/** From a folder of logs to cards: what a person does first. */
import { expect, fixtures, test } from '../hosts/test'
import { join } from 'node:path'

const retryLoop = /Retry loop ignores/

test('lists sessions by project and opens one', async ({ start }) => {
  const { viewer } = await start()
  await expect(viewer.session(retryLoop)).toBeVisible()
  await expect(viewer.session('explore: callers of cancel()')).toBeVisible()
  await viewer.filter.fill('colours')
  await expect(viewer.session(retryLoop)).toBeHidden()
  await viewer.filter.fill('')
  await viewer.open(retryLoop)
  await expect(viewer.page.getByRole('heading', { level: 1 })).toHaveText(retryLoop)
  await expect(viewer.turn(1)).toContainText('Why does a cancelled job')
  await expect(viewer.card(/^Read src\/dispatcher\.ts, lines 1–60 of 143/)).toBeVisible()
})

test('opens the log that the command line names', async ({ start }) => {
  const { viewer } = await start({ paths: [join(fixtures, 'example/retry-loop/session.jsonl')] })
  await expect(viewer.page.getByRole('heading', { level: 1 })).toHaveText(retryLoop)
})

test('shows twelve lines of a read, then all, and copies them without numbers', async ({
  start,
}) => {
  const { viewer, page } = await start()
  await viewer.open(retryLoop)
  const card = viewer.card(/lines 1–60 of 143/)
  expect(await viewer.linesOf(card)).toHaveLength(12)
  await card.getByRole('button', { name: /Show all 60 lines/ }).click()
  const lines = await viewer.linesOf(card)
  expect(lines).toHaveLength(60)
  expect(lines[4]).toBe('export interface DispatcherOptions {')
  await expect(card.locator('.sx-key').first()).toHaveText('import')
  await card.getByRole('button', { name: 'Copy lines' }).click()
  await expect(viewer.note).toHaveText('Copied lines')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split('\n')).toEqual(lines)
  await page.evaluate(() => window.getSelection()?.removeAllRanges())
  await card.locator('.code').click({ clickCount: 3, position: { x: 200, y: 12 } })
  const selected = await page.evaluate(() => window.getSelection()?.toString() ?? '')
  expect(selected.trim()).toBe('/** Takes jobs from a queue and runs them, a few at a time. */')
})

test('follows a continuation forwards and backwards', async ({ start }) => {
  const { viewer } = await start()
  await viewer.open(retryLoop)
  const first = viewer.card(/lines 1–60 of 143/)
  await expect(first).toContainText('83 lines remain')
  await first.getByRole('button', { name: 'step 2' }).click()
  const second = viewer.card(/lines 61–120 of 143/)
  await expect(second).toHaveClass(/\bsel\b/)
  await expect(second).toContainText('stale')
  await second.getByRole('button', { name: 'step 1' }).click()
  await expect(first).toHaveClass(/\bsel\b/)
  await viewer.timeline.focus()
  await viewer.press('c')
  await expect(second).toHaveClass(/\bsel\b/)
  await viewer.press('Shift+C')
  await expect(first).toHaveClass(/\bsel\b/)
})

test('exports a read card to one closed file', async ({ start }) => {
  const { viewer, exported } = await start()
  await viewer.open(retryLoop)
  const card = viewer.card(/lines 1–60 of 143/)
  await card.hover()
  const { html } = await exported(() => card.getByRole('button', { name: 'Export card' }).click())
  expect(html).toContain('id="L60"')
  expect(html).toContain('continued in step 2')
  expect(html).toContain('2b1c0f8e-8f3b-4d0e-9a51-0c1d2e3f4a5b')
  expect(html).not.toMatch(/<script|https?:\/\//)
})

test('is all there by keyboard', async ({ start }) => {
  const { viewer, page } = await start()
  await viewer.open(retryLoop)
  await viewer.press('g', 'g')
  await expect(viewer.inspector).toContainText('1 of 37')
  await viewer.press('j', 'j')
  await expect(viewer.inspector).toContainText('3 of 37')
  await viewer.press('x')
  await expect(viewer.inspector).toContainText('bash')
  await viewer.press('x')
  await expect(viewer.inspector).toContainText('FS_EDIT_AMBIGUOUS')
  await viewer.press('[')
  await viewer.press('g', 'r')
  await expect(viewer.inspector.getByRole('tab', { name: 'Raw' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(viewer.inspector).toContainText('"user/message"')
  await viewer.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await viewer.press('Escape')
  await viewer.press('/')
  await expect(viewer.filter).toBeFocused()
})

test('filters by kind and folds turns', async ({ start }) => {
  const { viewer, page } = await start()
  await viewer.open(retryLoop)
  await page.getByRole('button', { name: /^Errors/ }).click()
  await expect(viewer.timeline.getByRole('article')).toHaveCount(3)
  await page.getByRole('button', { name: /^All/ }).click()
  await viewer.turn(1).click()
  await expect(viewer.card(/lines 1–60 of 143/)).toBeHidden()
  await viewer.turn(1).click()
  await expect(viewer.card(/lines 1–60 of 143/)).toBeVisible()
})

test('opens the subagent from its parent', async ({ start }) => {
  const { viewer, page } = await start()
  await viewer.open(retryLoop)
  await viewer.inspector.getByRole('button', { name: /explore/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/explore/)
  await viewer.inspector.getByRole('button', { name: retryLoop }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(retryLoop)
})

test('offers the example on a first start', async ({ start, folder }) => {
  const { viewer, page } = await start({ paths: [folder] })
  await page.getByRole('button', { name: 'Open the example session' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(retryLoop)
  await expect(viewer.session(retryLoop)).toBeVisible()
})

test('shows the branch that was written last, and switches', async ({ start }) => {
  const { viewer, page } = await start({ paths: [join(fixtures, 'agents/pi')] })
  await viewer.open('Feed the fish')
  const { timeline } = viewer
  await expect(timeline).toContainText('Fed.')
  await expect(timeline).not.toContainText('There is no food.')
  await expect(timeline).toContainText('the way it went before')
  // What is counted is what is shown: the read is on the other branch.
  await expect(page.getByRole('button', { name: /^All 6/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Read/ })).toBeHidden()
  await timeline.getByRole('button', { name: 'Show it' }).click()
  await expect(timeline).toContainText('There is no food.')
  await expect(page.getByRole('button', { name: /^Read 1/ })).toBeVisible()
  await expect(timeline).not.toContainText('Fed.')
  await expect(timeline).toContainText('Feed the ducks instead')
  await timeline.getByRole('button', { name: 'Show it' }).click()
  await expect(timeline).toContainText('Fed.')
})
