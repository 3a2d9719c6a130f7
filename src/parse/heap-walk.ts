/**
 * Reads a finished syntax tree straight out of tree-sitter's WebAssembly memory into a `FlatTree`. The layout below is that of
 * web-tree-sitter 0.27 (wasm32) and not part of a public API: `engine.ts` compares each grammar's first tree with a TreeCursor
 * and never uses this walk where they differ.
 *
 *   subtree word   bit 0 set: the leaf itself, packed in 8 bytes
 *                  bit 0 clear: address of a node; its children are the 8-byte words just before it
 *   positions      a node stores its padding (space before it) and its size; the walk adds them up
 *   hidden nodes   rules like _expression are no nodes; their children belong to the nearest visible node above
 */
import type { Language, Tree } from 'web-tree-sitter'
import { ERROR_TYPE, type FlatTree } from './flat-tree.ts'

/** The part of the emscripten module that is read. */
export type WasmCore = { HEAPU8: Uint8Array }

/** Slots of one frame on the walk's own stack; 10,000 nested brackets must not be 10,000 calls. */
const FRAME = 9

export class HeapWalk {
  private readonly core: WasmCore
  private bytes: Uint8Array = new Uint8Array(0)
  private words: Uint32Array = new Uint32Array(0)
  private halves: Uint16Array = new Uint16Array(0)
  private stack = new Int32Array(FRAME * 512)
  private readonly publicType = new Uint16Array(65536).fill(ERROR_TYPE)
  private readonly maxAliases: number
  private readonly aliases: number
  private readonly fieldSlices: number
  private readonly fieldEntries: number
  private readonly fieldMaps: (Uint16Array | null | undefined)[] = []

  // The subtree last read by `readSubtree`, and the place the walk has reached.
  private shown = 0
  private extra = 0
  private symbol = 0
  private children = 0
  private production = 0
  private sizeBytes = 0
  private sizeRows = 0
  private sizeCols = 0
  private byte = 0
  private row = 0
  private col = 0

  constructor(core: WasmCore, language: Language) {
    this.core = core
    this.refresh()
    const address = handleOf(language)
    const word = (index: number) => this.words[(address >> 2) + index] as number
    const types = word(19) >> 1
    this.publicType.set(this.halves.subarray(types, types + word(1) + word(2)))
    this.maxAliases = this.halves[(address + 36) >> 1] as number
    this.fieldSlices = word(16) >> 1
    this.fieldEntries = word(17)
    this.aliases = word(21) >> 1
  }

  /** Fills `out`; a tree whose root is packed (an empty text) gives no nodes. */
  run(tree: Tree, out: FlatTree): void {
    this.refresh()
    out.count = 0
    const slot = handleOf(tree) >> 2
    const root = this.words[slot] as number
    if (root & 1) return
    this.byte = this.row = this.col = 0
    this.readSubtree(slot, true)
    const { production } = this
    out.count = 1
    this.emit(out, 0, this.symbol, 0, -1)
    this.walk(out, root >> 2, this.children, production)
  }

  private walk(out: FlatTree, rootWord: number, rootChildren: number, rootProduction: number): void {
    let depth = 0
    let end = rootWord
    let cursor = rootWord - 2 * rootChildren
    let production = rootProduction
    let fields = this.fieldsOf(production)
    let parent = 0
    let hidden = 0
    let inherited = 0
    let index = 0
    let first = true
    for (;;) {
      if (cursor >= end) {
        if (hidden === 0) out.next[parent] = out.count
        if (depth === 0) return
        const { stack } = this
        depth -= FRAME
        end = stack[depth] as number
        cursor = stack[depth + 1] as number
        production = stack[depth + 2] as number
        index = stack[depth + 3] as number
        parent = stack[depth + 4] as number
        inherited = (stack[depth + 5] as number) >> 1
        hidden = (stack[depth + 5] as number) & 1
        this.byte = stack[depth + 6] as number
        this.row = stack[depth + 7] as number
        this.col = stack[depth + 8] as number
        fields = this.fieldsOf(production)
        first = false
        continue
      }
      this.readSubtree(cursor, !first)
      const word = this.words[cursor] as number
      cursor += 2
      first = false
      let field = 0
      let alias = 0
      if (this.extra === 0) {
        if (fields !== null) field = fields[index] as number
        if (production !== 0) alias = this.aliasOf(production, index)
        if (field === 0) field = inherited
        index++
      }
      const shown = this.shown !== 0 || alias !== 0
      const node = shown ? out.count++ : parent
      if (shown) this.emit(out, node, alias || this.symbol, field, parent)
      if (this.children === 0) {
        this.advance()
        continue
      }
      this.push(depth, end, cursor, production, index, parent, (inherited << 1) | hidden)
      depth += FRAME
      end = word >> 2
      cursor = end - 2 * this.children
      production = this.production
      fields = this.fieldsOf(production)
      parent = node
      hidden = shown ? 0 : 1
      inherited = shown ? 0 : field
      index = 0
      first = true
    }
  }

  /** Stores where to continue after this subtree: its end becomes the current place when the frame is popped. */
  private push(
    depth: number,
    end: number,
    cursor: number,
    production: number,
    index: number,
    parent: number,
    rest: number,
  ): void {
    if (depth + FRAME > this.stack.length) {
      const larger = new Int32Array(this.stack.length * 2)
      larger.set(this.stack)
      this.stack = larger
    }
    const { stack } = this
    stack[depth] = end
    stack[depth + 1] = cursor
    stack[depth + 2] = production
    stack[depth + 3] = index
    stack[depth + 4] = parent
    stack[depth + 5] = rest
    stack[depth + 6] = this.byte + this.sizeBytes
    stack[depth + 7] = this.row + this.sizeRows
    stack[depth + 8] = this.sizeRows !== 0 ? this.sizeCols : this.col + this.sizeCols
  }

  /** Decodes the word at `slot` and skips its padding (a first child's is already part of its parent's). */
  private readSubtree(slot: number, skipPadding: boolean): void {
    const { words } = this
    const low = words[slot] as number
    if (low & 1) {
      this.readPacked(low, words[slot + 1] as number, skipPadding)
      return
    }
    const at = low >> 2
    if (skipPadding) this.stepOver(words[at + 1] as number, words[at + 2] as number, words[at + 3] as number)
    const flags = this.halves[(low + 44) >> 1] as number
    this.shown = flags & 1
    this.extra = flags & 4
    this.symbol = this.halves[(low + 40) >> 1] as number
    this.children = words[at + 9] as number
    this.production = this.halves[(low + 66) >> 1] as number
    this.sizeBytes = words[at + 4] as number
    this.sizeRows = words[at + 5] as number
    this.sizeCols = words[at + 6] as number
  }

  private readPacked(low: number, high: number, skipPadding: boolean): void {
    if (skipPadding) this.stepOver((high >>> 16) & 255, (high >>> 8) & 15, high & 255)
    this.shown = low & 2
    this.extra = low & 8
    this.symbol = (low >>> 8) & 255
    this.children = 0
    this.sizeBytes = high >>> 24
    this.sizeRows = 0
    this.sizeCols = this.sizeBytes
  }

  private stepOver(bytes: number, rows: number, cols: number): void {
    this.byte += bytes
    this.row += rows
    this.col = rows !== 0 ? cols : this.col + cols
  }

  private advance(): void {
    this.stepOver(this.sizeBytes, this.sizeRows, this.sizeCols)
  }

  private emit(out: FlatTree, node: number, symbol: number, field: number, parent: number): void {
    if (node >= out.capacity) out.grow(out.capacity * 2)
    out.type[node] = this.publicType[symbol] as number
    out.field[node] = field
    out.parent[node] = parent
    out.start[node] = this.byte >> 1
    out.end[node] = (this.byte + this.sizeBytes) >> 1
    out.row[node] = this.row
    out.col[node] = this.col >> 1
    out.endRow[node] = this.row + this.sizeRows
    out.next[node] = node + 1
  }

  private aliasOf(production: number, index: number): number {
    return this.maxAliases === 0 ? 0 : (this.halves[this.aliases + production * this.maxAliases + index] as number)
  }

  /** Field of each child by its index, for one production; null when it names none. */
  private fieldsOf(production: number): Uint16Array | null {
    const known = this.fieldMaps[production]
    if (known !== undefined) return known
    const { halves, bytes } = this
    const from = halves[this.fieldSlices + production * 2] as number
    const length = halves[this.fieldSlices + production * 2 + 1] as number
    let map: Uint16Array | null = null
    for (let entry = from; entry < from + length; entry++) {
      const address = this.fieldEntries + entry * 4
      const child = bytes[address + 2] as number
      if (bytes[address + 3] !== 0) continue // inherited: the hidden child carries it
      map ??= new Uint16Array(256)
      if (map[child] === 0) map[child] = halves[address >> 1] as number
    }
    this.fieldMaps[production] = map
    return map
  }

  /** Views become invalid when the WebAssembly memory grows. */
  private refresh(): void {
    const { buffer } = this.core.HEAPU8
    if (buffer === this.bytes.buffer) return
    this.bytes = new Uint8Array(buffer)
    this.words = new Uint32Array(buffer)
    this.halves = new Uint16Array(buffer)
  }
}

/** web-tree-sitter keeps the address of a tree or language under the key 0. */
function handleOf(object: Tree | Language): number {
  return (object as unknown as { 0: number })[0]
}
