/** Whether a session goes on, judged by its log alone. */
import { expect, test } from 'vitest'
import { liveState, silentMs, staleClockMs, waitingMs } from '#main/session/live-state'

const now = 1_800_000_000_000
test.each([
  ['open and just written', true, now - 1000, now - 1000, 'running'],
  [
    'open, silent within the bounds of a long command',
    true,
    now - silentMs,
    now - silentMs,
    'running',
  ],
  ['open, silent for too long', true, now - silentMs - 1, now - silentMs - 1, 'stopped'],
  ['open, copied now, but its last time is old', true, now, now - staleClockMs - 1, 'stopped'],
  ['open, without times, just written', true, now, null, 'running'],
  ['closed a moment ago', false, now - waitingMs, now - waitingMs, 'waiting'],
  ['closed before that', false, now - waitingMs - 1, now - waitingMs - 1, 'ended'],
  ['closed long ago, copied now', false, now, now - staleClockMs - 1, 'ended'],
] as const)('%s', (_name, open, updatedAt, lastAt, expected) => {
  expect(liveState({ open, updatedAt, lastAt, now })).toBe(expected)
})
