/**
 * A syntax tree as preorder columns: node i has its subtree in i+1 … next[i]-1. Filled in one pass, then read as plain
 * arrays, because a call into WebAssembly per node costs as much as parsing itself. Two ways to fill it: `heap-walk.ts`
 * (fast) and `fillFromCursor` (slow, public API only: the oracle and the fallback).
 */
import type { Tree } from 'web-tree-sitter'

/** Type id of ERROR nodes in every grammar. */
export const ERROR_TYPE = 0xffff

const intColumns = ['parent', 'next', 'start', 'end', 'row', 'col', 'endRow'] as const

export class FlatTree {
  count = 0
  type = new Uint16Array(0)
  field = new Uint16Array(0)
  parent = new Int32Array(0)
  /** Index after the last node of the subtree. */
  next = new Int32Array(0)
  /** Offsets in UTF-16 units; rows and columns 0-based. */
  start = new Int32Array(0)
  end = new Int32Array(0)
  row = new Int32Array(0)
  col = new Int32Array(0)
  endRow = new Int32Array(0)
  capacity = 0

  constructor() {
    this.grow(1 << 14)
  }

  grow(capacity: number): void {
    this.type = copyInto(new Uint16Array(capacity), this.type)
    this.field = copyInto(new Uint16Array(capacity), this.field)
    for (const column of intColumns) this[column] = copyInto(new Int32Array(capacity), this[column])
    this.capacity = capacity
  }
}

/** The slow, reliable way. Same columns, node for node. */
export function fillFromCursor(tree: Tree, out: FlatTree): void {
  const cursor = tree.walk()
  let node = 0
  let parent = -1
  let rising = false
  try {
    for (;;) {
      if (!rising) {
        if (node >= out.capacity) out.grow(out.capacity * 2)
        const at = cursor.startPosition
        out.type[node] = cursor.nodeTypeId
        out.field[node] = cursor.currentFieldId
        out.parent[node] = parent
        out.start[node] = cursor.startIndex
        out.end[node] = cursor.endIndex
        out.row[node] = at.row
        out.col[node] = at.column
        out.endRow[node] = cursor.endPosition.row
        node++
        if (cursor.gotoFirstChild()) {
          parent = node - 1
          continue
        }
        out.next[node - 1] = node
      }
      if (cursor.gotoNextSibling()) {
        rising = false
        continue
      }
      if (!cursor.gotoParent()) break
      out.next[parent] = node
      parent = out.parent[parent] as number
      rising = true
    }
  } finally {
    cursor.delete()
  }
  out.count = node
}

/** The first node where two trees differ, or -1. */
export function firstDifference(one: FlatTree, other: FlatTree): number {
  const shared = Math.min(one.count, other.count)
  for (let node = 0; node < shared; node++) {
    if (one.type[node] !== other.type[node] || one.field[node] !== other.field[node]) return node
    for (const column of intColumns) if (one[column][node] !== other[column][node]) return node
  }
  return one.count === other.count ? -1 : shared
}

function copyInto<Column extends Uint16Array | Int32Array>(target: Column, source: Column): Column {
  target.set(source)
  return target
}
