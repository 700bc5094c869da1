/** The library over real folders: what it finds, what it notices, what it remembers. */
import { mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLibrary, type Library, type LibraryOptions } from '#main/library/library'
import type { LibraryUpdate, SessionCounts } from '#shared/api/types'
import { fakeFormat, type FakeFormat } from '../../../support/fake-format'

const counts: SessionCounts = {
  turns: 1,
  steps: 2,
  entries: 3,
  toolCalls: 1,
  errors: 0,
  durationMs: 5,
  diagnostics: 0,
}

let home: string
let logs: string
let format: FakeFormat
const libraries: Library[] = []

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'reread-library-'))
  logs = join(home, 'logs')
  format = fakeFormat()
  await mkdir(logs)
})

afterEach(async () => {
  for (const library of libraries.splice(0)) await library.dispose()
  await rm(home, { recursive: true, force: true })
})

function library(options: Partial<LibraryOptions> = {}): Library {
  const made = createLibrary({
    formats: [format],
    rootEnv: { home, platform: 'linux', env: {} },
    stateDir: join(home, 'state'),
    knownRoots: false,
    count: () => Promise.resolve(counts),
    sweepMs: 40,
    ...options,
  })
  libraries.push(made)
  return made
}

async function log(path: string, id: string, title = id, parent = ''): Promise<string> {
  const at = join(logs, path)
  await mkdir(join(at, '..'), { recursive: true })
  await writeFile(at, `${id}\n${title}\n${parent}`)
  return at
}

function titles(of: Library): string[] {
  return of
    .all()
    .map((session) => session.title ?? '')
    .sort()
}

describe('opening', () => {
  it('finds sessions at any depth and groups nothing twice through a link', async () => {
    await log('a/one.fake', 'one')
    await log('a/b/c/two.fake', 'two')
    await log('node_modules/x/three.fake', 'three')
    await symlink(join(logs, 'a'), join(logs, 'a/b/loop'))
    const lib = library()
    expect(await lib.open([logs])).toEqual({ key: null, problems: [] })
    await lib.settled()
    expect(titles(lib)).toEqual(['one', 'two'])
    expect(lib.roots()).toMatchObject([{ path: logs, kind: 'opened', sessions: 2, exists: true }])
  })

  it('answers with the session when one file or a folder of one session is meant', async () => {
    const one = await log('a/one.fake', 'one')
    await log('a/two.fake', 'two')
    const only = await log('single/only.fake', 'only')
    const lib = library()
    expect((await lib.open([one])).key).toBe(one)
    expect(titles(lib)).toEqual(['one'])
    expect((await lib.open([join(logs, 'single')])).key).toBe(only)
    expect((await lib.open([join(logs, 'a')])).key).toBeNull()
    expect(titles(lib)).toEqual(['one', 'only', 'two'])
  })

  it('says what is wrong with a path', async () => {
    const text = join(logs, 'notes.txt')
    await writeFile(text, 'x')
    const missing = join(logs, 'missing')
    const { problems } = await library().open([text, missing])
    expect(problems).toEqual([
      { path: text, reason: { code: 'not-a-log', params: { path: text } } },
      { path: missing, reason: { code: 'file-missing', params: { path: missing } } },
    ])
  })

  it('lists a session that cannot be summarised with its problem', async () => {
    await log('x.fake', 'bad')
    const lib = library()
    await lib.open([logs])
    expect(lib.all()).toMatchObject([{ title: 'x.fake', problem: { code: 'not-json' } }])
  })

  it('takes a root out again and leaves the others', async () => {
    await log('a/one.fake', 'one')
    await log('b/two.fake', 'two')
    const lib = library()
    await lib.open([join(logs, 'a'), join(logs, 'b')])
    lib.close(join(logs, 'a'))
    expect(titles(lib)).toEqual(['two'])
  })

  it('looks at the known places only when it may', async () => {
    format = fakeFormat(logs)
    await log('one.fake', 'one')
    const shut = library()
    await shut.start()
    expect(titles(shut)).toEqual([])
    const open = library({ knownRoots: true })
    await open.start()
    await open.settled()
    expect(titles(open)).toEqual(['one'])
    expect(open.known()).toMatchObject([
      { path: logs, agentName: 'Fake', exists: true, sessions: 1 },
    ])
  })

  it('knows relatives by the ids that logs state', async () => {
    await log('p.fake', 'parent')
    await log('c.fake', 'child', 'child', 'parent')
    const lib = library()
    await lib.open([logs])
    expect(lib.childrenOf('parent').map(({ summary }) => summary.id)).toEqual(['child'])
    expect(lib.byId('parent')).toHaveLength(1)
    expect(lib.byId('nobody')).toEqual([])
  })
})

describe.each([
  ['watched', 512],
  ['swept only', 0],
])('changes, %s', (_, watchBudget) => {
  it('shows new, grown, renamed and deleted sessions and folders', async () => {
    const one = await log('a/one.fake', 'one')
    const lib = library({ watchBudget })
    const updates: LibraryUpdate[] = []
    await lib.open([logs])
    await lib.settled()
    lib.subscribe((update) => updates.push(update))
    expect(updates[0]).toMatchObject({ reset: true, upserted: [{ title: 'one' }] })

    await log('a/two.fake', 'two')
    await vi.waitFor(() => expect(titles(lib)).toEqual(['one', 'two']))
    await log('new/deep/three.fake', 'three')
    await vi.waitFor(() => expect(titles(lib)).toEqual(['one', 'three', 'two']))
    await writeFile(one, 'one\nrenamed by hand\n')
    await vi.waitFor(() => expect(titles(lib)).toContain('renamed by hand'))
    await rename(one, join(logs, 'a/moved.fake'))
    await vi.waitFor(() => expect(lib.get(one)).toBeUndefined())
    expect(lib.get(join(logs, 'a/moved.fake'))).toBeDefined()
    await rm(join(logs, 'new'), { recursive: true })
    await vi.waitFor(() => expect(titles(lib)).toEqual(['renamed by hand', 'two']))
    await vi.waitFor(() => expect(updates.flatMap(({ removed }) => removed)).toContain(one))
  })

  it('keeps a root that vanished and finds it again', async () => {
    await log('one.fake', 'one')
    const lib = library({ watchBudget })
    await lib.open([logs])
    await lib.settled()
    await rm(logs, { recursive: true })
    await vi.waitFor(() => expect(lib.roots()[0]?.exists).toBe(false))
    expect(titles(lib)).toEqual([])
    await log('back.fake', 'back')
    await vi.waitFor(() => expect(titles(lib)).toEqual(['back']))
  })
})

describe('catalogue', () => {
  it('shows the sessions of last time without reading them again', async () => {
    format = fakeFormat(logs)
    await log('a/one.fake', 'one')
    await log('b/two.fake', 'two')
    const first = library({ knownRoots: true })
    await first.start()
    await first.settled()
    await vi.waitFor(() => expect(first.all().every((session) => session.counts)).toBe(true))
    await first.dispose()
    expect(format.summaries).toBe(2)

    const second = library({ knownRoots: true })
    await second.start()
    expect(titles(second)).toEqual(['one', 'two'])
    expect(second.all().map((session) => session.counts)).toEqual([counts, counts])
    await second.settled()
    expect(format.summaries).toBe(2)
  })

  it('shows at once what it knew of a folder that is opened again', async () => {
    await log('a/one.fake', 'one')
    await log('b/c/two.fake', 'two')
    const first = library()
    await first.open([logs])
    await first.settled()
    await first.dispose()
    const second = library()
    await second.start()
    await second.open([logs])
    expect(titles(second)).toEqual(['one', 'two'])
    await second.settled()
    expect(format.summaries).toBe(2)
  })

  it('corrects what changed while nobody looked', async () => {
    format = fakeFormat(logs)
    const one = await log('a/one.fake', 'one')
    const first = library({ knownRoots: true })
    await first.start()
    await first.settled()
    await first.dispose()
    await rm(one)
    await log('a/two.fake', 'two')
    const second = library({ knownRoots: true })
    await second.start()
    await second.settled()
    expect(titles(second)).toEqual(['two'])
  })

  it.each(['', '{', '{"version":99,"folders":{}}'])('ignores a bad file: %s', async (text) => {
    await mkdir(join(home, 'state'))
    await writeFile(join(home, 'state/catalogue.json'), text)
    await log('one.fake', 'one')
    const lib = library()
    await lib.start()
    await lib.open([logs])
    expect(titles(lib)).toEqual(['one'])
  })
})

describe('counts', () => {
  it('are made once for each session, newest first, and not again where that failed', async () => {
    for (const name of ['old', 'new', 'odd']) {
      const at = await log(`${name}.fake`, name)
      const time = name === 'old' ? 1000 : name === 'new' ? 3000 : 2000
      await utimes(at, time, time)
    }
    const counted: string[] = []
    const lib = library({
      count: (key) => {
        counted.push(basename(key))
        return Promise.resolve(key.endsWith('odd.fake') ? null : counts)
      },
    })
    await lib.open([logs])
    await vi.waitFor(() => expect(counted).toHaveLength(3))
    await log('later.fake', 'later')
    await vi.waitFor(() => expect(counted).toContain('later.fake'))
    expect(counted.filter((name) => name !== 'later.fake')).toEqual([
      'new.fake',
      'odd.fake',
      'old.fake',
    ])
  })

  it('come from the background, and from a session that was opened', async () => {
    const one = await log('one.fake', 'one')
    const lib = library()
    await lib.open([logs])
    lib.noteCounts(one, { ...counts, entries: 99 }, 'a better title')
    expect(lib.get(one)?.summary).toMatchObject({
      title: 'a better title',
      counts: { entries: 99 },
    })
    lib.noteCounts('nobody', counts, null)
  })
})
