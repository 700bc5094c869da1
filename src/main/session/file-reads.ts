/**
 * Reads and edits of each file, in the order of the session: what continuation
 * links, rulers and stale marks are computed from. Holds ranges, no text.
 */
import { fileKey } from '#shared/windows/paths'
import { linkReads, type ReadAt, type ReadLinks } from '#shared/windows/links'
import type { EntryRow } from '../formats/format'

interface FileHistory {
  /** By seq, ascending. */
  readonly reads: ReadAt[]
  readonly edits: number[]
  /** Links over `reads`; null after a change. */
  links: ReadonlyMap<number, ReadLinks> | null
}

const none: ReadLinks = { continuedBy: null, continues: null }

/** Plain data. */
export interface FileReadsMemory {
  readonly files: Map<string, FileHistory>
  /** Rows come again when their result joins them; each is noted once per role. */
  readonly noted: Set<number>
}

export class FileReads {
  readonly memory: FileReadsMemory
  readonly #keys = new Map<string, string>()
  #keysFor: string | null = null

  constructor(memory: FileReadsMemory) {
    this.memory = memory
  }

  /** Takes in a row, or what became of it. `cwd` resolves relative paths. */
  note(seq: number, row: EntryRow, cwd: string | null): void {
    if (row.kind !== 'tool' || this.memory.noted.has(seq)) return
    if (row.window) {
      const file = this.#file(this.#key(row.window.path, cwd))
      const { path, offset, first, last, totalLines } = row.window
      insert(file.reads, { seq, path, offset, first, last, totalLines })
      file.links = null
      this.memory.noted.add(seq)
    } else if (row.tone === 'edit' && row.path !== null && row.result && !row.error) {
      const edits = this.#file(this.#key(row.path, cwd)).edits
      const isLast = (edits.at(-1) ?? -1) < seq
      edits.push(seq)
      if (!isLast) edits.sort((a, b) => a - b)
      this.memory.noted.add(seq)
    }
  }

  /** What a read goes on from, and what goes on from it. */
  linksOf(seq: number, path: string, cwd: string | null): ReadLinks {
    const file = this.memory.files.get(this.#key(path, cwd))
    if (!file) return none
    file.links ??= linkReads(file.reads)
    return file.links.get(seq) ?? none
  }

  /** Reads of the same file before `seq`, in order. */
  readsBefore(seq: number, path: string, cwd: string | null): readonly ReadAt[] {
    const reads = this.memory.files.get(this.#key(path, cwd))?.reads ?? []
    return reads.filter((read) => read.seq < seq)
  }

  /** Edits of the same file after `seq` and before `until`, in order. */
  editsBetween(seq: number, until: number, path: string, cwd: string | null): readonly number[] {
    const edits = this.memory.files.get(this.#key(path, cwd))?.edits ?? []
    return edits.filter((edit) => edit > seq && edit < until)
  }

  /** A session names few files, many times each. */
  #key(path: string, cwd: string | null): string {
    if (this.#keysFor !== cwd) this.#keys.clear()
    this.#keysFor = cwd
    let key = this.#keys.get(path)
    if (key === undefined) {
      key = fileKey(path, cwd)
      this.#keys.set(path, key)
    }
    return key
  }

  #file(key: string): FileHistory {
    let file = this.memory.files.get(key)
    if (!file) {
      file = { reads: [], edits: [], links: null }
      this.memory.files.set(key, file)
    }
    return file
  }
}

/** Results may come out of order; reads stay sorted by the place of their call. */
function insert(reads: ReadAt[], read: ReadAt): void {
  let at = reads.length
  while (at > 0 && (reads[at - 1]?.seq ?? -1) > read.seq) at -= 1
  reads.splice(at, 0, read)
}
