/** A cache limited by the total weight of its entries, not by their number. It drops the least recently used entry. */
export class WeightedLru<Key, Value> {
  private readonly entries = new Map<Key, { value: Value; weight: number }>()
  /** As in `lru.ts`: one iterator for all evictions. */
  private readonly oldest = this.entries.keys()
  private readonly capacity: number
  private weight = 0
  constructor(capacity: number) {
    this.capacity = capacity
  }
  get(key: Key): Value | undefined {
    const entry = this.entries.get(key)
    if (!entry) return undefined
    this.entries.delete(key)
    this.entries.set(key, entry)
    return entry.value
  }
  set(key: Key, value: Value, weight: number): void {
    this.weight += weight - (this.entries.get(key)?.weight ?? 0)
    this.entries.delete(key)
    this.entries.set(key, { value, weight })
    while (this.weight > this.capacity && this.entries.size > 1) {
      const oldest = this.oldest.next().value as Key
      this.weight -= this.entries.get(oldest)?.weight ?? 0
      this.entries.delete(oldest)
    }
  }
  /** Drops every entry that matches. */
  drop(fits: (key: Key, value: Value) => boolean): void {
    for (const [key, { value, weight }] of this.entries) {
      if (!fits(key, value)) continue
      this.entries.delete(key)
      this.weight -= weight
    }
  }
}
