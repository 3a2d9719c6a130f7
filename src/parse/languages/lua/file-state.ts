/** State of one file while it is read. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

type FileState = {
  /** The outermost `describe(…)` or `it(…)` being read. */
  test: { from: NodeIndex; until: NodeIndex }
  /** Calls of `require` that were recorded as imports. */
  readImports: Set<NodeIndex>
  /** `local f` at the top level, assigned further down. */
  announced: Set<string>
}

const states = new WeakMap<FileFactsBuilder, FileState>()

export function stateOf(file: FileFactsBuilder): FileState {
  let state = states.get(file)
  if (!state) {
    state = { test: { from: 0, until: 0 }, readImports: new Set(), announced: new Set() }
    states.set(file, state)
  }
  return state
}

export function isInTest(node: NodeIndex, file: FileFactsBuilder): boolean {
  const { from, until } = stateOf(file).test
  return node >= from && node < until
}
