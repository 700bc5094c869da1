/** What dsh would make of a log. */
import type { Sentences } from './sentences'

export const dshSentences: Sentences = {
  'dsh-newer-version': (p) =>
    `written by a newer dsh (format version ${p('version')}); dsh 0.1.1 would refuse this log`,
  'dsh-older-version': (p) =>
    `format version ${p('version')}: dsh would refuse this log, there is no way to upgrade it`,
  'dsh-unknown-type': (p) =>
    `event type ${p('type')} is unknown: dsh would refuse this log as written by a newer one`,
  'dsh-refused-event': (p) => `event type ${p('type')} is retired: dsh would refuse this log`,
  'dsh-not-header': () =>
    'the first line is not the header of a session; dsh would refuse this log',
  'dsh-no-depth': () =>
    'the header has no delegationDepth: dsh would not take it for a session, here it counts as 0',
  'dsh-retired-key': (p) => `the header has the retired key ${p('key')}: dsh would refuse this log`,
  'dsh-seq-gap': (p) => `sequence gap: expected ${p('expected')}, found ${p('found')}`,
  'dsh-committed-damage': (p) =>
    `damaged at line ${p('line')}, before a completed turn: dsh would refuse this log`,
  'dsh-dropped-tail': (p) =>
    `damaged at line ${p('line')}: dsh would drop everything from there on`,
  'dsh-bad-record': (p) => `not a record of dsh: ${p('detail')}`,
  'dsh-blank-line': () => 'blank line',
  'dsh-generations': (p) =>
    `an older generation of this session lies beside it: ${p('others')}; read is version ${p('read')}`,
  'dsh-frozen-copy': (p) =>
    `this is a frozen copy (version ${p('version')}): the session went on in version ${p('newer')}`,
  'dsh-two-encodings': (p) => `the same session also lies beside it as ${p('path')}`,
  'dsh-fixture-dialect': () =>
    'a log without sequence numbers and times, as dsh keeps its test data; numbered by place',
}
