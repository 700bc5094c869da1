/** OpenCode's files and both generations of its database, the write-ahead log included. */
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as Sqlite from 'node-sqlite3-wasm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { opencode } from '#main/formats/opencode'
import { folderAt } from '#main/session/locate'
import { samplesOf } from '../../../../support/samples'
import { fixtures, foundAt, linesOf, openLog, survivesDamage } from '../document-reader/open-log'

const { Database }: typeof Sqlite = createRequire(import.meta.url)('node-sqlite3-wasm')

const tree = join(fixtures, 'opencode/storage/session/proj/ses_0001.json')
const treeLines = [
  'user How many frogs?',
  'injected pond.txt was attached',
  'say Two frogs.',
  'read /home/dev/pond/pond.txt 1-2/2',
  'read /home/dev/pond/pond.txt 3-4/20',
  'tool read: total-not-recorded',
  'tool read: window-not-consecutive',
  'read /home/dev/pond/pond.txt 5-6/8',
  'tool read: read-not-text',
  'read /home/dev/pond/pond.txt 7-8/8',
  'tool read: result-is-error [error]',
  'tool read',
  'run exit 3 = 3',
  'edit /home/dev/pond/pond.txt hunk@2',
  'edit /home/dev/pond/n.txt new@?',
  'tool task',
]

let home = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'reread-test-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

const v1 = `
  CREATE TABLE session(id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT, title TEXT, version TEXT,
    revert TEXT, time_created INT, time_updated INT, time_archived INT);
  CREATE TABLE message(id TEXT PRIMARY KEY, session_id TEXT, time_created INT, time_updated INT, data TEXT);
  CREATE TABLE part(id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INT, time_updated INT, data TEXT);
`

/** The rows of the fixture's files, as a migration writes them; parts share one time. */
async function fill(db: InstanceType<typeof Database>, session: string): Promise<void> {
  const storage = join(fixtures, 'opencode/storage')
  db.run(
    'INSERT INTO session VALUES (?, NULL, ?, ?, ?, NULL, 1777885200000, 1777885209000, NULL)',
    [session, '/home/dev/pond', 'Count the frogs', '1.2.0'],
  )
  for (const name of await readdir(join(storage, 'message/ses_0001'))) {
    const data = await readFile(join(storage, 'message/ses_0001', name), 'utf8')
    const id = `${session}-${name.replace('.json', '')}`
    const at = name.includes('0001') ? 1 : 2
    db.run('INSERT INTO message VALUES (?, ?, ?, 9, ?)', [id, session, at, data])
    const parts = join(storage, 'part', name.replace('.json', ''))
    for (const part of await readdir(parts)) {
      const text = await readFile(join(parts, part), 'utf8')
      db.run('INSERT INTO part VALUES (?, ?, ?, 9, 9, ?)', [
        `${session}-${part}`,
        id,
        session,
        text,
      ])
    }
  }
}

describe('the tree of files', () => {
  it('shows each kind of result', async () => {
    const { entries, overview, diagnostics } = await openLog(opencode, tree)
    expect(linesOf(entries)).toEqual(treeLines)
    expect(diagnostics).toEqual([])
    expect(overview.header).toMatchObject({
      id: 'ses_0001',
      title: 'Count the frogs',
      cwd: '/home/dev/pond',
      usage: { input: 10, output: 4, cacheRead: 6, cacheWrite: 2, reasoning: 1 },
    })
    expect(entries.at(-1)).toMatchObject({ links: [{ id: 'ses_0002' }] })
    expect(entries.at(11)).toMatchObject({ tags: ['pruned'] })
  })

  it('knows windows that were taken out of text from those that were stored', async () => {
    const { entries } = await openLog(opencode, tree)
    const derived = entries.flatMap((entry) =>
      entry.kind === 'tool' && entry.result?.card === 'read' ? [entry.derived] : [],
    )
    expect(derived).toEqual([true, true, false, true])
  })

  it('reads the layout of the first versions too', async () => {
    const storage = join(home, 'project/slug/storage/session')
    const info = join(storage, 'info/ses_1.json')
    for (const [at, value] of [
      ['info/ses_1.json', { id: 'ses_1', title: 'Old', time: { created: 1777885200000 } }],
      ['message/ses_1/msg_1.json', { id: 'msg_1', role: 'user', time: { created: 1 } }],
      ['part/ses_1/msg_1/prt_1.json', { type: 'text', text: 'hello' }],
    ] as const) {
      await mkdir(join(storage, at, '..'), { recursive: true })
      await writeFile(join(storage, at), JSON.stringify(value))
    }
    expect(await foundAt(opencode, info)).toHaveLength(1)
    expect(linesOf((await openLog(opencode, info)).entries)).toEqual(['user hello'])
  })

  it('opens an export', async () => {
    const path = join(home, 'export.json')
    const info = { id: 'ses_9', title: 'Shared', time: { created: 1777885200000 } }
    const parts = [{ type: 'text', text: 'hello' }]
    await writeFile(path, JSON.stringify({ info, messages: [{ info: { role: 'user' }, parts }] }))
    expect(await foundAt(opencode, path)).toHaveLength(1)
    expect(linesOf((await openLog(opencode, path)).entries)).toEqual(['user hello'])
    const summary = await opencode.summarise({ path, others: [], sessionId: null })
    expect(summary).toMatchObject({ value: { id: 'ses_9', title: 'Shared' } })
  })

  it('opens whatever became of its file', async () => {
    await survivesDamage(opencode, tree)
  })
})

describe('the database', () => {
  it('has its sessions as rows, each read alone', async () => {
    const path = join(home, 'opencode.db')
    const db = new Database(path)
    db.exec(v1)
    await fill(db, 'ses_a')
    await fill(db, 'ses_b')
    db.close()
    const found = await foundAt(opencode, path)
    expect(found.map(({ sessionId }) => sessionId)).toEqual(['ses_a', 'ses_b'])
    const { entries, overview } = await openLog(opencode, path, 'ses_b')
    expect(linesOf(entries)).toEqual(treeLines)
    expect(overview.header).toMatchObject({ id: 'ses_b', title: 'Count the frogs' })
    const summary = await opencode.summarise(found[0] ?? { path, others: [], sessionId: null })
    expect(summary).toMatchObject({ ok: true, value: { id: 'ses_a', updatedAt: 1777885209000 } })
  })

  it('reads the write-ahead log, writes nothing, and sees only changes of its own session', async () => {
    const path = join(home, 'live.db')
    const live = join(home, 'writer.db')
    const writer = new Database(live)
    writer.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;')
    writer.exec('PRAGMA wal_autocheckpoint = 0')
    writer.exec(v1)
    await fill(writer, 'ses_a')
    const publish = async (): Promise<void> => {
      await copyFile(`${live}-wal`, `${path}-wal`)
      await copyFile(live, path)
    }
    await publish()
    const before = await readFile(path)
    const opened = await opencode.open({ path, others: [], sessionId: 'ses_a' })
    if (!opened.ok) throw new Error(opened.reason.code)
    const reader = opened.value
    const { SessionIndex } = await import('#main/session/session-index')
    const index = new SessionIndex()
    await reader.scan(index, {})
    expect(index.size).toBe(treeLines.length)
    await fill(writer, 'ses_b')
    await publish()
    expect(await reader.changed()).toBe('same')
    writer.run("INSERT INTO message VALUES ('z', 'ses_a', 3, 10, ?)", [
      JSON.stringify({ role: 'assistant', time: { created: 3 } }),
    ])
    await publish()
    expect(await reader.changed()).toBe('grown')
    await reader.scan(index, {})
    expect(index.size).toBe(treeLines.length + 1)
    await reader.close()
    writer.close()
    expect((await readFile(path)).equals(before)).toBe(true)
    expect((await readdir(home)).filter((name) => name.startsWith('live.db')).sort()).toEqual([
      'live.db',
      'live.db-wal',
    ])
  })

  it('wins over the files that a migration left behind', async () => {
    const data = join(home, 'moved')
    const folder = join(data, 'storage/session/proj')
    await mkdir(folder, { recursive: true })
    await copyFile(tree, join(folder, 'ses_0001.json'))
    expect(await opencode.discover(await folderAt(folder))).toHaveLength(1)
    const db = new Database(join(data, 'opencode.db'))
    db.exec(v1)
    await fill(db, 'ses_0001')
    db.close()
    expect(await opencode.discover(await folderAt(folder))).toHaveLength(0)
  })

  it('says which row it could not read', async () => {
    const path = join(home, 'row.db')
    const db = new Database(path)
    db.exec(v1)
    await fill(db, 'ses_a')
    db.run("UPDATE part SET data = '{' WHERE id = 'ses_a-prt_0005.json'")
    db.close()
    const { entries, diagnostics } = await openLog(opencode, path, 'ses_a')
    expect(diagnostics.map(({ reason }) => reason)).toEqual([
      { code: 'not-json', params: { detail: 'data of row ses_a-prt_0005.json' } },
    ])
    expect(linesOf(entries)).toContain('read /home/dev/pond/pond.txt 5-6/8')
  })

  it.each([
    ['no database', Buffer.from('SQLite format 3\0 and then nothing')],
    ['somebody else’s database', null],
  ])('finds nothing in %s', async (name, bytes) => {
    const path = join(home, `${bytes ? 'torn' : 'foreign'}.db`)
    if (bytes) await writeFile(path, bytes)
    else {
      const db = new Database(path)
      db.exec('CREATE TABLE session(id TEXT)')
      db.close()
    }
    expect(await foundAt(opencode, path), name).toEqual([])
    expect((await stat(path)).isFile()).toBe(true)
  })

  it('opens whatever became of one of its bytes, or says why not', async () => {
    const path = join(home, 'opencode.db')
    const whole = await readFile(path)
    for (let at = 0; at < whole.length; at += 1499) {
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] ?? 0) ^ 0xff
      const copy = join(home, 'damaged.db')
      await writeFile(copy, damaged)
      const opened = await opencode.open({ path: copy, others: [], sessionId: 'ses_a' })
      if (!opened.ok) continue
      const { SessionIndex } = await import('#main/session/session-index')
      const index = new SessionIndex()
      await opened.value.scan(index, {})
      expect(index.size).toBeLessThan(100)
      await opened.value.close()
    }
  })
})

const samples = samplesOf('opencode')

describe.runIf(samples)('OpenCode samples', () => {
  it.each([
    ['v1-sqlite/opencode.db', 'ses_3a8ef361affe3Qr05TZvm9q4uU', 16, 3],
    ['v1-sqlite/opencode.db', 'ses_3520e0b48ffeYkk02CKdPV1gUd', 4, 0],
    ['v1-sqlite-display/opencode.db', 'ses_a1', 15, 3],
    ['v2-sqlite/opencode.db', 'ses_v2a', 13, 1],
    ['json-storage-v2/storage/session/proj_test/ses_s_stage0_large.json', null, 7, 0],
    ['json-storage-v2/storage/session/proj_test/ses_s_stage0_small.json', null, 3, 0],
  ])('%s %s', async (file, sessionId, count, reads) => {
    const { entries, diagnostics } = await openLog(opencode, join(samples ?? '', file), sessionId)
    const cards = entries.filter((one) => one.kind === 'tool' && one.result?.card === 'read')
    expect([entries.length, cards.length]).toEqual([count, reads])
    expect(diagnostics).toEqual([])
  })
})
