/** What can be wrong with files, lines and frames, and with what was asked for. */
import type { Sentences } from './sentences'

export const logSentences: Sentences = {
  'file-missing': (p) => `${p('path')} does not exist`,
  'file-is-folder': (p) => `${p('path')} is a folder, a log is expected`,
  'file-denied': (p) => `${p('path')} may not be read`,
  'file-unreadable': (p) => `${p('path')} could not be read`,
  'file-too-large': (p) => `${p('path')} is too large to look into`,
  'not-a-file': (p) => `${p('path')} is not a file`,
  'not-a-log': (p) => `${p('path')} is no session log that is known here`,
  'not-json': (p) => `not valid JSON: ${p('detail')}`,
  'torn-line': (p) => `half a line: the writer has not finished it (${p('bytes')} bytes)`,
  'zstd-frame-damaged': (p) =>
    `damaged compressed frame at byte ${p('fileOffset')} of the file (${p('fault')})`,
  'record-unknown': (p) => `record of unknown kind ${p('type')}`,
  'index-failed': (p) => `reading stopped: ${p('message')}`,
  'session-unknown': (p) => `no such session: ${p('key')}`,
  'several-sessions': (p) => `${p('path')} holds ${p('count')} sessions, name one log`,
  'entry-unknown': (p) => `there is no entry ${p('seq')}`,
  'not-a-read': () => 'this entry has no read card',
  'peek-no-cwd': () => 'the path is relative and the log names no folder',
  'pattern-invalid': (p) => `no valid pattern: ${p('message')}`,
  'pattern-too-slow': (p) => `stopped: the pattern took longer than ${p('seconds')} s on one entry`,
  'search-failed': (p) => `the search stopped: ${p('message')}`,
  'acp-agent-side': () => 'only what the agent sent is in this trace: it has no prompts',
  'database-unreadable': (p) => `the database could not be read: ${p('detail')}`,
  'format-unknown': (p) => `unknown format ${p('id')}`,
  'script-does-not-fit': (p) => `the script does not fit at ${p('at')}: ${p('detail')}`,
}
