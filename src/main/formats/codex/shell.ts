/** Commands of Codex, their outputs in every form it logged, and the reads that can be derived from them. */
import type { ReadView, TerminalView } from '#shared/views'
import { fieldsOf, jsonOr, listOf, numberOr, textOr, type Fields } from '../parts/fields'
import { numberedLines, readOf } from '../parts/windows'

export interface Command {
  readonly text: string
  readonly cwd: string | null
}

const shells = /^(?:.*\/)?(?:bash|zsh|sh)$/

/** The command a call runs; null for tools that run none. */
export function commandOf(name: string, args: Fields): Command | null {
  const cwd = textOr(args.workdir, textOr(args.working_directory, null))
  switch (name) {
    case 'shell':
    case 'container.exec':
    case 'local_shell':
      return { text: joined(listOf(args.command)), cwd }
    case 'shell_command':
      return { text: textOr(args.command, ''), cwd }
    case 'exec_command':
      return { text: textOr(args.cmd, ''), cwd }
    case 'write_stdin':
      return {
        text: `(input to session ${textOr(args.session_id, numberOr(args.session_id, '?'))})`,
        cwd,
      }
    case 'exec':
      return { text: textOr(args.input, ''), cwd }
    default:
      return null
  }
}

function joined(words: readonly unknown[]): string {
  const texts = words.filter((word): word is string => typeof word === 'string')
  const [program = '', flag = '', script] = texts
  if (shells.test(program) && /^-l?c$/.test(flag) && script !== undefined) return script
  return texts
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ')
}

export interface Ended {
  readonly view: TerminalView
  readonly failed: boolean
  readonly truncated: boolean
  readonly running: boolean
}

const cut =
  /\[\.\.\. omitted \d+ of \d+ lines \.\.\.\]|…\d+ (?:tokens|chars) truncated…|^Total output lines: \d+\n\n|^Warning: truncated output/m

/** Output text apart from how the command ended. Only codes that the log states. */
export function endOf(text: string): Ended {
  const value = text.startsWith('{') ? jsonOr(text) : null
  const json = fieldsOf(value)
  const code = numberOr(fieldsOf(json.metadata).exit_code, null)
  if (typeof json.output === 'string') return made(json.output, code)
  const head =
    /^(?:Chunk ID: \S+\n)?(?:Exit code: (-?\d+)\n)?(?:Wall time: [^\n]*\n)?(?:Process exited with code (-?\d+)\n)?(Process running with session ID \S+\n)?(?:Original token count: \d+\n)?(Total output lines: \d+\n)?Output:\n/.exec(
      text,
    )
  if (head) {
    const [all, first, second, running, lines] = head
    const stated = first ?? second
    const ended = made(text.slice(all.length), stated === undefined ? null : Number(stated))
    return {
      ...ended,
      running: running !== undefined,
      truncated: ended.truncated || lines !== undefined,
    }
  }
  const script = /^Script (completed|failed|running)[^\n]*\n(?:Wall time[^\n]*\n)?Output:\n?/.exec(
    text,
  )
  if (script) {
    const ended = made(text.slice(script[0].length), script[1] === 'completed' ? 0 : null)
    return { ...ended, failed: script[1] === 'failed', running: script[1] === 'running' }
  }
  const sandbox = /^failed in sandbox [^\n]*exit code: (-?\d+), stdout: ([\s\S]*)$/.exec(text)
  if (sandbox) return made(sandbox[2] ?? '', Number(sandbox[1]))
  const failed =
    /^(?:patch rejected by user|execution error:|aborted by user|command timed out after)/.test(
      text,
    )
  return { ...made(text, null), failed }
}

function made(output: string, code: number | null): Ended {
  return {
    view: { card: 'terminal', output, ...(code === null ? {} : { exitCode: code }) },
    failed: code !== null && code !== 0,
    truncated: cut.test(output),
    running: false,
  }
}

const word = String.raw`([\w@%+=:,./~-]+)`
const forms: readonly {
  pattern: RegExp
  readonly read: (
    match: RegExpExecArray,
    output: string,
  ) => { path: string; offset: number; texts: readonly string[]; total: number | null } | null
}[] = [
  {
    pattern: new RegExp(`^cat ${word}$`),
    read: ([, path = ''], output) => plainOf(path, 1, output, null, true),
  },
  {
    pattern: new RegExp(`^(?:nl -ba|cat -n) ${word}$`),
    read: ([, path = ''], output) => numbered(path, output, null, true),
  },
  {
    pattern: new RegExp(`^sed -n '?(\\d+),(\\d+)p'? ${word}$`),
    read: ([, a, b, path = ''], output) =>
      plainOf(path, Number(a), output, Number(b) - Number(a) + 1, false),
  },
  {
    pattern: new RegExp(`^head -n (\\d+) ${word}$`),
    read: ([, n, path = ''], output) => plainOf(path, 1, output, Number(n), false),
  },
  {
    pattern: new RegExp(`^nl -ba ${word} \\| sed -n '?(\\d+),(\\d+)p'?$`),
    read: ([, path = '', a, b], output) => {
      const read = numbered(path, output, Number(b) - Number(a) + 1, false)
      return read?.offset === Number(a) ? read : null
    },
  },
  {
    pattern: new RegExp(`^tail -n \\+(\\d+) ${word}$`),
    read: ([, k, path = ''], output) => plainOf(path, Number(k), output, null, true),
  },
]

function linesOf(output: string): string[] {
  if (output === '') return []
  const lines = output.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** The total is known where the whole rest came, or where fewer lines came than were asked for. */
function plainOf(
  path: string,
  offset: number,
  output: string,
  asked: number | null,
  isRest: boolean,
) {
  const texts = linesOf(output)
  const total =
    isRest || (asked !== null && texts.length < asked) ? offset - 1 + texts.length : null
  return { path, offset, texts, total }
}

function numbered(path: string, output: string, asked: number | null, isRest: boolean) {
  const lines = numberedLines(linesOf(output).join('\n'), /^\s*(\d+)\t(.*)$/)
  if (!lines.ok) return null
  const { first, texts } = lines.value
  const total = isRest || (asked !== null && texts.length < asked) ? first - 1 + texts.length : null
  return { path, offset: first, texts, total }
}

/** The command has the form of a read; whether it was one, its output tells. */
export function isReadForm(command: string): boolean {
  return forms.some(({ pattern }) => pattern.test(command.trim()))
}

/** A read that one simple command was, where the log makes it exact; else null. */
export function derivedRead(command: string, ended: Ended, isLoginShell: boolean): ReadView | null {
  if (ended.view.exitCode !== 0 || ended.truncated || ended.running || isLoginShell) return null
  for (const { pattern, read } of forms) {
    const match = pattern.exec(command.trim())
    if (!match) continue
    const found = read(match, ended.view.output ?? '')
    if (!found || found.total === null) return null
    const view = readOf({
      path: found.path,
      offset: found.offset,
      texts: found.texts,
      totalLines: found.total,
    })
    return view.ok ? view.value : null
  }
  return null
}

/** Login shells of zsh print what they start with before the output, which would shift every line. */
export function isLoginShell(name: string, args: Fields): boolean {
  const [program, flag] = listOf(args.command)
  return (
    name === 'shell' && typeof program === 'string' && program.endsWith('zsh') && flag === '-lc'
  )
}
