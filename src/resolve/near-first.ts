/**
 * A cache that drops the least recently used entry, with the entries that the file being linked has used in front: at every look the
 * cache behind moves an entry, and most looks are for the same few.
 */
import { Lru } from '../base/lru.ts'

export class NearFirst<Value extends object> {
  private readonly all: Lru<string, Value>
  private readonly near = new Map<string, Value>()
  private readonly bench: { readonly forgotten: number }
  private forgotten = -1

  constructor(bench: { readonly forgotten: number }, most: number) {
    this.bench = bench
    this.all = new Lru(most)
  }

  get(key: string): Value | undefined {
    if (this.forgotten !== this.bench.forgotten) this.near.clear()
    this.forgotten = this.bench.forgotten
    const near = this.near.get(key)
    if (near) return near
    const known = this.all.get(key)
    if (known) this.near.set(key, known)
    return known
  }

  set(key: string, value: Value): void {
    this.near.set(key, value)
    this.all.set(key, value)
  }
}
