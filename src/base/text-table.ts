/**
 * Finds what belongs to a text by its characters, where they stand among others: no string is made for a text that was seen before,
 * and nothing is hashed twice, which takes most of the time of a Map with many short texts.
 */

/** A fresh start for each process, so that nobody can write texts that all fall into one place of a table. */
const seed = (Math.random() * 0x7fffffff) | 0

/** `fold`: bits that are set in each character first. */
export function hashUnits(units: Uint16Array, start: number, end: number, fold = 0): number {
  let hash = seed
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ ((units[at] as number) | fold), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  return hash ^ (hash >>> 15)
}

/** Texts are given as a range of characters with its hash; all with the same `fold` as the hash. */
export class TextTable<Value> {
  size = 0
  private readonly fold: number
  /**
   * Open addressing: the number of an entry plus one, 0 where there is none, and beside it the entry's hash, so that another text is mostly
   * passed without a further read. A power of two, at most half of them taken.
   */
  private slots = new Int32Array(1 << 11)
  private readonly values: Value[] = []
  /** Per entry: where its characters start, and where those of the next one do. */
  private starts = new Uint32Array((1 << 9) + 1)
  private characters = new Uint16Array(1 << 12)

  constructor(fold = 0) {
    this.fold = fold
  }

  find(hash: number, units: Uint16Array, start: number, end: number): Value | undefined {
    const { slots } = this
    const mask = slots.length - 1
    for (let slot = (hash << 1) & mask; slots[slot] !== 0; slot = (slot + 2) & mask) {
      if (slots[slot + 1] !== hash) continue
      const entry = (slots[slot] as number) - 1
      if (this.isAt(entry, units, start, end)) return this.values[entry]
    }
    return undefined
  }

  /** Of a text that is not in it. */
  add(hash: number, units: Uint16Array, start: number, end: number, value: Value): void {
    if (this.size === this.starts.length - 1) this.growEntries()
    const entry = this.size++
    const from = this.starts[entry] as number
    const until = from + end - start
    if (until > this.characters.length) this.characters = grown(this.characters, Math.max(until, this.characters.length * 2))
    for (let at = start; at < end; at++) this.characters[from + at - start] = (units[at] as number) | this.fold
    this.starts[entry + 1] = until
    this.values.push(value)
    put(this.slots, entry, hash)
  }

  clear(): void {
    this.slots.fill(0)
    this.values.length = 0
    this.size = 0
  }

  private isAt(entry: number, units: Uint16Array, start: number, end: number): boolean {
    const { characters, fold } = this
    let from = this.starts[entry] as number
    if ((this.starts[entry + 1] as number) - from !== end - start) return false
    for (let at = start; at < end; at++) if (((units[at] as number) | fold) !== characters[from++]) return false
    return true
  }

  private growEntries(): void {
    const { slots } = this
    this.starts = grown(this.starts, (this.starts.length - 1) * 2 + 1)
    this.slots = new Int32Array(slots.length * 2)
    for (let slot = 0; slot < slots.length; slot += 2)
      if (slots[slot] !== 0) put(this.slots, (slots[slot] as number) - 1, slots[slot + 1] as number)
  }
}

function put(slots: Int32Array, entry: number, hash: number): void {
  const mask = slots.length - 1
  let slot = (hash << 1) & mask
  while (slots[slot] !== 0) slot = (slot + 2) & mask
  slots[slot] = entry + 1
  slots[slot + 1] = hash
}

function grown<Column extends Int32Array | Uint32Array | Uint16Array>(column: Column, length: number): Column {
  const larger = new (column.constructor as new (length: number) => Column)(length)
  larger.set(column)
  return larger
}
