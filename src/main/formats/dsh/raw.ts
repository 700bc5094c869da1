/**
 * The records of an entry as they stand in the log, and those around it that
 * belong to no entry: chunks, starts and ends of steps, inbox splices.
 */
import type { RawRecord } from '#shared/api/types'
import type { EntryRow, RecordSpan } from '../format'
import { auxOf } from './timeline'

/** Bytes before an entry's record that are looked at for its neighbours. */
const neighbourBytes = 64 * 1024

export interface RawSource {
  read(offset: number, length: number): Promise<Buffer>
}

/** Records of the row: its own first, each up to `maxChars`; then its neighbours, in the order of the log. */
export async function rawRecords(
  row: EntryRow,
  source: RawSource,
  maxChars: number,
): Promise<RawRecord[]> {
  const { chunks } = auxOf(row)
  if (chunks) return chunkRecords(chunks, source, maxChars)
  const role = row.kind === 'tool' && row.result ? 'call' : 'record'
  const isOne = row.result !== null && row.result.offset === row.record.offset
  const records = [await recordAt(row.record, isOne ? 'result' : role, source, maxChars)]
  if (row.result && !isOne) records.push(await recordAt(row.result, 'result', source, maxChars))
  records.push(...(await neighbours(row.record, source, maxChars)))
  return records
}

async function recordAt(
  span: RecordSpan,
  role: RawRecord['role'],
  source: RawSource,
  maxChars: number,
): Promise<RawRecord> {
  // A character takes at most four bytes: more need not be read.
  const bytes = await source.read(span.offset, Math.min(span.length, maxChars * 4))
  const text = bytes.toString('utf8').slice(0, maxChars)
  const cut = bytes.length < span.length || text.length === maxChars
  return { role, line: span.line, offset: span.offset, bytes: span.length, text, cut }
}

async function chunkRecords(
  span: RecordSpan,
  source: RawSource,
  maxChars: number,
): Promise<RawRecord[]> {
  const bytes = await source.read(span.offset, span.length)
  return linesOf(bytes, span.line, span.offset, maxChars, 'chunk').slice(0, 2000)
}

/** What stands between this record and the entry before it: lines that no entry claims. */
async function neighbours(
  record: RecordSpan,
  source: RawSource,
  maxChars: number,
): Promise<RawRecord[]> {
  const from = Math.max(0, record.offset - neighbourBytes)
  if (record.offset === 0) return []
  const bytes = await source.read(from, record.offset - from)
  const lines = bytes.toString('latin1').split('\n')
  lines.pop()
  const found: RawRecord[] = []
  let offset = record.offset
  let line = record.line
  for (const text of lines.reverse()) {
    offset -= text.length + 1
    line -= 1
    if (offset < from || (offset === from && from > 0) || !isUnclaimed(text)) break
    const whole = bytes.toString('utf8', offset - from, offset - from + text.length)
    const cut = whole.length > maxChars
    const shown = whole.slice(0, maxChars)
    found.push({ role: 'neighbour', line, offset, bytes: text.length, text: shown, cut })
  }
  return found.reverse()
}

const unclaimed =
  /^\{"type":"(?:session"|turn\/start|step\/|agent\/inbox|assistant\/chunk|(?:text|reasoning|tool-call)-chunks|llm\/retry-started|compaction\/end)/

function isUnclaimed(text: string): boolean {
  return unclaimed.test(text)
}

function linesOf(
  bytes: Buffer,
  line: number,
  offset: number,
  maxChars: number,
  role: RawRecord['role'],
): RawRecord[] {
  const records: RawRecord[] = []
  let start = 0
  while (start < bytes.length) {
    const lf = bytes.indexOf(10, start)
    const end = lf === -1 ? bytes.length : lf
    const text = bytes.toString('utf8', start, end)
    const cut = text.length > maxChars
    records.push({
      role,
      line: line + records.length,
      offset: offset + start,
      bytes: end - start,
      text: text.slice(0, maxChars),
      cut,
    })
    start = end + 1
  }
  return records
}
