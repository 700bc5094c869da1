/** What only the desktop does: menu, dialogs, second start, drops, and the doors that stay shut. */
import { join } from 'node:path'
import { expect, fixtures, test, type Started } from '../hosts/test'
import type { StandIn } from '../../support/electron-stand-in/launch'

function standInOf(started: Started): StandIn {
  if (!started.standIn) throw new Error('this spec runs over the stand-in')
  return started.standIn
}

test('opens what a dialog, a second start and a drop name', async ({ start, folder }) => {
  const started = await start({ paths: [folder] })
  const standIn = standInOf(started)
  const { viewer, page } = started
  standIn.answer('open', { canceled: false, filePaths: [join(fixtures, 'example')] })
  standIn.menu('Open folder…')
  await expect(viewer.session(/Retry loop/)).toBeVisible()
  standIn.startAgain([join(fixtures, 'example/explore/session.jsonl')])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/explore/)
  expect(standIn.calls.map(({ what }) => what)).toContain('focus')
  const log = 'dsh/--home-dev-orders-api--/7e9b1f52-0c7d-4b1e-9d3a-2f4c5b6a7d8e/session.jsonl'
  await standIn.dropPath(join(fixtures, log))
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['x'], 'session.jsonl'))
    return transfer
  })
  await page.dispatchEvent('.app', 'drop', { dataTransfer: data })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Commands/)
  standIn.menu('Open recent…')
  await expect(page.getByRole('dialog', { name: 'Open recent' })).toContainText('example')
})

test('keeps its doors shut', async ({ start }) => {
  const started = await start()
  const standIn = standInOf(started)
  const { viewer } = started
  await viewer.open(/Retry loop/)
  expect(await standIn.navigate('https://evil.example/')).toMatchObject({
    isPrevented: true,
    opened: 'deny',
    permission: false,
  })
  standIn.sendFromElsewhere('message', '{"forged":true}')
  standIn.sendFromElsewhere('hello')
  await viewer.press('Shift+G')
  await expect(viewer.card('Turn completed').last()).toBeVisible()
  expect(standIn.calls.map(({ what }) => what)).toContain('enableSandbox')
})

test('asks before it opens an address outside', async ({ start }) => {
  const started = await start()
  const standIn = standInOf(started)
  const { viewer } = started
  await viewer.open(/Commands/)
  await viewer.press('Shift+G')
  const link = viewer.timeline.getByRole('link', { name: 'a link' })
  await link.scrollIntoViewIfNeeded()
  standIn.answer('message', { response: 1 })
  await link.click()
  standIn.answer('message', { response: 0 })
  await link.click()
  await expect
    .poll(() => standIn.calls.filter(({ what }) => what === 'openExternal').map(({ url }) => url))
    .toEqual(['https://example.org/'])
})
