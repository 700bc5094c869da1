/**
 * Every reason why a tool result has no better card than generic, with the
 * names of its parameters. `shared/words` has a sentence for each. `at` is a
 * JSON path such as `meta.lines[2].number`, indexes from 0.
 */

/** A meta that is no read window, in the order of the checks. Rule: dsh format, 13.1 (R rows). */
export const readMetaReasons = {
  'meta-absent': [],
  'meta-null': [],
  'meta-not-object': ['type'],
  'meta-is-array': [],
  'meta-empty': [],
  'path-not-text': ['at'],
  'total-not-number': ['at'],
  'offset-not-number': ['at'],
  'offset-not-integer': ['at', 'value'],
  'offset-below-one': ['at', 'value'],
  'total-not-integer': ['at', 'value'],
  'total-negative': ['at', 'value'],
  'lines-not-array': ['at'],
  'line-not-object': ['at'],
  'line-number-not-number': ['at'],
  'line-number-not-positive-integer': ['at', 'value'],
  'line-text-not-text': ['at'],
  'lang-not-text': ['at'],
  'line-below-offset': ['at', 'value', 'offset'],
  'line-repeated': ['at', 'value'],
  'line-decreasing': ['at', 'value', 'before'],
  'line-above-total': ['at', 'value', 'totalLines'],
} as const
export type ReadMetaReason = keyof typeof readMetaReasons

/** What stands around a meta and rules the card out. Rule: dsh format, 10 and 13.2 (P rows). */
export const presentReasons = {
  /** No call with this id, or its name is not in the log. */
  'call-unknown': [],
  /** A meta lies beside it, but the called tool has no card for results. */
  'tool-has-no-card': ['tool'],
  'arguments-not-json': [],
  /** `at` is the argument, `expected` what the tool asks for. */
  'arguments-do-not-fit': ['at', 'expected'],
  'result-is-error': [],
  'content-not-one-block': ['count'],
  'content-not-text': ['type'],
  'envelope-missing': [],
  'envelope-surrounded': [],
  'envelope-not-file': ['type'],
  'envelope-crlf': [],
  'envelope-not-closed': [],
  'envelope-path-newline': [],
} as const
export type PresentReason = keyof typeof presentReasons

/** Metas of diff, search and web results that do not fit. Rule: dsh format, 14.2, 14.6, 14.7. */
export const cardMetaReasons = {
  /** `expected`: text, number, boolean, list, object. */
  'field-wrong-type': ['at', 'expected'],
  'diffs-empty': [],
  'shape-other': ['shape', 'expected'],
} as const
export type CardMetaReason = keyof typeof cardMetaReasons

/** Windows of agents that keep no meta of ours: what their logs do not hold, or hold in pieces. */
export const derivedReasons = {
  'total-not-recorded': [],
  'window-not-consecutive': ['line'],
  'window-exceeds-total': ['last', 'totalLines'],
  'window-past-end': [],
  'result-truncated': [],
  'read-not-text': ['type'],
} as const
export type DerivedReason = keyof typeof derivedReasons

/** All of them: code to parameter names. */
export const declineReasons = {
  ...readMetaReasons,
  ...presentReasons,
  ...cardMetaReasons,
  ...derivedReasons,
} as const
export type DeclineReason = keyof typeof declineReasons
