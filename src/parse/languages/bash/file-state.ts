/** State of one script while it is read. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

type BatsTest = { ordinal: number; from: NodeIndex; until: NodeIndex }

type FileState = {
  /** To the grammar `@test "…" {` is a command, and its body the commands after it. In file order. */
  tests: BatsTest[]
  /** Variables of the script that already have a symbol. */
  variables: Set<string>
  isBats: boolean
}

const states = new WeakMap<FileFactsBuilder, FileState>()

export function stateOf(file: FileFactsBuilder): FileState {
  let state = states.get(file)
  if (!state) {
    state = { tests: [], variables: new Set(), isBats: /^[ \t]*@test\b/m.test(file.tree.text) }
    states.set(file, state)
  }
  return state
}

export const isInTest = (node: NodeIndex, file: FileFactsBuilder): boolean => node < (stateOf(file).tests.at(-1)?.until ?? 0)
