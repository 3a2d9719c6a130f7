/** What the JavaScript rules remember while one file is walked. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

/** An object literal: the value of a symbol, the result of a function, an argument or anything else. */
export type ObjectUse = 'symbol' | 'result' | 'argument'

type FileState = {
  /** How object literals are used, as far as it was determined. */
  objects: Map<NodeIndex, ObjectUse>
  /** Object literals that are the prototype of the symbol with this ordinal. */
  prototypes: Map<NodeIndex, number>
  /** Calls already read as imports. */
  readImports: Set<NodeIndex>
  /** `this.x = …` seen in a class: defines `x` unless the class declares it. */
  assignedFields: { owner: number; property: NodeIndex; assignment: NodeIndex }[]
  /** Symbols whose object types have members: interfaces, type aliases, and their properties. */
  typeMembers: Set<number>
  /** The outermost `describe(…)` or `it(…)` last seen: its node, and the index after its last node. */
  test: { from: NodeIndex; until: NodeIndex }
}

const states = new WeakMap<FileFactsBuilder, FileState>()

export function stateOf(file: FileFactsBuilder): FileState {
  const known = states.get(file)
  if (known) return known
  const state: FileState = {
    objects: new Map(),
    prototypes: new Map(),
    readImports: new Set(),
    assignedFields: [],
    typeMembers: new Set(),
    test: { from: 0, until: 0 },
  }
  states.set(file, state)
  return state
}
