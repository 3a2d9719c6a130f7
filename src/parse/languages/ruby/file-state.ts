/** State of one Ruby file while it is read. */
import type { SymbolFact } from '../../../contract/facts.ts'
import { callableKinds, type FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { readSignature, readYard, type Yard } from './yard.ts'

type RubyState = {
  /** Body of a class → the keyword (`private`, `module_function` …) that applies from here on. */
  visibility: Map<NodeIndex, string>
  /** A Sorbet signature and the node that must follow for it to count. */
  signature: { before: NodeIndex; at: NodeIndex; types: Yard } | undefined
  /** Modules with `extend self`: their methods are also methods of the module itself. */
  extended: Set<string>
  /** The documented types of a method. */
  types: Map<number, Yard>
}

const states = new WeakMap<FileFactsBuilder, RubyState>()

export function stateOf(file: FileFactsBuilder): RubyState {
  const known = states.get(file)
  if (known) return known
  const fresh: RubyState = { visibility: new Map(), signature: undefined, extended: new Set(), types: new Map() }
  states.set(file, fresh)
  return fresh
}

export function noteSignature(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  stateOf(file).signature = { before: tree.after(node), at: node, types: readSignature(tree.textOf(node).slice(0, 2000)) }
}

/** Of a method: its own signature first, then its comment. */
export function typesOf(ordinal: number, file: FileFactsBuilder): Yard {
  const { types } = stateOf(file)
  const known = types.get(ordinal) ?? readYard(file.symbol(ordinal)?.doc ?? '')
  types.set(ordinal, known)
  return known
}

const holders: ReadonlySet<string> = new Set(['class', 'module', 'struct'])
export const isHolder = (symbol: SymbolFact | undefined): boolean => symbol !== undefined && holders.has(symbol.kind)

/** Ordinal of the enclosing class or module of a node, or -1. */
export function holderAround(node: NodeIndex, file: FileFactsBuilder): number {
  let at = file.ownerOf(node)
  while (at >= 0 && !isHolder(file.symbol(at))) at = file.symbol(at)?.parent ?? -1
  return at
}

/** Ordinal of the enclosing method of a node, or -1. */
export function methodAround(node: NodeIndex, file: FileFactsBuilder): number {
  let at = file.ownerOf(node)
  while (at >= 0 && !callableKinds.has(file.symbol(at)?.kind ?? 'class')) at = file.symbol(at)?.parent ?? -1
  return at
}
