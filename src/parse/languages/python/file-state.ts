/** State of a Python file while it is walked: names already defined, names declared to belong elsewhere. */
import type { FileFactsBuilder } from '../../facts-builder.ts'

export type PythonState = {
  /** `scope\0name` of names that a `global` or `nonlocal` statement moves to another scope. */
  elsewhere: Set<string>
  /** `ordinal\0name` of names that have a symbol: -1 for the module, else the class. */
  taken: Set<string>
  /** `class\0name` of names that the body of a class defines anywhere: `self.name = …` does not define those. */
  members: Set<string>
  /** `ordinal\0name` of parameters → annotation. */
  parameter_types: Map<string, string>
}

const states = new WeakMap<FileFactsBuilder, PythonState>()

export function stateOf(file: FileFactsBuilder): PythonState {
  const known = states.get(file)
  if (known) return known
  const fresh: PythonState = { elsewhere: new Set(), taken: new Set(), members: new Set(), parameter_types: new Map() }
  states.set(file, fresh)
  return fresh
}
