/** Settings and recent folders survive a restart and a broken file. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openRecents } from '#main/state/recents'
import { openSettings } from '#main/state/settings'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reread-state-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('keeps settings between starts', async () => {
  const settings = await openSettings(folder)
  expect(settings.get()).toMatchObject({ theme: 'system', fold: 'auto' })
  await settings.save({ theme: 'dark' })
  await settings.save({ fold: 'all' })
  const again = await openSettings(folder)
  expect(again.get()).toMatchObject({ theme: 'dark', fold: 'all', wrap: false })
})

it.each(['', '{"theme":"pink"}', '[]'])(
  'starts with defaults over a bad file: %s',
  async (text) => {
    await writeFile(join(folder, 'settings.json'), text)
    expect((await openSettings(folder)).get().theme).toBe('system')
  },
)

it('keeps the newest twelve folders, each once', async () => {
  const recents = await openRecents(folder)
  for (let i = 0; i < 14; i++) await recents.add(`/p/${i}`)
  await recents.add('/p/5')
  expect(recents.list()).toHaveLength(12)
  expect(recents.list()[0]).toBe('/p/5')
  await recents.forget('/p/5')
  const again = await openRecents(folder)
  expect(again.list()[0]).toBe('/p/13')
  await again.forget(null)
  expect(JSON.parse(await readFile(join(folder, 'recents.json'), 'utf8'))).toEqual({ paths: [] })
})

it('goes on where the folder cannot be written', async () => {
  const settings = await openSettings('/dev/null/nowhere')
  expect((await settings.save({ theme: 'light' })).theme).toBe('light')
})
