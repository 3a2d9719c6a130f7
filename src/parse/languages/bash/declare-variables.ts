/** Variables: symbols where a script first assigns them at its top level; `local` makes them local to the function. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { isInTest, stateOf } from './file-state.ts'

/** `local x=1`, `export A=1 B`, `readonly C`, `declare -rx D=…`, `typeset …` */
export function declareVariables(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const word = tree.textOf(tree.children(node)[0] ?? -1)
  const options = optionsOf(node, file)
  // `export -f name` exports a function.
  if (/[fF]/.test(options)) return
  const isLocal = file.isInFunction(node) && !/g/.test(options) && /^(?:local|declare|typeset)$/.test(word)
  const isConstant = word === 'readonly' || (word !== 'export' && options.includes('r'))
  const isExported = word === 'export' || options.includes('x')
  for (const part of tree.namedChildren(node)) {
    const name = tree.is(part, 'variable_assignment') ? tree.child(part, 'name') : part
    if (!tree.is(name, 'variable_name')) continue
    if (isLocal) file.bind({ name, at: node, role: 'variable' })
    // Without a value it only marks a variable that is assigned elsewhere.
    else if (name !== part) defineVariable(name, node, part, { isConstant, isExported }, file)
  }
}

const optionsOf = (node: NodeIndex, file: FileFactsBuilder): string =>
  file.tree
    .namedChildren(node)
    .filter((part) => file.tree.is(part, 'word') && /^[-+]/.test(file.tree.textOf(part)))
    .map((part) => file.tree.textOf(part).slice(1))
    .join('')

/** `NAME=value` on a line of its own. Before a command it applies to that command alone. */
export function declareAssignment(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (!tree.is(tree.parent(node), 'program', 'if_statement', 'else_clause', 'elif_clause', 'list', 'variable_assignments')) return
  const name = tree.child(node, 'name')
  if (tree.is(name, 'variable_name')) defineVariable(name, node, node, { isConstant: false, isExported: false }, file)
}

type Marks = { isConstant: boolean; isExported: boolean }

function defineVariable(name: NodeIndex, statement: NodeIndex, part: NodeIndex, marks: Marks, file: FileFactsBuilder): void {
  const { tree } = file
  const { variables } = stateOf(file)
  const text = tree.textOf(name)
  if (file.isInFunction(statement) || isInTest(statement, file) || variables.has(text)) return
  variables.add(text)
  const isSole = part === statement || tree.namedChildren(statement).every((one) => one === part || tree.is(one, 'word'))
  const word = isSole ? '' : `${tree.textOf(tree.children(statement)[0] ?? -1)} `
  const head = tree.textOf(isSole ? statement : part).slice(0, 200)
  file.define({
    node: name,
    kind: marks.isConstant ? 'constant' : 'variable',
    name,
    span: isSole ? statement : part,
    signature: `${word}${head.replace(/\\?\n[\s\S]*/, ' …').trim()}`,
    exported: marks.isExported,
    opens: 'none',
    owns: false,
    // A function may have the same name.
    binds: false,
  })
}

/** A loop variable is not a symbol; in a function it is local. */
export function declareLoop(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.child(node, 'variable')
  if (name < 0) return
  if (file.isInFunction(node)) file.bind({ name, at: node, role: 'variable' })
  else file.notAUse(name)
}
