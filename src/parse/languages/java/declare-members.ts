/** Fields, constants, record components and enum constants of Java, and the effect of modifiers on any definition. */
import type { SymbolFact } from '../../../contract/facts.ts'
import { callableKinds, type FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'
import { spanOfShared } from '../span-of-shared.ts'
import { bareType, evidentType } from './value-type.ts'

/** `int a, b = 1;` in a class: two fields; in a method: two locals. `String... rest` is a parameter. */
export function declareVariable(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const declaration = tree.parent(node)
  const name = tree.child(node, 'name')
  if (tree.is(declaration, 'field_declaration', 'constant_declaration')) defineField(node, name, declaration, file)
  else if (tree.is(declaration, 'local_variable_declaration')) {
    const evident = evidentType(tree.child(node, 'value'), file)
    const declared = declaredType(node, declaration, file)
    file.bind({ name, at: node, role: 'variable', type: declared || evident.type, from_call: evident.from_call })
  } else if (tree.is(declaration, 'spread_parameter')) {
    const type = tree.namedChildren(declaration).find((child) => !tree.is(child, 'modifiers', 'variable_declarator')) ?? -1
    file.bind({ name, at: node, role: 'parameter', type: `${file.typeText(type)}...` })
  }
}

function defineField(node: NodeIndex, name: NodeIndex, declaration: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parent = file.ownerAround(declaration)
  const isShared = tree.childOfType(declaration, ',') >= 0
  const isLong = tree.end(declaration) - tree.start(declaration) > 160
  const isConstant =
    tree.is(declaration, 'constant_declaration') || (has(tree, declaration, 'static') && has(tree, declaration, 'final'))
  const type = declaredType(node, declaration, file)
  const ordinal = file.define({
    node,
    kind: isConstant ? 'constant' : 'property',
    name,
    span: isShared ? spanOfShared(tree, declaration, node) : declaration,
    parent,
    type,
    body: isLong && !isShared ? tree.child(node, 'value') : -1,
    opens: 'none',
    owns: !isShared,
  })
  if (isShared) file.owner[node] = ordinal
  file.bind({
    name,
    at: node,
    role: 'field',
    scope: parent,
    type,
    from_call: evidentType(tree.child(node, 'value'), file).from_call,
  })
}

/** '' for `var`. */
function declaredType(node: NodeIndex, declaration: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const type = file.typeText(tree.child(declaration, 'type'))
  return type === 'var' ? '' : `${type}${tree.textOf(tree.child(node, 'dimensions'))}`
}

/** A parameter of a method or lambda; of a record it is a component, which is a field. */
export function declareParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const type = file.typeText(tree.child(node, 'type'))
  if (name < 0) return
  if (!tree.is(tree.parent(tree.parent(node)), 'record_declaration')) {
    file.bind({ name, at: node, role: 'parameter', type: type === 'var' ? '' : type })
    return
  }
  const parent = file.ownerAround(node)
  file.define({ node, kind: 'property', name, type, opens: 'none' })
  file.bind({ name, at: node, role: 'field', scope: parent, type })
}

export function defineEnumConstant(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parent = file.ownerAround(node)
  const name = tree.child(node, 'name')
  const type = file.symbol(parent)?.name ?? ''
  file.define({ node, kind: 'property', name, body: tree.child(node, 'body'), type, static: true, opens: 'none' })
  file.bind({ name, at: node, role: 'field', scope: parent, type })
}

/** The body of an anonymous class or of an enum constant has members, but no symbol of its own. */
export function openNamelessBody(node: NodeIndex, file: FileFactsBuilder): void {
  if (file.tree.is(file.tree.parent(node), 'object_creation_expression', 'enum_constant')) file.openScope(node, 'class')
}

const testMarks = new Set(['Test', 'ParameterizedTest', 'RepeatedTest', 'TestFactory', 'TestTemplate', 'Theory', 'Property'])

/** Runs right after every definition. */
export function completeDefinition(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const holder = tree.is(node, 'variable_declarator') ? tree.parent(node) : node
  const around = file.symbol(symbol.parent)
  const outer = around ? file.definitionNode(symbol.parent) : -1
  const isAroundOpen = around === undefined || (around.exported && !callableKinds.has(around.kind) && around.kind !== 'property')
  symbol.exported = isAroundOpen && isVisible(holder, outer, tree)
  symbol.static ||= has(tree, holder, 'static') || tree.is(holder, 'constant_declaration')
  if (symbol.kind === 'method' && isTest(symbol, node, file)) {
    symbol.test = true
    if (around) around.test = true
  }
}

function isVisible(node: NodeIndex, outer: NodeIndex, tree: SyntaxTree): boolean {
  if (tree.is(node, 'enum_constant', 'formal_parameter')) return true
  if (has(tree, node, 'private')) return false
  return (
    tree.is(outer, 'interface_declaration', 'annotation_type_declaration') ||
    has(tree, node, 'public') ||
    has(tree, node, 'protected')
  )
}

function isTest(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  const marks = tree.namedChildren(tree.childOfType(node, 'modifiers')).map((mark) => tree.textOf(tree.child(mark, 'name')))
  if (marks.some((mark) => testMarks.has(mark.slice(mark.lastIndexOf('.') + 1)))) return true
  const superclass = tree.child(file.definitionNode(symbol.parent), 'superclass')
  return /^test[A-Z_0-9]/.test(symbol.name) && /\bTestCase$/.test(tree.textOf(superclass))
}

/** Modifiers are tokens, and come first: `public`, `static`, `final`. */
const has = (tree: SyntaxTree, node: NodeIndex, word: string): boolean =>
  tree.is(node + 1, 'modifiers') && tree.childOfType(node + 1, word) >= 0

/** `this(…)` and `super(…)` call a constructor: of the class itself, or of its base. */
export function useConstructor(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const owner = file.classAround(node)
  const word = tree.child(node, 'constructor')
  if (owner < 0) return
  if (tree.is(word, 'this')) {
    file.use(file.symbol(owner)?.name ?? '', 'calls', word)
    return
  }
  const [base = -1] = tree.namedChildren(tree.child(file.definitionNode(owner), 'superclass'))
  const name = bareType(base, file)
  const dot = name.lastIndexOf('.')
  if (name !== '') file.use(name.slice(dot + 1), 'calls', word, dot < 0 ? '' : name.slice(0, dot))
}
