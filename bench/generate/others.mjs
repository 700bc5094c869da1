/** Lines of a Claude Code transcript and of a Codex rollout. */
import { Text } from './text.mjs'

export function* claudeLog() {
  const text = new Text(11)
  const sessionId = '0b1c2d3e-0000-4000-8000-00000000c1a0'
  let parentUuid = null
  let time = Date.parse('2026-08-01T10:00:00Z')
  const record = (type, data) => {
    time += 900
    const uuid = `${text.id()}-${text.id()}`
    const line = JSON.stringify({
      parentUuid,
      isSidechain: false,
      userType: 'external',
      cwd: '/home/dev/project',
      sessionId,
      version: '2.1.230',
      gitBranch: 'main',
      type,
      ...data,
      uuid,
      timestamp: new Date(time).toISOString(),
    })
    parentUuid = uuid
    return line
  }
  for (;;) {
    yield record('user', { message: { role: 'user', content: text.words(30) } })
    for (let step = text.number(4, 12); step > 0; step--) {
      const id = `msg_${text.id()}`
      const usage = {
        input_tokens: 4,
        output_tokens: text.number(50, 400),
        cache_read_input_tokens: 20_000,
        cache_creation_input_tokens: 300,
      }
      const say = (content) =>
        record('assistant', {
          message: {
            id,
            type: 'message',
            role: 'assistant',
            model: 'claude-opus-5',
            content,
            usage,
          },
          requestId: `req_${text.id()}`,
        })
      yield say([{ type: 'text', text: text.words(40) }])
      const callId = `toolu_${text.id()}`
      const filePath = `/home/dev/project/src/module-${text.number(1, 60)}.ts`
      const isRead = text.number(1, 3) < 3
      const input = isRead ? { file_path: filePath } : { command: `npm test ${text.words(2)}` }
      yield say([{ type: 'tool_use', id: callId, name: isRead ? 'Read' : 'Bash', input }])
      const lines = text.lines(text.number(60, 260))
      const content = lines.join('\n')
      const numbered = lines.map((line, index) => `${index + 1}\t${line}`).join('\n')
      yield record('user', {
        message: {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: callId, content: isRead ? numbered : content },
          ],
        },
        toolUseResult: isRead
          ? {
              type: 'text',
              file: {
                filePath,
                content,
                numLines: lines.length,
                startLine: 1,
                totalLines: lines.length,
              },
            }
          : { stdout: content, stderr: '', interrupted: false, isImage: false },
      })
    }
  }
}

export function* codexLog() {
  const text = new Text(13)
  let time = Date.parse('2026-08-01T10:00:00Z')
  const record = (type, payload) => {
    time += 700
    return JSON.stringify({ timestamp: new Date(time).toISOString(), type, payload })
  }
  yield record('session_meta', {
    id: '0b1c2d3e-0000-7000-8000-00000000c0de',
    timestamp: new Date(time).toISOString(),
    cwd: '/home/dev/project',
    originator: 'codex_cli',
    cli_version: '0.149.0',
  })
  for (let turn = 1; ; turn++) {
    const prompt = text.words(30)
    yield record('turn_context', { cwd: '/home/dev/project', model: 'gpt-5.2-codex' })
    yield record('response_item', {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: prompt }],
    })
    yield record('event_msg', { type: 'user_message', message: prompt })
    for (let step = text.number(4, 12); step > 0; step--) {
      const callId = `call_${text.id()}`
      yield record('response_item', {
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: text.words(25) }],
        encrypted_content: text.id().repeat(60),
      })
      yield record('response_item', {
        type: 'function_call',
        name: 'exec_command',
        arguments: JSON.stringify({
          cmd: `rg -n ${text.words(1)} src`,
          workdir: '/home/dev/project',
        }),
        call_id: callId,
      })
      const output = text.lines(text.number(40, 200)).join('\n')
      yield record('response_item', {
        type: 'function_call_output',
        call_id: callId,
        output: `Chunk ID: ${text.id().slice(0, 6)}\nWall time: 0.05 seconds\nProcess exited with code 0\nOriginal token count: 900\nOutput:\n${output}`,
      })
      const usage = { input_tokens: 9000, cached_input_tokens: 8000, output_tokens: 120 }
      yield record('event_msg', {
        type: 'token_count',
        info: { total_token_usage: usage, last_token_usage: usage },
      })
    }
    const answer = text.words(60)
    yield record('response_item', {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: answer }],
    })
    yield record('event_msg', { type: 'agent_message', message: answer })
  }
}
