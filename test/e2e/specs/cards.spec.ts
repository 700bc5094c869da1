/** Every card and marker, the way it says what it cannot show, and no fault of access. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from '../hosts/test'

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`))
}

test('draws one of every card', async ({ start }) => {
  const { viewer, page } = await start()
  await viewer.open(/One of every card/)
  await expect(page.getByRole('alert').first()).toContainText('vendor/note is unknown')
  await expect(viewer.card(/replay\.min\.json/)).toContainText(
    'Empty window: byte cap – starts at 5',
  )
  await expect(viewer.card(/src\/types\.ts/)).toContainText(
    'Past the end: starts at 60, the file has 26 lines',
  )
  const gap = viewer.card(/CHANGELOG\.md/)
  await expect(gap.locator('.gut')).toHaveText(/1\s*3/)
  await expect(gap).toContainText('1,307 lines remain')
  const declined = viewer.card(/^Result of read: Read .*dispatcher\.test\.ts/)
  await expect(declined).toContainText(
    'No card: meta.lines[2].number is 302, the same as the line before',
  )
  await viewer.press('Shift+G')
  await expect(viewer.card('Turn failed')).toBeVisible()
  const search = viewer.card(/^Grep sleep/)
  await search.scrollIntoViewIfNeeded()
  await expect(search).toContainText('capped at 3')
  await expect(search).toContainText('20 not shown')
})

test('draws terminals, diffs and Markdown', async ({ start }) => {
  const { viewer } = await start()
  await viewer.open(/Commands, colours/)
  await expect(viewer.card(/exit 3/)).toContainText('err')
  await expect(viewer.card(/kill -TERM/)).toContainText('signal SIGTERM')
  const colours = viewer.card(/^Run printf '.033/)
  await viewer.toggle(colours)
  await expect(colours.locator('.a-1')).toHaveText('red')
  const progress = viewer.card(/loading/)
  await viewer.toggle(progress)
  await expect(progress.locator('.term')).toHaveText(/^loading 100%\s*$/)
  const long = viewer.card(/seq 1 400/)
  await viewer.toggle(long)
  await expect(long).toContainText('Show all 400 lines')
  await viewer.press('Shift+G')
  await expect(viewer.card(/npm run watch/)).toContainText('no result')
  const prose = viewer.timeline
    .getByRole('article', { name: 'Answer' })
    .filter({ hasText: 'Each ended' })
  await prose.scrollIntoViewIfNeeded()
  await expect(prose.locator('li')).toHaveCount(2)
  await expect(prose).toContainText('<b>no HTML</b>')
})

test('numbers a hunk by what the session read, and marks the changed words', async ({ start }) => {
  const { viewer } = await start()
  await viewer.open(/Retry loop/)
  await viewer.press(']', ']')
  const edit = viewer.card(/^Edit src\/retry\.ts/)
  await expect(edit).toContainText('@@')
  await expect(edit.locator('.add').first()).toBeVisible()
  await expect(edit.locator('mark').first()).toBeVisible()
})

for (const theme of ['light', 'dark'] as const) {
  test(`has no fault of access, ${theme}`, async ({ start }) => {
    const { viewer, page } = await start()
    await page.emulateMedia({ colorScheme: theme })
    await expect(viewer.session(/Retry loop/)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await viewer.open(/One of every card/)
    expect(await violations(page)).toEqual([])
    await viewer.open(/Retry loop/)
    await viewer.press('j', 'j', 'g', 'r')
    await expect(viewer.inspector).toContainText('line')
    await viewer.press('Control+f')
    await page.getByRole('searchbox', { name: 'Search text' }).fill('sleep')
    await expect(page.getByText(/\d+ matches/)).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
}

test('floats its panels in a narrow window', async ({ start }) => {
  const { viewer, page } = await start()
  await viewer.open(/Retry loop/)
  await page.setViewportSize({ width: 900, height: 800 })
  await expect(viewer.library).toBeHidden()
  await expect(viewer.inspector).toBeHidden()
  await viewer.press('Control+b')
  await viewer.session(/Commands/).click()
  await expect(viewer.library).toBeHidden()
  await viewer.press('Control+i')
  await expect(viewer.inspector).toBeVisible()
  await viewer.press('Escape')
  await expect(viewer.inspector).toBeHidden()
})
