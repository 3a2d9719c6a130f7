/** Commands that define or import something: `alias`, `source`, Bats' `@test` and `load`. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { type Command, commandsOf } from './commands.ts'
import { stateOf } from './file-state.ts'

export function declareCommand(node: NodeIndex, file: FileFactsBuilder): void {
  for (const command of commandsOf(node, file)) {
    const { name } = command
    if (name === 'source' || name === '.') importScript(command, '', file)
    // Only Bats has it, and it adds the extension itself.
    else if (name === 'load' && stateOf(file).isBats) importScript(command, '.bash', file)
    else if (name === 'alias') defineAliases(command, file)
    else if (name === '@test') defineTest(node, file)
  }
}

/** The whole script knows what it sources, wherever the line is. */
function importScript(command: Command, ending: string, file: FileFactsBuilder): void {
  const { tree } = file
  const [at = -1] = command.arguments
  if (at < 0) return
  const written = unquoted(tree.textOf(at).slice(0, 200))
  const module = ending === '' || /\.\w+$/.test(written) ? written : `${written}${ending}`
  const index = file.addImport({ module, name: '', alias: '', kind: 'wildcard', type_only: false }, at)
  const fact = file.facts.imports[index]
  if (fact) fact.scope = -1
}

function defineAliases(command: Command, file: FileFactsBuilder): void {
  const { tree } = file
  for (const argument of command.arguments) {
    const name = /^[\w.:@+!%,-]+(?==)/.exec(tree.textOf(argument).slice(0, 100))?.[0]
    if (name === undefined) continue
    file.define({
      node: argument,
      kind: 'function',
      name: argument,
      nameText: name,
      signature: `alias ${tree.textOf(argument).slice(0, 200)}`,
      opens: 'none',
      exported: !file.isInFunction(argument),
    })
  }
}

function defineTest(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const title = tree.child(node, 'argument')
  const name = unquoted(tree.textOf(title).slice(0, 200))
    .replaceAll(/[.\s]+/g, ' ')
    .trim()
  const end = endOfTest(node, file)
  if (title < 0 || name === '') return
  const ordinal = file.define({
    node,
    kind: 'function',
    name: title,
    nameText: name,
    until: end,
    signature: `@test ${tree.textOf(title).slice(0, 200)}`,
    test: true,
    opens: 'none',
    binds: false,
  })
  const symbol = file.symbol(ordinal)
  if (symbol && /^["']/.test(tree.textOf(title))) symbol.name_column++
  stateOf(file).tests.push({ ordinal, from: node, until: tree.after(end) })
}

/** The `}` that the grammar reads as one of the following commands. */
function endOfTest(node: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const last = tree.after(tree.parent(node))
  for (let at = tree.after(node); at < last; at = tree.after(at)) {
    if (tree.is(at, 'command') && tree.textOf(at) === '}') return at
    if (tree.is(at, 'command') && tree.text.startsWith('@test', tree.start(at))) break
  }
  return node
}

const unquoted = (text: string): string => (/^(["']).*\1$/s.test(text) ? text.slice(1, -1) : text)

/** After the whole file: assigns the nodes inside a test to it. */
export function completeFile(file: FileFactsBuilder): void {
  for (const { ordinal, from, until } of stateOf(file).tests) {
    for (let at = from; at < until; at++) if (file.owner[at] === -1) file.owner[at] = ordinal
  }
}
