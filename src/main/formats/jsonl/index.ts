/** JSON Lines of no known agent: every record shown as it stands. */
import type { FoundLog, LogFormat } from '../format'
import type {
  DecodeInput,
  LineAdapter,
  LineRecord,
  LineScan,
  ScanOut,
} from '../line-reader/adapter'
import { openLines } from '../line-reader/line-reader'
import { markerEntry, type Place } from '../parts/entries'
import { indented, textOr, timeOf, type Fields } from '../parts/fields'
import { recordsIn, summariseLines } from '../parts/summary'
import type { Entry } from '#shared/session'

const shownChars = 20_000

class PlainScan implements LineScan<null> {
  readonly memory = null
  readonly #out: ScanOut

  constructor(out: ScanOut) {
    this.#out = out
  }

  record({ value, span }: LineRecord): void {
    this.#out.add(entryOf(value, { at: timeIn(value), turn: null, step: null }), [span], null)
  }

  isOpen(): boolean {
    return false
  }
}

const adapter: LineAdapter = {
  startScan: (out) => new PlainScan(out),
  decode({ row, records }: DecodeInput): Entry {
    return entryOf(records[0] ?? {}, { at: row.at, turn: null, step: null })
  },
}

function timeIn(value: Fields): number | null {
  return timeOf(value.timestamp ?? value.time ?? value.ts ?? value.created_at)
}

function entryOf(value: Fields, place: Place): Entry {
  const name = textOr(value.type, textOr(value.kind, textOr(value.event, textOr(value.role, null))))
  const title = name ?? Object.keys(value).slice(0, 5).join(', ')
  return markerEntry(place, 'record', title, { body: indented(value).slice(0, shownChars) })
}

export const jsonl: LogFormat = {
  id: 'jsonl',
  name: 'JSON Lines',
  roots: () => [],
  async discover(folder) {
    const found: FoundLog[] = []
    for (const file of folder.files) {
      if (!/\.(?:jsonl|ndjson)(?:\.zstd?)?$/.test(file.name) && !folder.isNamed) continue
      const head = await folder.head(file)
      if (head[0] !== 0x7b && head[0] !== 0xef) continue
      // A first line longer than the head cannot be judged: a file that was named is opened anyway.
      const isLong = head.length >= 4096 && !head.includes(10)
      if (recordsIn(head).length === 0 && !isLong) continue
      found.push({ path: file.path, others: [], sessionId: null })
    }
    return found
  },
  summarise: (found) =>
    summariseLines(found, jsonl, (known, record) => {
      known.startedAt ??= timeIn(record)
      known.title ??= found.path.split(/[/\\]/).at(-1) ?? null
    }),
  open: (found) => openLines(found.path, adapter),
}
