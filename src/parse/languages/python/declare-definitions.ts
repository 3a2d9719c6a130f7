/** Functions and classes of Python: their kind, the effect of their decorators, their docstring. */
import type { SymbolFact } from '../../../contract/facts.ts'
import type { SymbolKind } from '../../../contract/symbol.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'
import { docstringAt } from './docstring.ts'
import { stateOf } from './file-state.ts'

export function defineFunction(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (tree.textOf(name) === '') return
  const decorators = decoratorNames(tree, node)
  file.define({
    node,
    kind: functionKind(tree.textOf(name), file.isMember(node), decorators),
    name,
    parameters: tree.child(node, 'parameters'),
    // There may be a comment between the head and the first statement.
    body: tree.childOfType(node, ':'),
    type: file.typeText(tree.child(node, 'return_type')).replaceAll(/^["']|["']$/g, ''),
    static: decorators.some((decorator) => decorator === 'classmethod' || decorator === 'staticmethod'),
    opens: 'function',
  })
}

function functionKind(name: string, isMember: boolean, decorators: readonly string[]): SymbolKind {
  if (!isMember) return 'function'
  if (name === '__init__') return 'constructor'
  return decorators.some((decorator) => /property$|\.(?:setter|getter|deleter)$/.test(decorator)) ? 'property' : 'method'
}

export function defineClass(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (tree.textOf(name) === '') return
  const ordinal = file.define({ node, kind: classKind(tree, node), name, body: tree.childOfType(node, ':') })
  for (const member of tree.children(tree.child(node, 'body'))) {
    const name = memberName(member, tree)
    if (name !== '') stateOf(file).members.add(`${ordinal}\0${name}`)
  }
}

/** The name that a statement in the body of a class defines, or ''. */
function memberName(statement: NodeIndex, tree: SyntaxTree): string {
  const definition = tree.is(statement, 'decorated_definition') ? tree.child(statement, 'definition') : statement
  if (tree.is(definition, 'function_definition')) return tree.textOf(tree.child(definition, 'name'))
  const left = tree.is(statement, 'expression_statement') ? tree.child(tree.childOfType(statement, 'assignment'), 'left') : -1
  return tree.is(left, 'identifier') ? tree.textOf(left) : ''
}

const enumBases = new Set(['Enum', 'IntEnum', 'StrEnum', 'Flag', 'IntFlag', 'ReprEnum', 'TextChoices', 'IntegerChoices'])

function classKind(tree: SyntaxTree, node: NodeIndex): SymbolKind {
  const bases = tree.namedChildren(tree.child(node, 'superclasses')).map((base) => {
    const bare = tree.is(base, 'subscript') ? tree.child(base, 'value') : base
    return tree.textOf(tree.is(bare, 'attribute') ? tree.child(bare, 'attribute') : bare)
  })
  if (bases.some((base) => enumBases.has(base))) return 'enum'
  return bases.includes('Protocol') ? 'interface' : 'class'
}

/** Runs right after every definition. */
export function completeDefinition(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parent = file.symbol(symbol.parent)
  symbol.exported = isPublic(symbol.name) && (parent === undefined || (parent.exported && !isFunction(parent)))
  if (tree.is(node, 'function_definition', 'class_definition')) {
    const docstring = docstringAt(tree, tree.child(node, 'body'))
    if (docstring !== '') symbol.doc = docstring
    if (isTest(symbol, node, file)) symbol.test = true
  }
  if (symbol.parent < 0) stateOf(file).taken.add(`-1\0${symbol.name}`)
}

const isFunction = (symbol: SymbolFact): boolean =>
  symbol.kind === 'function' || symbol.kind === 'method' || symbol.kind === 'constructor'

/** Names with two underscores on both sides belong to the language's protocols and are public. */
const isPublic = (name: string): boolean => !name.startsWith('_') || (name.startsWith('__') && name.endsWith('__'))

/** By pytest's and unittest's rules; a class named `TestClient` without a test in it is none. */
function isTest(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  if (symbol.kind === 'function') return symbol.parent < 0 && symbol.name.startsWith('test_')
  if (symbol.kind !== 'class') return false
  if (!/^Test|Tests?$/.test(symbol.name) && !tree.textOf(tree.child(node, 'superclasses')).includes('TestCase')) return false
  return tree.children(tree.child(node, 'body')).some((member) => {
    const definition = tree.is(member, 'decorated_definition') ? tree.child(member, 'definition') : member
    return tree.is(definition, 'function_definition') && tree.textOf(tree.child(definition, 'name')).startsWith('test')
  })
}

/** `property`, `app.route`, `x.setter`: without their arguments. */
function decoratorNames(tree: SyntaxTree, node: NodeIndex): string[] {
  const wrapper = tree.parent(node)
  if (!tree.is(wrapper, 'decorated_definition')) return []
  const decorators = tree.children(wrapper).filter((child) => tree.is(child, 'decorator'))
  return decorators.map((decorator) => {
    const [expression = -1] = tree.namedChildren(decorator)
    return tree.textOf(tree.is(expression, 'call') ? tree.child(expression, 'function') : expression)
  })
}
