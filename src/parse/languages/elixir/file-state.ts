/** State of one file while it is read. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

type Pending = {
  /** The body that contains the attributes. */
  parent: NodeIndex
  /** First of `@spec`, `@impl`, `@tag` …: part of the following definition. */
  first: NodeIndex
  doc: string | undefined
  /** Name → the result type in its `@spec`. */
  results: Map<string, string>
}

type FileState = {
  pending: Pending | undefined
  /** Further clause of a function → the symbol of the first clause. */
  clauses: Map<NodeIndex, number>
  describe: { title: string; until: NodeIndex }
  module_doc: string
}

const states = new WeakMap<FileFactsBuilder, FileState>()

export function stateOf(file: FileFactsBuilder): FileState {
  let state = states.get(file)
  if (!state) {
    state = { pending: undefined, clauses: new Map(), describe: { title: '', until: 0 }, module_doc: '' }
    states.set(file, state)
  }
  return state
}

/** The attributes directly above a node, if there are any. */
export function pendingFor(node: NodeIndex, file: FileFactsBuilder): Pending | undefined {
  const { pending } = stateOf(file)
  return pending?.parent === file.tree.parent(node) ? pending : undefined
}

export function pendingIn(parent: NodeIndex, file: FileFactsBuilder): Pending {
  const state = stateOf(file)
  if (state.pending?.parent !== parent) state.pending = { parent, first: -1, doc: undefined, results: new Map() }
  return state.pending
}

export function forgetAttributes(node: NodeIndex, file: FileFactsBuilder): void {
  if (pendingFor(node, file)) stateOf(file).pending = undefined
}
