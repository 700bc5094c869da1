/** bash, pwsh, their persistent flavour, terminals, run_code, jobs. Rule: dsh format, 14.3 and 14.4. */
import { z } from 'zod'
import { good, type Outcome } from '#shared/outcome'
import type { ToolCallView, ToolResultView } from '#shared/views'
import { onlyText } from '../../../tools/read/read-tool'
import { fenced } from '../../../views/generic'
import { terminalView } from '../../../views/terminal'
import { toolViews, type PresentedResult, type ToolViews } from './tool-views'

/** With a description: one command per call. Without: a shell that lives on between calls. */
const shellArguments = z.object({
  command: z.string(),
  description: z.string().optional(),
  workdir: z.string().optional(),
  run_in_background: z.boolean().optional(),
})
type ShellArguments = z.infer<typeof shellArguments>

function shellCall(args: ShellArguments): ToolCallView {
  const { command, description, workdir, run_in_background } = args
  if (run_in_background) {
    return {
      card: 'generic',
      title: command,
      kind: 'execute',
      ...(description === undefined ? {} : { content: [{ type: 'text', text: description }] }),
    }
  }
  return {
    card: 'terminal',
    title: command,
    ...(description === undefined ? {} : { description }),
    ...(workdir === undefined ? {} : { cwd: workdir }),
  }
}

function shellResult(
  args: ShellArguments,
  result: PresentedResult,
): Outcome<ToolResultView | null> {
  if (args.description === undefined) return good(null) // a persistent shell has no result view
  const text = onlyText(result.content)
  if (!text.ok) return text
  if (args.run_in_background || result.isError) {
    const block = { type: 'text' as const, text: fenced(text.value, 'console') }
    return good({ card: 'generic', content: [block] })
  }
  return good(terminalView(text.value))
}

const shell = toolViews(shellArguments, shellCall, shellResult)

const sendArguments = z.object({
  sessionId: z.string(),
  text: z.string(),
  submit: z.boolean().optional(),
  run_in_background: z.boolean().optional(),
})

const terminalArguments = z.looseObject({ sessionId: z.string().optional() })

function terminalTool(verb: string): ToolViews {
  return toolViews(terminalArguments, (args) => ({
    card: 'generic',
    title: args.sessionId === undefined ? verb : `${verb} ${args.sessionId}`,
    kind: 'execute',
    rawInput: args,
  }))
}

const jobArguments = z.looseObject({ job_id: z.string().optional() })

function jobTool(verb: string): ToolViews {
  return toolViews(jobArguments, ({ job_id }) => ({
    card: 'generic',
    title: job_id === undefined ? verb : `${verb} ${job_id}`,
    kind: 'execute',
  }))
}

export const shellTools: Readonly<Record<string, ToolViews>> = {
  bash: shell,
  pwsh: shell,
  terminal_send: toolViews(
    sendArguments,
    ({ sessionId, text, run_in_background }) =>
      run_in_background
        ? { card: 'generic', title: text, kind: 'execute' }
        : { card: 'terminal', title: text, description: `Terminal ${sessionId}` },
    ({ run_in_background }, result) => {
      if (run_in_background || result.isError) return good(null)
      const text = onlyText(result.content)
      return text.ok ? good({ card: 'terminal', output: text.value }) : text
    },
  ),
  terminal_open: terminalTool('Open terminal'),
  terminal_read: terminalTool('Read terminal'),
  terminal_signal: terminalTool('Signal terminal'),
  terminal_close: terminalTool('Close terminal'),
  terminal_list: terminalTool('List terminals'),
  run_code: toolViews(
    z.object({ code: z.string(), description: z.string().optional() }),
    (args) => ({
      card: 'generic',
      title: args.description ?? 'Run code',
      kind: 'execute',
      rawInput: args.code,
    }),
  ),
  job_list: jobTool('List jobs'),
  job_output: jobTool('Output of job'),
  job_kill: jobTool('Stop job'),
}
