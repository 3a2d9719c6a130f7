/** Names assigned to values: variables and constants of a module, fields of a class, locals of a function. */
import type { SymbolKind } from '../../../contract/symbol.ts'
import type { Definition, FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'
import type { ValueType } from '../../value-type.ts'
import { spanOfShared } from '../span-of-shared.ts'
import { docstringOf } from './docstring.ts'
import { stateOf } from './file-state.ts'
import { aliasKind, evidentType } from './value-type.ts'

/** `x = …`, `x: T = …`, `a, b = …`, `self.x = …`, `a = b = …` (the inner one is a node of its own). */
export function declareAssignment(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const left = tree.child(node, 'left')
  const annotation = tree.child(node, 'type')
  const value = lastValue(tree, node)
  if (left < 0 || (value < 0 && annotation < 0)) return
  if (tree.is(left, 'identifier', 'attribute')) {
    const evident = evidentType(tree.child(node, 'right'), value, file)
    const declared = file.typeText(annotation).replaceAll(/^["']|["']$/g, '')
    giveName({ name: left, node, value, is_sole: true, type: declared || evident.type, from_call: evident.from_call }, file)
  } else
    for (const name of targetsIn(tree, left)) giveName({ name, node, value: -1, is_sole: false, type: '', from_call: '' }, file)
}

type Naming = ValueType & { name: NodeIndex; node: NodeIndex; value: NodeIndex; is_sole: boolean }

function giveName(naming: Naming, file: FileFactsBuilder): void {
  const { tree } = file
  const { name, node, type, from_call } = naming
  if (tree.is(name, 'attribute')) giveField(naming, file)
  else if (file.isMember(node)) defineValue(naming, file.classAround(node), file)
  else if (file.isLocalScope(node)) bindLocal(file, name, node, { type, from_call })
  else defineValue(naming, -1, file)
}

/** The first `self.x = …` defines a field of the class; later ones, and those of names that have a symbol, are writes. */
function giveField(naming: Naming, file: FileFactsBuilder): void {
  const { tree } = file
  const object = tree.textOf(tree.child(naming.name, 'object'))
  const owner = file.classAround(naming.node)
  if ((object !== 'self' && object !== 'cls') || owner < 0 || !file.isLocalScope(naming.node)) return
  const name = tree.child(naming.name, 'attribute')
  const { type, from_call } = naming
  if (type !== '' || from_call !== '')
    file.bind({ name: tree.textOf(name), at: naming.node, role: 'field', scope: owner, type, from_call })
  if (stateOf(file).members.has(`${owner}\0${tree.textOf(name)}`)) return
  defineOnce({ ...naming, name }, owner, { kind: 'property', static: object === 'cls' }, file)
}

function defineValue(naming: Naming, parent: number, file: FileFactsBuilder): void {
  const { tree } = file
  const isTyped = tree.child(naming.node, 'type') >= 0
  const looks = parent < 0 ? { kind: valueKind(naming, file) } : { kind: fieldKind(naming, file), static: !isTyped }
  // The name of a type is not a value of some type.
  const isAlias = looks.kind === 'type' || looks.kind === 'class'
  const ordinal = defineOnce(isAlias ? { ...naming, type: '' } : naming, parent, looks, file)
  const role = parent < 0 ? 'variable' : 'field'
  const { type, from_call } = naming
  if (!isAlias && (type !== '' || from_call !== ''))
    file.bind({ name: tree.textOf(naming.name), at: naming.node, role, scope: parent, type, from_call })
  // Calls and reads in the value belong to the assigned name.
  if (ordinal >= 0 && naming.is_sole) file.owner[naming.node] = ordinal
}

/** Returns the ordinal, or -1 when the name has its symbol already. */
function defineOnce(
  { name, node, value, type, is_sole }: Naming,
  parent: number,
  looks: Pick<Definition, 'kind' | 'static'>,
  file: FileFactsBuilder,
): number {
  const { tree } = file
  const key = `${parent}\0${tree.textOf(name)}`
  const { taken } = stateOf(file)
  if (taken.has(key)) return -1
  taken.add(key)
  const statement = statementAround(tree, node)
  const isShared = !is_sole || statement < tree.parent(node) || tree.is(tree.child(node, 'right'), 'assignment')
  const isLambda = tree.is(value, 'lambda')
  const ordinal = file.define({
    node: name,
    name,
    span: isShared ? spanOfShared(tree, statement, name) : statement,
    parent,
    type: type.slice(0, 200),
    signature: valueSignature(tree, statement, node),
    opens: 'none',
    // The statement may define several names, or be in a method that owns the uses.
    owns: false,
    ...(isLambda && { parameters: tree.child(value, 'parameters') }),
    ...looks,
  })
  const symbol = file.symbol(ordinal)
  const below = tree.after(statement)
  if (symbol && below < tree.after(tree.parent(statement))) symbol.doc = docstringOf(tree, below) || symbol.doc
  return ordinal
}

function valueKind(naming: Naming, file: FileFactsBuilder): SymbolKind {
  const { tree } = file
  if (naming.is_sole && tree.is(naming.value, 'lambda')) return 'function'
  const alias = naming.is_sole ? aliasKind(naming.node, naming.value, file) : undefined
  return alias ?? (/^_*[A-Z][A-Z0-9_]*$/.test(tree.textOf(naming.name)) ? 'constant' : 'variable')
}

const fieldKind = (naming: Naming, file: FileFactsBuilder): SymbolKind =>
  naming.is_sole && file.tree.is(naming.value, 'lambda') ? 'method' : 'property'

/** The head of a table of a hundred lines is its name and type. */
function valueSignature(tree: SyntaxTree, statement: NodeIndex, node: NodeIndex): string {
  const length = tree.end(statement) - tree.start(statement)
  if (length <= 120)
    return textWithoutComments(tree, statement)
      .replaceAll(/\s+/g, ' ')
      .replace(/(?<!\s)\s*;$/, '')
  const type = tree.child(node, 'type')
  const head = tree.text.slice(tree.start(node), tree.end(type < 0 ? tree.child(node, 'left') : type))
  return `${head.slice(0, 200).replaceAll(/\s+/g, ' ')} = …`
}

function textWithoutComments(tree: SyntaxTree, node: NodeIndex): string {
  let text = ''
  let from = tree.start(node)
  for (let at = node; at < tree.after(node); at++) {
    if (!tree.is(at, 'comment')) continue
    text += tree.text.slice(from, tree.start(at))
    from = tree.end(at)
  }
  return text + tree.text.slice(from, tree.end(node))
}

/** A local name, unless `global` or `nonlocal` moves it elsewhere: then an assignment is a write there. */
export function bindLocal(file: FileFactsBuilder, name: NodeIndex, at: NodeIndex, value: Partial<ValueType> = {}): void {
  const scope = file.scopes.home(file.scope[at] ?? 0)
  if (stateOf(file).elsewhere.has(`${scope}\0${file.tree.textOf(name)}`)) return
  file.bind({ name, at, role: 'variable', hoist: 'function', ...value })
}

/** Names and attributes among the targets of an assignment, a loop, an `as`; not those inside an index or a call. */
export function targetsIn(tree: SyntaxTree, left: NodeIndex): NodeIndex[] {
  const found: NodeIndex[] = []
  const end = tree.after(left)
  for (let at = left; at < end; ) {
    const isTarget = tree.is(at, 'identifier', 'attribute')
    if (isTarget) found.push(at)
    at = isTarget || tree.is(at, 'subscript', 'call') ? tree.after(at) : at + 1
  }
  return found
}

/** Each name of a chain follows the whole chain. */
const MOST_CHAINED = 100

/** In `a = b = value` every name gets the last value. */
function lastValue(tree: SyntaxTree, node: NodeIndex): NodeIndex {
  let value = tree.child(node, 'right')
  for (let more = 0; more < MOST_CHAINED && tree.is(value, 'assignment'); more++) value = tree.child(value, 'right')
  return value
}

function statementAround(tree: SyntaxTree, node: NodeIndex): NodeIndex {
  let at = node
  for (let more = 0; more < MOST_CHAINED && tree.is(tree.parent(at), 'assignment', 'expression_statement'); more++)
    at = tree.parent(at)
  return at
}
