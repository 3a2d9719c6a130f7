/**
 * What extraction notes per node, lent out again and again: one file is extracted at a time, and allocating these for every
 * small file took longer than filling them.
 */

export type NodeColumns = {
  /** Ordinal of the enclosing symbol. */
  owner: Int32Array
  scope: Int32Array
  /** How the node is used: 0 not said, 1… an edge kind, 255 not at all. */
  intents: Uint8Array
  /** How names below the node are used unless said otherwise. */
  contexts: Uint8Array
}

let capacity = 0
let lent: NodeColumns

/** Valid until the next call. `intents` are 0; the rest is written by the walks before it is read. */
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
