/** A log that an agent still writes: what arrives shows up, whatever happens to the file. */
import { appendFile, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, fixtures, test } from '../hosts/test'

const source = join(fixtures, 'example/retry-loop/session.jsonl')

/** Lines of the example, and the place of the log in the test's folder. */
async function prepare(folder: string): Promise<{ lines: string[]; log: string; logs: string }> {
  const logs = join(folder, 'logs')
  const log = join(logs, 'one/session.jsonl')
  await mkdir(join(logs, 'one'), { recursive: true })
  const lines = (await readFile(source, 'utf8')).split('\n').filter(Boolean)
  return { lines, log, logs }
}

test('shows what is appended, in halves of lines too', async ({ start, folder }) => {
  const { lines, log, logs } = await prepare(folder)
  const end = lines.findIndex((line) => line.includes('"turn":2'))
  await writeFile(log, `${lines.slice(0, end).join('\n')}\n`)
  const { viewer } = await start({ paths: [logs] })
  await viewer.open(/Retry loop/)
  await expect(viewer.turn(2)).toBeHidden()
  const text = `${lines.slice(end).join('\n')}\n`
  const middle = Math.floor(text.length / 2)
  await appendFile(log, text.slice(0, middle))
  await expect(viewer.turn(2)).toBeVisible()
  await appendFile(log, text.slice(middle))
  await expect(async () => {
    await viewer.press('Shift+G')
    await expect(viewer.inspector).toContainText('37 of 37', { timeout: 300 })
  }).toPass()
  await expect(viewer.card('Turn completed').last()).toBeVisible()
})

test('follows the end, then counts what came while the reader was elsewhere', async ({
  start,
  folder,
}) => {
  const { log, logs } = await prepare(folder)
  const now = Date.now()
  const header = {
    type: 'session',
    version: 0,
    id: 'live',
    createdAt: now,
    cwd: '/p',
    delegationDepth: 0,
  }
  let seq = 0
  const event = (type: string, data: object, extra: object = {}): string =>
    `${JSON.stringify({ type, seq: seq++, time: Date.now(), data, ...extra })}\n`
  const message = (n: number): string =>
    event(
      'user/message',
      {
        id: `m${n}`,
        role: 'user',
        content: [{ type: 'text', text: `message ${n}` }],
        source: { kind: 'user' },
      },
      { surfaceOp: 'append' },
    )
  let text = `${JSON.stringify(header)}\n${event('turn/start', { turn: 1 })}`
  for (let n = 0; n < 60; n++) text += message(n)
  await writeFile(log, text)
  const { viewer, page } = await start({ paths: [logs] })
  await viewer.open(/message 0|live/)
  await expect(page.getByText(/^Live · /)).toBeVisible()
  await expect(viewer.timeline.getByText('message 59')).toBeVisible()
  await appendFile(log, message(60))
  await expect(viewer.timeline.getByText('message 60')).toBeVisible()
  await viewer.press('g', 'g')
  await expect(
    viewer.timeline.getByRole('paragraph').filter({ hasText: /^message 0$/ }),
  ).toBeVisible()
  await appendFile(log, message(61) + message(62))
  const arrived = page.getByRole('button', { name: '2 new entries' })
  await expect(arrived).toBeVisible()
  await arrived.click()
  await expect(viewer.timeline.getByText('message 62')).toBeVisible()
})

test('notices truncation, replacement, deletion and return', async ({ start, folder }) => {
  const { lines, log, logs } = await prepare(folder)
  await writeFile(log, `${lines.join('\n')}\n`)
  const { viewer, page } = await start({ paths: [logs] })
  await viewer.open(/Retry loop/)
  await expect(viewer.turn(2)).toBeVisible()
  const first = lines.slice(
    0,
    lines.findIndex((line) => line.includes('"turn":2')),
  )
  await writeFile(log, `${first.join('\n')}\n`)
  await expect(viewer.turn(2)).toBeHidden()
  await expect(viewer.turn(1)).toBeVisible()
  await writeFile(`${log}.new`, `${lines.join('\n')}\n`)
  await rename(`${log}.new`, log)
  await expect(viewer.turn(2)).toBeVisible()
  await rm(log)
  await expect(page.getByRole('alert')).toContainText('not there any more')
  await cp(source, log)
  await expect(page.getByRole('alert')).toBeHidden()
})

test('shows a new session in the library', async ({ start, folder }) => {
  const { logs } = await prepare(folder)
  await mkdir(logs, { recursive: true })
  const { viewer } = await start({ paths: [logs] })
  await expect(viewer.library).toContainText('No sessions')
  await mkdir(join(logs, 'new/deep'), { recursive: true })
  await cp(source, join(logs, 'new/deep/session.jsonl'))
  await expect(viewer.session(/Retry loop/)).toBeVisible()
})
