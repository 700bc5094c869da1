/** Each log is claimed by its own agent and by no other, in the order in which they are asked. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formats } from '#main/formats'
import { discoverIn, folderAt } from '#main/session/locate'
import { basename, dirname } from 'node:path'
import { fixtures } from './open-log'

const logs = [
  ['gemini-cli', 'gemini-cli/tmp/meadow/chats/session-2026-05-04T09-00-a1b2c3d4.json'],
  ['gemini-cli', 'gemini-cli/tmp/meadow/chats/session-2026-05-05T09-00-b2c3d4e5.jsonl'],
  ['opencode', 'opencode/storage/session/proj/ses_0001.json'],
  ['cline', 'cline/tasks/1777885200000/api_conversation_history.json'],
  ['roo', 'roo/tasks/0190aaaa-0000-7000-8000-00000000000a/api_conversation_history.json'],
  ['swe-agent', 'swe-agent/run/garden-1.traj'],
  ['swe-agent', 'swe-agent/mini/garden-2.traj.json'],
  ['copilot-cli', 'copilot-cli/session-state/0c0c0c0c-0000-4000-8000-000000000001/events.jsonl'],
  ['acp', 'acp/rings.acp.jsonl'],
  ['qwen', 'qwen/projects/-home-dev-rice/chats/0d0d0d0d-0000-4000-8000-000000000001.jsonl'],
  ['kimi', 'kimi/sessions/wd_tea_0a/session_0e0e/agents/main/wire.jsonl'],
  ['kimi', 'kimi/older/0f0f/wire.jsonl'],
  ['amp', 'amp/threads/T-0a0a0a0a-0000-4000-8000-000000000001.json'],
  ['droid', 'droid/sessions/-home-dev-mill/0b0b0b0b-0000-4000-8000-000000000001.jsonl'],
  ['droid', 'droid/stream/run.jsonl'],
  ['cursor', 'cursor/projects/home-dev-loom/agent-transcripts/0909-aa/0909-aa.jsonl'],
] as const

describe('who claims a log', () => {
  it.each(logs)('%s: %s, named and in its folder', async (agent, file) => {
    const path = join(fixtures, file)
    const named = await discoverIn(await folderAt(dirname(path), [basename(path)]), formats)
    const among = await discoverIn(await folderAt(dirname(path)), formats)
    expect(named.map(({ format, found }) => [format.id, found.path])).toEqual([[agent, path]])
    expect(among.map(({ format, found }) => [format.id, found.path])).toContainEqual([agent, path])
    expect(among.filter(({ found }) => found.path === path)).toHaveLength(1)
  })

  it('has a place to look for the logs of all but two agents', () => {
    const env = { home: '/h', platform: 'linux' as const, env: {} }
    const homeless = formats.filter((format) => format.roots(env).length === 0)
    expect(homeless.map(({ id }) => id)).toEqual(['acp', 'swe-agent', 'jsonl'])
  })
})
