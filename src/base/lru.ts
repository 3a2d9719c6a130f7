/** A cache that drops the least recently used entry. */
export class Lru<Key, Value> {
  private readonly entries = new Map<Key, Value>()
  /**
   * Every entry that it passes is dropped at once, so what it has not passed is what is kept, oldest first. A new iterator for each
   * eviction would walk over all entries deleted before it: V8 leaves gaps, and a cache of 100,000 entries becomes slow.
   */
  private oldest = this.entries.keys()
  private readonly capacity: number
  constructor(capacity: number) {
    this.capacity = capacity
  }
  get(key: Key): Value | undefined {
    const value = this.entries.get(key)
    if (value === undefined) return undefined
    this.entries.delete(key)
    this.entries.set(key, value)
    return value
  }
  set(key: Key, value: Value): void {
    this.entries.delete(key)
    this.entries.set(key, value)
    if (this.entries.size > Math.max(1, this.capacity)) this.entries.delete(this.oldest.next().value as Key)
  }
  clear(): void {
    this.entries.clear()
    this.oldest = this.entries.keys()
  }
}
