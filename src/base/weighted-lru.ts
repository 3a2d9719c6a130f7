/** A cache limited by the total weight of its entries, not by their number. It drops the least recently used entry. */
export class WeightedLru<Key, Value> {
  private readonly entries = new Map<Key, { value: Value; weight: number }>()
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
    for (const [oldest, entry] of this.entries) {
      if (this.weight <= this.capacity || oldest === key) return
      this.entries.delete(oldest)
      this.weight -= entry.weight
    }
  }
  /** Drops every entry whose key matches. */
  drop(fits: (key: Key) => boolean): void {
    for (const [key, { weight }] of this.entries) {
      if (!fits(key)) continue
      this.entries.delete(key)
      this.weight -= weight
    }
  }
}
