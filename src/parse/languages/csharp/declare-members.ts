/** Members of C# types: methods with all their special names, properties, indexers, events, fields, enum members. */
import type { SymbolKind } from '../../../contract/symbol.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'
import { spanOfShared } from '../span-of-shared.ts'
import { typeParametersTag } from './declare-types.ts'
import { hasModifier } from './modifiers.ts'
import { evidentType, initialValue } from './value-type.ts'

/** A method, constructor, finalizer, operator, conversion or local function. */
export function declareCallable(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const named = callableName(node, tree)
  if (tree.is(node, 'destructor_declaration')) file.notAUse(tree.child(node, 'name'))
  if (named === undefined || tree.start(named.name) === tree.end(named.name)) return
  const type = tree.child(node, 'returns')
  file.define({
    node,
    kind: callableKind(node, tree),
    ...named,
    parameters: tree.child(node, 'parameters'),
    distinct: tagOf(node, tree),
    body: tree.child(node, 'body'),
    type: file.typeText(type >= 0 ? type : tree.child(node, 'type')),
  })
}

function callableKind(node: NodeIndex, tree: SyntaxTree): SymbolKind {
  if (tree.is(node, 'constructor_declaration')) return 'constructor'
  return tree.is(node, 'local_function_statement') ? 'function' : 'method'
}

function callableName(node: NodeIndex, tree: SyntaxTree): { name: NodeIndex; nameText?: string } | undefined {
  const word = tree.childOfType(node, 'operator')
  switch (tree.typeOf(node)) {
    case 'operator_declaration':
      return { name: word, nameText: `operator ${operatorText(node, tree)}` }
    case 'conversion_operator_declaration':
      return { name: word, nameText: `operator ${tree.textOf(tree.child(node, 'type')).replace(/\s+/g, '')}` }
    case 'destructor_declaration':
      return { name: tree.childOfType(node, '~'), nameText: `~${tree.textOf(tree.child(node, 'name'))}` }
    default: {
      const name = tree.child(node, 'name')
      return name < 0 ? undefined : { name }
    }
  }
}

function operatorText(node: NodeIndex, tree: SyntaxTree): string {
  const checked = tree.childOfType(node, 'checked') >= 0 ? 'checked ' : ''
  return `${checked}${tree.textOf(tree.child(node, 'operator'))}`
}

/** `static C()` and `C()`, `M()` and `IFoo.M()` differ only outside their brackets. */
function tagOf(node: NodeIndex, tree: SyntaxTree): string {
  const written = tree.textOf(tree.childOfType(node, 'explicit_interface_specifier')).replace(/\s+/g, '')
  const isStatic = tree.is(node, 'constructor_declaration') && hasModifier(tree, node, 'static')
  return `${typeParametersTag(node, tree)}${written}${isStatic ? 'static' : ''}`
}

/** A property, indexer or event with accessors; names local to these are not names of the class. */
export function declareProperty(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const isIndexer = tree.is(node, 'indexer_declaration')
  const name = isIndexer ? tree.childOfType(node, 'this') : tree.child(node, 'name')
  if (name < 0 || tree.start(name) === tree.end(name)) return
  const parent = file.ownerAround(node)
  const type = file.typeText(tree.child(node, 'type'))
  file.define({
    node,
    kind: 'property',
    name,
    ...(isIndexer && { nameText: 'this[]', parameters: tree.child(node, 'parameters') }),
    parent,
    type,
    distinct: tagOf(node, tree),
    body: endOfHead(node, tree),
    opens: 'function',
  })
  if (!isIndexer && tree.childOfType(node, 'explicit_interface_specifier') < 0)
    file.bind({ name, at: node, role: 'field', scope: parent, type })
}

/** `{ get; init; }` says how a property can be used; the code of its accessors does not. */
function endOfHead(node: NodeIndex, tree: SyntaxTree): NodeIndex {
  const accessors = tree.child(node, 'accessors')
  const hasCode = tree.namedChildren(accessors).some((accessor) => tree.child(accessor, 'body') >= 0)
  if (hasCode) return accessors
  const value = tree.child(node, 'value')
  return value >= 0 && (accessors < 0 || tree.end(value) - tree.start(value) > LONG) ? value : -1
}

/** `value` in `set`, `init`, `add` and `remove`. */
export function declareAccessor(node: NodeIndex, file: FileFactsBuilder): void {
  file.openScope(node, 'function')
  const { tree } = file
  const isSetter = tree.child(node, 'body') >= 0 && /^(?:set|init|add|remove)$/.test(tree.textOf(tree.child(node, 'name')))
  const type = file.typeText(tree.child(tree.parent(tree.parent(node)), 'type'))
  if (isSetter) file.bind({ name: 'value', at: node, role: 'parameter', type })
}

/** An initial value longer than this is left out of the signature. */
const LONG = 100

/** `int a, b = 1;` in a type: fields or constants; after `event` events; elsewhere locals. */
export function declareVariable(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const declaration = tree.parent(node)
  const statement = tree.parent(declaration)
  if (tree.is(statement, 'field_declaration', 'event_field_declaration')) defineField(node, declaration, statement, file)
  else bindVariable(node, declaration, file)
}

function defineField(node: NodeIndex, declaration: NodeIndex, statement: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name < 0) return
  const parent = file.ownerAround(statement)
  const type = file.typeText(tree.child(declaration, 'type'))
  const isShared = tree.childOfType(declaration, ',') >= 0
  const isConstant =
    hasModifier(tree, statement, 'const') || (hasModifier(tree, statement, 'static') && hasModifier(tree, statement, 'readonly'))
  const value = initialValue(node, tree)
  const isLong = value >= 0 && tree.end(value) - tree.start(value) > LONG
  const ordinal = file.define({
    node,
    kind: isConstant ? 'constant' : 'property',
    name,
    span: isShared ? spanOfShared(tree, statement, node) : statement,
    parent,
    type,
    body: isLong && !isShared ? value : -1,
    opens: 'none',
    owns: !isShared,
  })
  if (isShared) file.owner[node] = ordinal
  file.bind({ name, at: node, role: 'field', scope: parent, type })
}

function bindVariable(node: NodeIndex, declaration: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const type = tree.child(declaration, 'type')
  const isInferred = tree.is(type, 'implicit_type')
  if (name < 0) return
  keepLocal(name, node, file)
  const evident = isInferred ? evidentType(initialValue(node, tree), file) : { type: file.typeText(type), from_call: '' }
  file.bind({ name, at: node, role: 'variable', ...evident })
}

/** What top-level statements declare is local to the program, not visible to other code of the file. */
export function keepLocal(name: NodeIndex, at: NodeIndex, file: FileFactsBuilder): void {
  if (!file.isLocalScope(at)) file.bindLocal(name, at)
}

export function declareEnumMember(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const parent = file.ownerAround(node)
  if (name < 0) return
  const type = file.symbol(parent)?.name ?? ''
  file.define({ node, kind: 'property', name, type, static: true, opens: 'none' })
}
