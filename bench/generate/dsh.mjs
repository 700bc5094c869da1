/** Lines of a dsh log: turns of steps whose streams are packed, with reads, commands and edits. */
import { Text } from './text.mjs'

/** `settings.chunks`: stream deltas per step, `perRow` of them packed in one row; `settings.lines`: lines of a read. */
export function* dshLog(settings) {
  const text = new Text(7)
  let seq = 0
  let time = 1_795_000_000_000
  const event = (type, data, more = {}) => {
    time += 40
    return JSON.stringify({ type, seq: seq++, time, data, ...more })
  }
  const id = '0b1c2d3e-0000-4000-8000-00000000be4c'
  yield JSON.stringify({
    type: 'session',
    version: 0,
    id,
    createdAt: time,
    cwd: '/home/dev/project',
    delegationDepth: 0,
  })
  for (let turn = 1; ; turn++) {
    yield event('turn/start', { turn })
    const steps = text.number(4, 12)
    for (let step = 1; step <= steps; step++) {
      yield event('step/start', { turn, step })
      if (step === 1) {
        const content = [{ type: 'text', text: text.words(30) }]
        const data = { id: `m-${seq}`, role: 'user', content, source: { kind: 'user' } }
        yield event('user/message', data, { surfaceOp: 'append' })
      }
      yield* stepLines(turn, step)
      yield event('step/end', { turn, step })
    }
    yield event('turn/end', { turn, reason: { kind: 'completed' } })
  }

  function* stepLines(turn, step) {
    const start = { type: 'block-start', index: 0, blockType: 'reasoning' }
    yield event('assistant/chunk', { turn, step, chunk: start })
    const texts = Array.from({ length: settings.chunks }, () => ` ${text.words(1)}`)
    const perRow = settings.perRow ?? texts.length
    for (let from = 0; from < texts.length; from += perRow) {
      const members = texts.slice(from, from + perRow)
      const dt = members.slice(1).map(() => text.number(0, 40))
      const data = { turn, step, index: 0, dt, texts: members }
      yield JSON.stringify({ type: 'reasoning-chunks', seq0: seq, time0: time, data })
      seq += members.length
      time += dt.reduce((sum, one) => sum + one, 0)
    }
    const reasoning = texts.join('')
    const end = { type: 'block-end', index: 0, block: { type: 'reasoning', text: reasoning } }
    yield event('assistant/chunk', { turn, step, chunk: end })
    const call = { id: `call_${text.id()}`, ...toolOf(text, settings) }
    const args = JSON.stringify(call.args)
    const content = [
      { type: 'reasoning', text: reasoning },
      { type: 'text', text: text.words(20) },
      { type: 'tool-call', id: call.id, name: call.name, arguments: args },
    ]
    const usage = { inputTokens: 3000 + seq, outputTokens: 200, cacheReadTokens: 2000 }
    yield event('assistant/chunk', { turn, step, chunk: { type: 'usage', usage } })
    const source = { kind: 'model', provider: 'scripted', model: 'deepseek-chat' }
    const message = { id: `a-${seq}`, role: 'assistant', content, source, usage }
    yield event('assistant/message', { turn, step, message }, { surfaceOp: 'append' })
    yield event('tool/call', { turn, step, callId: call.id, name: call.name, arguments: args })
    const result = {
      type: 'tool-result',
      toolCallId: call.id,
      content: [{ type: 'text', text: call.text }],
      isError: false,
    }
    const answer = {
      source: { kind: 'tool', callId: call.id },
      content: [result],
      role: 'user',
      id: `r-${seq}`,
    }
    const meta = call.meta ? { meta: call.meta } : {}
    const more = { sourceEventSeqs: [seq - 1], surfaceOp: 'append' }
    yield event('tool/result', { turn, step, message: answer, ...meta }, more)
  }
}

function toolOf(text, settings) {
  const path = `/home/dev/project/src/module-${text.number(1, 60)}.ts`
  const kind = text.number(1, 10)
  if (kind <= 6) {
    const total = text.number(400, 4000)
    const offset = text.number(1, total - settings.lines)
    const lines = text
      .lines(settings.lines)
      .map((line, index) => ({ number: offset + index, text: line }))
    const body = lines.map((line) => `${line.number}: ${line.text}`).join('\n')
    const next = offset + settings.lines
    const footer = `(Showing lines ${offset}-${next - 1} of ${total}. Use offset=${next} to continue.)`
    return {
      name: 'read',
      args: { file_path: path, offset, limit: settings.lines },
      text: `<path>${path}</path>\n<type>file</type>\n<content>\n${body}\n\n${footer}\n</content>`,
      meta: { path, offset, lines, totalLines: total, lang: 'ts' },
    }
  }
  if (kind <= 8) {
    const output = text.lines(settings.lines).join('\n')
    const end = kind === 8 ? '\n[exit code: 1]' : ''
    return { name: 'bash', args: { command: `npm test ${text.words(2)}` }, text: output + end }
  }
  const [oldText, newText] = [text.lines(6).join('\n'), text.lines(7).join('\n')]
  return {
    name: 'edit',
    args: { file_path: path, old_string: oldText, new_string: newText },
    text: `Edited ${path}`,
    meta: { diffs: [{ path, oldText, newText }] },
  }
}

/** One bash result whose line is as long as asked for. */
export function* dshLongLine(bytes) {
  const lines = dshLog({ chunks: 5, lines: 10 })
  for (const line of lines) {
    if (line.includes('"type":"tool/result"')) {
      const record = JSON.parse(line)
      const piece = new Text(3).lines(100).join('\n')
      const [result] = record.data.message.content
      result.content = [{ type: 'text', text: piece.repeat(Math.ceil(bytes / piece.length)) }]
      delete record.data.meta
      yield JSON.stringify(record)
      for (let more = 0; more < 40; more++) yield lines.next().value
      return
    }
    yield line
  }
}
