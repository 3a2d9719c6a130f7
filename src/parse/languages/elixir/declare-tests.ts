/** ExUnit: `test` defines a function, named after its title and the enclosing `describe`. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { bindPattern } from './declare-names.ts'
import { pendingFor, stateOf } from './file-state.ts'
import { argumentsOf } from './heads.ts'

export function declareTest(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const word = tree.textOf(tree.child(node, 'target'))
  const [title = -1, ...rest] = argumentsOf(node, file)
  if (word === 'describe') {
    stateOf(file).describe = { title: titleOf(title, file), until: tree.after(node) }
    return
  }
  const isTest = word === 'test' || word === 'property'
  if (isTest && (!tree.is(title, 'string') || file.isInFunction(node))) return
  if (isTest) defineTest(node, word, title, file)
  else file.openScope(node, 'function')
  for (const context of isTest ? rest : [title]) if (context >= 0) bindPattern(context, node, 'parameter', file)
}

function defineTest(node: NodeIndex, word: string, title: NodeIndex, file: FileFactsBuilder): void {
  const { describe } = stateOf(file)
  const around = node < describe.until ? `${describe.title} ` : ''
  const pending = pendingFor(node, file)
  const ordinal = file.define({
    node,
    kind: 'function',
    name: title,
    nameText: `${word} ${around}${titleOf(title, file)}`.slice(0, 200).trim(),
    ...(pending && pending.first >= 0 && { span: pending.first }),
    until: node,
    signature: `${word} ${file.tree.textOf(title).slice(0, 200)}`.replaceAll(/\s+/g, ' '),
    test: true,
    binds: false,
  })
  const symbol = file.symbol(ordinal)
  if (symbol) symbol.name_column++
}

/** Without dots, because they separate names. */
const titleOf = (title: NodeIndex, file: FileFactsBuilder): string =>
  file.tree
    .textOf(title)
    .slice(1, -1)
    .replaceAll(/[.\s]+/g, ' ')
    .trim()
