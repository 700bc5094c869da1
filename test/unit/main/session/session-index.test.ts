/** Counts over rows: steps counted through, turns, errors and usage, also when a row changes later. */
import { describe, expect, test } from 'vitest'
import { rowWith, sessionFrom } from '../../../support/session-from'
import { SessionIndex } from '#main/session/session-index'

const usage = { input: 10, output: 2, cacheRead: 5, cacheWrite: 1, reasoning: 1 }

describe('session index', () => {
  test('steps are counted over the whole session though each turn restarts them', () => {
    const index = sessionFrom(`
      user  first
      say   reading
      read  a.ts 1-2/2
      step
      say   done
      turn
      user  second
      say   yes
    `)
    expect([0, 1, 2, 3, 4, 5].map((seq) => index.stepOf(seq))).toEqual([1, 1, 1, 2, 3, 3])
    expect(index.counts()).toEqual({
      turns: 2,
      steps: 3,
      entries: 6,
      toolCalls: 1,
      errors: 0,
      durationMs: 5000,
      diagnostics: 0,
    })
  })

  test('a turn knows its prompt, its entries, its steps, its input and its errors', () => {
    const index = sessionFrom(
      `
      user  why does it fail
      say   let me see
      run   npm test !
      turn
      user  thanks
    `,
      usage,
    )
    expect(index.turnList()).toEqual([
      {
        turn: 1,
        first: 0,
        last: 2,
        prompt: 'why does it fail',
        steps: 1,
        startedAt: 0,
        endedAt: 2010,
        inputTokens: 16,
        errors: 1,
      },
      {
        turn: 2,
        first: 3,
        last: 3,
        prompt: 'thanks',
        steps: 1,
        startedAt: 3000,
        endedAt: 3000,
        inputTokens: 0,
        errors: 0,
      },
    ])
  })

  test('a result that fails later is counted once, and uncounted when it is replaced', () => {
    const index = new SessionIndex()
    const row = rowWith({ callId: 'a' })
    const seq = index.add(row)
    expect(index.takeChanged()).toBe(0)
    row.error = true
    index.touch(seq)
    index.touch(seq)
    expect(index.counts().errors).toBe(1)
    expect(index.turnList()[0]?.errors).toBe(1)
    row.error = false
    index.touch(seq)
    expect(index.counts().errors).toBe(0)
    expect(index.takeChanged()).toBe(0)
    expect(index.takeChanged()).toBeNull()
  })

  test('usage of inherited rows is the parent’s, not this session’s', () => {
    const index = new SessionIndex()
    index.add(rowWith({ kind: 'assistant', usage, inherited: true }))
    index.add(rowWith({ kind: 'assistant', usage }))
    expect(index.header('dsh', 'id', true).usage).toEqual(usage)
  })

  test('usage that changes on a row replaces what was counted', () => {
    const index = new SessionIndex()
    const row = rowWith({ kind: 'assistant', usage })
    index.add(row)
    row.usage = { ...usage, output: 7 }
    index.touch(0)
    expect(index.header('dsh', 'id', true).usage).toEqual({ ...usage, output: 7 })
  })

  test('an open session claims no end; an ended one ends with its last time', () => {
    const index = sessionFrom('user hello\nsay hi')
    expect(index.header('dsh', 'x', false).endedAt).toBeNull()
    expect(index.header('dsh', 'x', true).endedAt).toBe(1000)
  })

  test('the same banner is shown once', () => {
    const index = new SessionIndex()
    const banner = { tone: 'error' as const, reason: { code: 'x', params: { line: 1 } } }
    index.banner(banner)
    index.banner({ ...banner })
    expect(index.banners).toHaveLength(1)
  })

  test('rows outside of turns and steps have neither', () => {
    const index = new SessionIndex()
    index.add(rowWith({ turn: null, step: null }))
    expect(index.stepOf(0)).toBeNull()
    expect(index.turnList()).toEqual([])
  })
})
