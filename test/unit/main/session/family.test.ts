/** Relatives of a session, and which of them a call started. */
import { describe, expect, test } from 'vitest'
import { callLinks, familyLinks, linkTo, type Family } from '#main/session/family'
import type { SessionSummary } from '#shared/api/types'
import type { ToolEntry } from '#shared/session'

function summary(id: string, patch: Partial<SessionSummary> = {}): SessionSummary {
  return {
    key: `key-${id}`,
    path: `${id}.jsonl`,
    agent: 'dsh',
    agentName: 'dsh',
    id,
    title: null,
    cwd: null,
    model: null,
    startedAt: 1000,
    updatedAt: 1000,
    size: 1,
    parent: 'p',
    relation: 'subagent',
    counts: null,
    live: false,
    problem: null,
    archived: false,
    ...patch,
  }
}

function family(...sessions: SessionSummary[]): Family {
  return {
    childrenOf: (id) => sessions.filter((session) => session.parent === id),
    byId: (id) => sessions.find((session) => session.id === id),
  }
}

function call(patch: Partial<ToolEntry>): ToolEntry {
  return {
    kind: 'tool',
    seq: 3,
    at: 1000,
    turn: 1,
    step: 1,
    source: { line: 1, offset: 0 },
    tone: 'agent',
    inherited: false,
    tags: [],
    callId: 'c',
    name: 'subagent',
    args: { description: 'Count files' },
    status: 'ok',
    durationMs: 100,
    endedAt: 1100,
    call: null,
    result: null,
    content: [],
    error: null,
    declined: null,
    continuation: null,
    readContext: null,
    derived: false,
    links: [],
    resultSource: null,
    ...patch,
  }
}

describe('family', () => {
  test('parent first, then children, each once though log and library both name them', () => {
    const known = family(summary('p', { parent: null }), summary('a', { parent: 'me', title: 'A' }))
    expect(familyLinks('me', 'p', ['a', 'gone'], known)).toEqual([
      { id: 'p', key: 'key-p', title: null, relation: 'parent' },
      { id: 'a', key: 'key-a', title: 'A', relation: 'subagent' },
      { id: 'gone', key: null, title: null, relation: 'subagent' },
    ])
  })

  test('an id in the log decides', () => {
    const known = family(summary('a'), summary('b', { startedAt: 1050 }))
    const links = callLinks(call({ links: [linkTo('a', 'subagent', known)] }), 'p', known)
    expect(links.map((link) => link.id)).toEqual(['a'])
  })

  test.each([
    ['began during the call', 1050, ['a']],
    ['began with the call', 1000, ['a']],
    ['began before it', 999, []],
    ['began after its result', 1101, []],
  ])('without an id: a child that %s', (_name, startedAt, ids) => {
    const links = callLinks(call({}), 'p', family(summary('a', { startedAt })))
    expect(links.map((link) => link.id)).toEqual(ids)
  })

  test('the description names one of several; without that all that fit are listed', () => {
    const both = [summary('a', { title: 'Count files' }), summary('b', { title: 'Other' })]
    expect(callLinks(call({}), 'p', family(...both)).map((link) => link.id)).toEqual(['a'])
    expect(callLinks(call({ args: '{' }), 'p', family(...both)).map((link) => link.id)).toEqual([
      'a',
      'b',
    ])
  })

  test('a call that is no agent’s starts nobody', () => {
    expect(callLinks(call({ tone: 'run' }), 'p', family(summary('a')))).toEqual([])
  })
})
