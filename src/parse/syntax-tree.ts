/** Reads a flat tree by node number: text, types by name, children by field. -1 means that there is none. */
import type { GrammarNames } from './engine.ts'
import type { FlatTree } from './flat-tree.ts'
import type { NodeIndex } from './language.ts'
import type { Wrapping } from './unwrap.ts'

/** What is looked for among more children is remembered: each of thousands of siblings may ask its parent the same. */
const WIDE = 64

export class SyntaxTree {
  readonly text: string
  readonly flat: FlatTree
  readonly names: GrammarNames
  /** What was removed around parts of the text before it was parsed. */
  readonly wrappings: readonly Wrapping[]
  /** Of wide nodes: the children, the named ones, and the first child by field or by types. */
  private readonly lists = new Map<NodeIndex, readonly NodeIndex[]>()
  private readonly namedLists = new Map<NodeIndex, readonly NodeIndex[]>()
  private readonly firsts = new Map<NodeIndex, Map<number | string, NodeIndex>>()

  constructor(text: string, flat: FlatTree, names: GrammarNames, wrappings: readonly Wrapping[] = []) {
    this.wrappings = wrappings
    this.text = text
    this.flat = flat
    this.names = names
  }

  get count(): number {
    return this.flat.count
  }
  /** '' for -1. */
  textOf(node: NodeIndex): string {
    return node < 0 ? '' : this.text.slice(this.flat.start[node], this.flat.end[node])
  }
  typeOf(node: NodeIndex): string {
    return node < 0 ? '' : (this.names.types[this.flat.type[node] as number] ?? 'ERROR')
  }
  is(node: NodeIndex, ...types: readonly string[]): boolean {
    return node >= 0 && types.includes(this.typeOf(node))
  }
  isNamed(node: NodeIndex): boolean {
    return this.names.named[this.flat.type[node] as number] !== 0
  }
  fieldOf(node: NodeIndex): string {
    return this.names.fields[this.flat.field[node] as number] ?? ''
  }
  parent(node: NodeIndex): NodeIndex {
    return node < 0 ? -1 : (this.flat.parent[node] as number)
  }
  start(node: NodeIndex): number {
    return this.flat.start[node] as number
  }
  end(node: NodeIndex): number {
    return this.flat.end[node] as number
  }
  /** 1-based. */
  line(node: NodeIndex): number {
    return (this.flat.row[node] as number) + 1
  }
  /** 1-based, UTF-16 units. */
  column(node: NodeIndex): number {
    return (this.flat.col[node] as number) + 1
  }
  endLine(node: NodeIndex): number {
    return (this.flat.endRow[node] as number) + 1
  }
  /** Like `endLine`; a node that ends with its line end does not extend into the next line. */
  lastLine(node: NodeIndex): number {
    const row = this.flat.endRow[node] as number
    const endsLine = row > (this.flat.row[node] as number) && this.text.charCodeAt(this.end(node) - 1) === 10
    return endsLine ? row : row + 1
  }
  /** The index after the last node below `node`: `for (let at = node + 1; at < tree.after(node); at++)` visits the subtree. */
  after(node: NodeIndex): number {
    return this.flat.next[node] as number
  }
  isLeaf(node: NodeIndex): boolean {
    return this.flat.next[node] === node + 1
  }

  /** First child in the field. */
  child(node: NodeIndex, field: string): NodeIndex {
    const id = this.names.fieldIds.get(field)
    return id === undefined ? -1 : this.childByField(node, id)
  }
  childByField(node: NodeIndex, fieldId: number): NodeIndex {
    if (node < 0) return -1
    const known = this.firstKnown(node, fieldId)
    if (known !== undefined) return known
    const { field, next } = this.flat
    const end = next[node] as number
    let at = node + 1
    let looked = 0
    for (; at < end && field[at] !== fieldId; looked++) at = next[at] as number
    return this.noteFirst(node, fieldId, at < end ? at : -1, looked)
  }
  /** All children in the field: `var a, b int` has two names. */
  childrenIn(node: NodeIndex, field: string): NodeIndex[] {
    const id = this.names.fieldIds.get(field)
    return id === undefined ? [] : this.children(node).filter((child) => this.flat.field[child] === id)
  }
  children(node: NodeIndex): readonly NodeIndex[] {
    if (node < 0) return []
    const known = this.lists.get(node)
    if (known) return known
    const found: NodeIndex[] = []
    const { next } = this.flat
    const end = next[node] as number
    for (let at = node + 1; at < end; at = next[at] as number) found.push(at)
    if (found.length > WIDE) this.lists.set(node, found)
    return found
  }
  namedChildren(node: NodeIndex): readonly NodeIndex[] {
    const known = this.namedLists.get(node)
    if (known) return known
    const all = this.children(node)
    const named = all.filter((child) => this.isNamed(child))
    if (all.length > WIDE) this.namedLists.set(node, named)
    return named
  }
  /** First child of one of these types (named types or tokens such as `static`). */
  childOfType(node: NodeIndex, ...types: readonly string[]): NodeIndex {
    if (node < 0) return -1
    const known = this.firsts.size > 0 ? this.firstKnown(node, types.join('\0')) : undefined
    if (known !== undefined) return known
    const { next } = this.flat
    const end = next[node] as number
    let at = node + 1
    let looked = 0
    for (; at < end && !types.includes(this.typeOf(at)); looked++) at = next[at] as number
    return this.noteFirst(node, types, at < end ? at : -1, looked)
  }

  private firstKnown(node: NodeIndex, what: number | string): NodeIndex | undefined {
    return this.firsts.size > 0 ? this.firsts.get(node)?.get(what) : undefined
  }

  private noteFirst(node: NodeIndex, what: number | readonly string[], first: NodeIndex, looked: number): NodeIndex {
    if (looked <= WIDE) return first
    const known = this.firsts.get(node) ?? new Map<number | string, NodeIndex>()
    this.firsts.set(node, known.set(typeof what === 'number' ? what : what.join('\0'), first))
    return first
  }

  /** Nearest ancestor of one of these types. Walks up: not for every node of a file. */
  ancestor(node: NodeIndex, ...types: readonly string[]): NodeIndex {
    let at = this.parent(node)
    while (at >= 0 && !types.includes(this.typeOf(at))) at = this.parent(at)
    return at
  }
}
