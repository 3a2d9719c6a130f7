/**
 * Per-node data of extraction, in reused arrays: one file is extracted at a time, and allocating these for every small file took
 * longer than filling them.
 */

export type NodeColumns = {
  /** Ordinal of the enclosing symbol. */
  owner: Int32Array
  scope: Int32Array
  /** How the node is used: 0 unknown, 1… an edge kind, 255 not at all. */
  intents: Uint8Array
  /** How names below the node are used by default. */
  contexts: Uint8Array
}

let capacity = 0
let lent: NodeColumns

/** Valid until the next call. `intents` are 0; the walks write the rest before reading it. */
export function borrowNodeColumns(count: number): NodeColumns {
  if (count > capacity) {
    capacity = Math.max(1 << 14, count * 2)
    lent = {
      owner: new Int32Array(capacity),
      scope: new Int32Array(capacity),
      intents: new Uint8Array(capacity),
      contexts: new Uint8Array(capacity),
    }
  }
  lent.intents.fill(0, 0, count)
  lent.owner[0] = -1
  lent.scope[0] = 0
  lent.contexts[0] = 0
  return lent
}
