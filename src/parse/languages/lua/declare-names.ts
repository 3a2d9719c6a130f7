/** Names bound without a definition: parameters, loop variables, locals without a value. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { stateOf } from './file-state.ts'

export function declareParameters(node: NodeIndex, file: FileFactsBuilder): void {
  for (const name of file.tree.childrenIn(node, 'name')) file.bind({ name, at: node, role: 'parameter' })
}

/** `for k, v in pairs(t)`, `for i = 1, n`; `local x` */
export function declareLoop(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const list = tree.is(node, 'for_numeric_clause') ? node : tree.childOfType(node, 'variable_list')
  for (const name of tree.childrenIn(list, 'name')) {
    if (!tree.is(name, 'identifier')) continue
    if (file.isLocalScope(node)) file.bind({ name, at: node, role: 'variable' })
    else if (tree.is(node, 'variable_declaration')) {
      file.notAUse(name)
      stateOf(file).announced.add(tree.textOf(name))
    }
  }
}
