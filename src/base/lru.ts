/** A cache that drops the least recently used entry. */
export class Lru<Key, Value> {
  private readonly entries = new Map<Key, Value>()
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
    if (this.entries.size > this.capacity) this.entries.delete(this.entries.keys().next().value as Key)
  }
  clear(): void {
    this.entries.clear()
  }
}
