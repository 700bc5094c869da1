/** Entries as `reread show --json` prints them: exactly the fields of docs/show-json.md, in its order. */
import { assertNever } from '#shared/outcome'
import type { Diagnostic, Entry, SessionHeader } from '#shared/session'
import { reasonText } from '#shared/words/reasons'

/** The first line. */
export function sessionJson(header: SessionHeader): unknown {
  const { id, agent, title, cwd, model, startedAt, endedAt, parent, children } = header
  const { turns, entries, toolCalls, errors, usage, diagnostics } = header
  return {
    session: {
      id,
      agent,
      title,
      cwd,
      model,
      startedAt,
      endedAt,
      parent,
      children,
      turns,
      entries,
      toolCalls,
      errors,
      usage,
      diagnostics,
    },
  }
}

/** One line per entry. */
export function entryJson(entry: Entry): unknown {
  const { seq, kind, at, turn, step, source } = entry
  const base = { seq, kind, at, turn, step, source }
  switch (entry.kind) {
    case 'user': {
      const { origin, text, images } = entry
      return { ...base, origin, text, images }
    }
    case 'assistant': {
      const { reasoning, text, model, usage } = entry
      return { ...base, reasoning, text, model, usage }
    }
    case 'tool': {
      const { callId, name, args, status, durationMs, call, result, continuation } = entry
      const declined = entry.declined ? reasonText(entry.declined) : null
      const derived = entry.derived ? { derived: true } : {}
      return {
        ...base,
        callId,
        name,
        args,
        status,
        durationMs,
        call,
        result,
        declined,
        continuation,
        ...derived,
      }
    }
    case 'marker': {
      const { marker, title, detail } = entry
      return { ...base, marker, title, detail }
    }
    default:
      return assertNever(entry)
  }
}

/** One line per diagnostic, after the entries. */
export function diagnosticJson(diagnostic: Diagnostic): unknown {
  const { line, offset, path } = diagnostic
  const where = path === null ? {} : { path }
  return { diagnostic: { line, offset, reason: reasonText(diagnostic.reason), ...where } }
}
