/**
 * Indexes of large logs, kept between runs: a log that is the same opens without
 * being read, one that grew is read from where it ended. Files of ours in a
 * folder of their own: safe to delete, bounded in size, the least used go first.
 * A file that is damaged, or from another build of the program, is not there.
 */
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { EntryRow, FoundLog, ReaderMemory } from '../formats/format'
import { buildId } from './build-id'
import { columnsOf, rowsOf, type RowColumns } from './row-columns'
import type { IndexMemory, KeptRows } from './session-index'

/** Of all files together, bytes. */
const mostBytes = 512 * 1024 * 1024
/** Rows written or read at once: the thread answers in between. */
const blockRows = 4096
/** A draft this old, ms, was left by a program that ended while writing. */
const staleDraftMs = 3_600_000

/** All of an index but its rows. Plain data. */
export interface IndexFacts {
  readonly reader: ReaderMemory
  readonly index: IndexMemory
  /** The last turn had no end. */
  readonly open: boolean
}

export interface StoredIndex extends IndexFacts {
  readonly rows: KeptRows
}

export interface RowsToStore {
  readonly size: number
  rows(from: number, to: number): readonly EntryRow[]
}

interface Head {
  readonly build: string
  readonly format: string
  readonly path: string
  readonly sessionId: string | null
  readonly others: readonly OtherFile[]
  readonly rows: number
}

/** A file that belongs to the log: what it says may be in the index. */
interface OtherFile {
  readonly path: string
  readonly size: number
  readonly mtimeMs: number
}

export class IndexStore {
  readonly #folder: string
  readonly #mostBytes: number

  /** `stateDir`: where the program keeps its own files. */
  constructor(stateDir: string, most = mostBytes) {
    this.#folder = join(stateDir, 'indexes')
    this.#mostBytes = most
  }

  /** What was kept of the log; null when there is nothing that can be used. The log itself is not looked at. */
  async load(format: string, found: FoundLog): Promise<StoredIndex | null> {
    const path = this.#pathOf(format, found)
    try {
      const blobs = blobsIn(await readFile(path))
      const head = deserialize(blobs.next().value ?? empty) as Head // the checksum says it is ours
      if (JSON.stringify(head) !== JSON.stringify(await headOf(format, found, head.rows))) {
        return null
      }
      const facts = deserialize(blobs.next().value ?? empty) as IndexFacts
      // Copies: one block that is still needed must not hold the whole file.
      const blocks = [...blobs].map((blob) => Buffer.from(blob))
      if (blocks.length !== Math.ceil(head.rows / blockRows)) return null
      const now = new Date()
      await utimes(path, now, now).catch(() => undefined)
      return { ...facts, rows: new PackedRows(head.rows, blocks) }
    } catch {
      return null
    }
  }

  /** Keeps an index, beside the old file first. A full disk or a read-only home loses nothing old. */
  async save(format: string, found: FoundLog, facts: IndexFacts, rows: RowsToStore): Promise<void> {
    const path = this.#pathOf(format, found)
    const draft = `${path}.${process.pid}.new`
    try {
      // It holds words of the log, which may be its owner's alone.
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      const file = await open(draft, 'w', 0o600)
      try {
        await file.write(blobOf(await headOf(format, found, rows.size)))
        await file.write(blobOf(facts))
        for (let at = 0; at < rows.size; at += blockRows) {
          await file.write(blobOf(columnsOf(rows.rows(at, at + blockRows))))
          await pause()
        }
      } finally {
        await file.close()
      }
      await rename(draft, path)
    } catch {
      await rm(draft, { force: true }).catch(() => undefined)
    }
    await this.#trim()
  }

  #pathOf(format: string, { path, sessionId }: FoundLog): string {
    const name = createHash('sha1').update(JSON.stringify([format, path, sessionId]))
    return join(this.#folder, `${name.digest('hex')}.idx`)
  }

  async #trim(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#folder, name)
        const facts = await stat(path).catch(() => null)
        return { path, size: facts?.size ?? 0, usedAt: facts?.mtimeMs ?? 0 }
      }),
    )
    let bytes = 0
    for (const { path, size, usedAt } of files.toSorted((a, b) => b.usedAt - a.usedAt)) {
      const isDraft = path.endsWith('.new')
      if (!isDraft) bytes += size
      const goes = isDraft ? Date.now() - usedAt > staleDraftMs : bytes > this.#mostBytes
      if (goes) await rm(path, { force: true }).catch(() => undefined)
    }
  }
}

/** Rows in blocks as they were written. */
class PackedRows implements KeptRows {
  readonly count: number
  readonly #blocks: Buffer[]

  constructor(count: number, blocks: Buffer[]) {
    this.count = count
    this.#blocks = blocks
  }

  around(seq: number): { first: number; rows: readonly EntryRow[] } {
    const block = Math.floor(seq / blockRows)
    const rows = rowsOf(deserialize(this.#blocks[block] ?? empty) as RowColumns) // checked on loading
    this.#blocks[block] = empty
    return { first: block * blockRows, rows }
  }
}

const empty = Buffer.alloc(0)

async function headOf(format: string, found: FoundLog, rows: number): Promise<Head> {
  const { path, sessionId } = found
  const others = await Promise.all(
    found.others.map(async (other) => {
      const facts = await stat(other).catch(() => null)
      return { path: other, size: facts?.size ?? -1, mtimeMs: facts?.mtimeMs ?? 0 }
    }),
  )
  return { build: buildId, format, path, sessionId, others, rows }
}

/** Length and checksum (u32 each), then the value. */
function blobOf(value: unknown): Buffer {
  const bytes = serialize(value)
  const head = Buffer.alloc(8)
  head.writeUInt32LE(bytes.length, 0)
  head.writeUInt32LE(crc32(bytes), 4)
  return Buffer.concat([head, bytes])
}

/** Throws at the first one that is not whole. */
function* blobsIn(file: Buffer): Generator<Buffer, undefined, undefined> {
  for (let at = 0; at < file.length;) {
    const length = file.readUInt32LE(at)
    const blob = file.subarray(at + 8, at + 8 + length)
    if (blob.length !== length || crc32(blob) !== file.readUInt32LE(at + 4)) {
      throw new Error('a damaged index')
    }
    yield blob
    at += 8 + length
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
