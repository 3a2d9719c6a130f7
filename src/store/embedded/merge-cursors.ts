/** Walks several sorted streams of terms together: each step returns the smallest term and every stream that has it. */
import type { BlockEntry } from './posting-blocks.ts'

export type TakenEntry = BlockEntry & { at: number }

export class Cursor {
  /** Index of its stream among all. */
  readonly at: number
  private readonly entries: Iterator<BlockEntry>
  private current: BlockEntry | undefined
  /** The term's bytes as letters: compares like the bytes, and many times faster. */
  key = ''
  constructor(at: number, entries: Iterator<BlockEntry>) {
    this.at = at
    this.entries = entries
  }

  /** False at the end. */
  advance(): boolean {
    const { value, done } = this.entries.next()
    if (done) return false
    this.current = value
    this.key = Buffer.from(value.term.buffer, value.term.byteOffset, value.term.length).toString('latin1')
    return true
  }
  get entry(): TakenEntry {
    const { term, list } = this.current as BlockEntry
    return { at: this.at, term, list }
  }
  isBefore(other: Cursor): boolean {
    return this.key < other.key || (this.key === other.key && this.at < other.at)
  }
}

/** A heap with the least cursor on top: 65 streams cost six comparisons a term instead of 65. */
export class Cursors {
  private readonly heap: Cursor[] = []
  constructor(cursors: readonly Cursor[]) {
    for (const cursor of cursors) if (cursor.advance()) this.push(cursor)
  }

  /** Entries of the least term, by the index of their stream; none at the end. */
  takeLeast(): TakenEntry[] {
    const taken: TakenEntry[] = []
    const key = this.heap[0]?.key
    for (let top = this.heap[0]; top && top.key === key; top = this.heap[0]) {
      taken.push(top.entry)
      if (top.advance()) this.sink(0)
      else this.dropTop()
    }
    return taken
  }

  private push(cursor: Cursor): void {
    let at = this.heap.push(cursor) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      if (!this.swapIfBefore(at, above)) return
      at = above
    }
  }

  private dropTop(): void {
    const last = this.heap.pop()
    if (last && this.heap.length > 0) {
      this.heap[0] = last
      this.sink(0)
    }
  }

  private sink(from: number): void {
    let at = from
    for (;;) {
      const left = at * 2 + 1
      const right = left + 1
      if (left >= this.heap.length) return
      const child = right < this.heap.length && (this.heap[right] as Cursor).isBefore(this.heap[left] as Cursor) ? right : left
      if (!this.swapIfBefore(child, at)) return
      at = child
    }
  }

  private swapIfBefore(lower: number, upper: number): boolean {
    const [one, other] = [this.heap[lower] as Cursor, this.heap[upper] as Cursor]
    if (!one.isBefore(other)) return false
    this.heap[lower] = other
    this.heap[upper] = one
    return true
  }
}
