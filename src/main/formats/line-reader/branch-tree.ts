/**
 * Records that hang from one another: on which branch each of them is. A branch
 * begins where a record goes on from one that already went on otherwise.
 */
import type { ScanOut } from './adapter'

interface Node {
  readonly branch: number
  /** Seq of the last entry that the record or one before it made. */
  readonly after: number
  /** Another record goes on from it. */
  isLeft: boolean
}

/** Records by id, and the branch of the last one. Plain data. */
export interface BranchMemory {
  readonly nodes: Map<string, Node>
  branch: number
}

export class BranchTree {
  readonly #out: ScanOut
  readonly memory: BranchMemory

  constructor(out: ScanOut, memory: BranchMemory) {
    this.#out = out
    this.memory = memory
  }

  /** What comes next is on the branch of this parent; of an unknown one, where the last record was. */
  follow(parent: string | null): void {
    const node = parent === null ? undefined : this.memory.nodes.get(parent)
    if (node) this.memory.branch = node.branch
    this.#out.enter(this.memory.branch)
  }

  /** The conversation has gone on from here before. */
  isLeft(parent: string | null): boolean {
    return parent !== null && (this.memory.nodes.get(parent)?.isLeft ?? false)
  }

  /** What comes next begins a branch that leaves here. */
  fork(parent: string): void {
    const node = this.memory.nodes.get(parent)
    if (!node) return
    this.memory.branch = this.#out.fork(node.branch, node.after)
    this.#out.enter(this.memory.branch)
  }

  /** A record is done with. `goesOn`: it carries the conversation on from its parent. */
  settle(id: string | null, parent: string | null, goesOn: boolean): void {
    const before = parent === null ? undefined : this.memory.nodes.get(parent)
    if (before && goesOn) before.isLeft = true
    if (id === null) return
    this.memory.nodes.set(id, {
      branch: this.memory.branch,
      after: this.#out.last(),
      isLeft: false,
    })
  }
}
