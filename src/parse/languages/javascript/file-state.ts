/** What the JavaScript rules remember while one file is walked. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

type FileState = {
  /** Object literals whose functions are members of a symbol. */
  memberObjects: Set<NodeIndex>
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
    memberObjects: new Set(),
    readImports: new Set(),
    assignedFields: [],
    typeMembers: new Set(),
    test: { from: 0, until: 0 },
  }
  states.set(file, state)
  return state
}
