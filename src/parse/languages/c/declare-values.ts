/** Variables, fields and parameters, and declarations with several names. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { spanOfShared } from '../span-of-shared.ts'
import { type Declarator, declaratorsOf, nameText, readDeclarator } from './declarator.ts'
import { declarationText, declareFunction, isInsideFunction, membershipOf } from './declare-functions.ts'
import { oneLine } from './one-line.ts'
import { hasBody, specifiers, typeOfDeclarator } from './specifiers.ts'
import { evidentType } from './value-type.ts'

/** `int a, *b = f(), c(void);` anywhere. */
export function declareAll(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const declarators = declaratorsOf(tree, node)
  const isParameter = tree.is(tree.parent(node), 'function_definition')
  const isLocal = isParameter || isInsideFunction(node, file)
  const isAlone = declarators.length === 1 && !hasBody(tree.child(node, 'type'), file)
  for (const one of declarators) {
    const declarator = readDeclarator(tree, one)
    if (tree.is(declarator.name, 'structured_binding_declarator')) bindParts(declarator.name, node, file)
    else if (declarator.name < 0) continue
    else if (isLocal) declareLocal(node, one, declarator, isParameter ? 'parameter' : 'variable', file)
    else if (declarator.callable >= 0) declareCallable(isAlone ? node : one, node, declarator, file)
    else defineVariable(node, one, declarator, isAlone, file)
  }
}

function bindParts(list: NodeIndex, at: NodeIndex, file: FileFactsBuilder): void {
  for (const name of file.tree.namedChildren(list))
    if (file.tree.is(name, 'identifier')) file.bind({ name, at, role: 'variable' })
}

function declareCallable(node: NodeIndex, statement: NodeIndex, declarator: Declarator, file: FileFactsBuilder): void {
  const { tree } = file
  // `Foo(T) -> Foo<T>;` is a deduction guide; nobody calls it.
  const hasType = tree.child(statement, 'type') >= 0
  const isGuide = !hasType && tree.childOfType(declarator.callable, 'trailing_return_type') >= 0
  const isMacro = !hasType && isMacroCall(statement, declarator, file)
  if (!isGuide && !isMacro) {
    declareFunction(node, statement, declarator, file)
    return
  }
  file.openScope(node, 'function')
  file.intend(declarator.name, isGuide ? 'references' : 'calls')
}

/** `DISALLOW_COPY(Foo);`: without a type only constructors, destructors and operators are declared. */
function isMacroCall(statement: NodeIndex, { name, qualifier }: Declarator, file: FileFactsBuilder): boolean {
  if (qualifier.length > 0 || !file.tree.is(name, 'identifier', 'field_identifier')) return false
  return file.tree.textOf(name) !== file.symbol(file.ownerAround(statement))?.name
}

/** In a function. `Foo w(a);` looks like a prototype; with only names in the brackets it is a variable. */
function declareLocal(
  statement: NodeIndex,
  node: NodeIndex,
  declarator: Declarator,
  role: 'variable' | 'parameter',
  file: FileFactsBuilder,
): void {
  const { tree } = file
  if (declarator.callable >= 0) {
    const given = tree.namedChildren(declarator.parameters)
    const isValue =
      given.length > 0 &&
      given.every((one) => tree.is(tree.child(one, 'type'), 'type_identifier') && tree.child(one, 'declarator') < 0)
    if (!isValue) {
      file.notAUse(declarator.name)
      file.openScope(node, 'function')
      return
    }
    for (const one of given) file.intend(tree.child(one, 'type'), 'reads')
  }
  const type = knownType(statement, declarator, file)
  const evident = type === '' ? evidentType(tree.child(node, 'value'), file) : { type, from_call: '' }
  file.bind({ name: declarator.name, at: statement, role, ...evident })
}

function defineVariable(
  statement: NodeIndex,
  node: NodeIndex,
  declarator: Declarator,
  isAlone: boolean,
  file: FileFactsBuilder,
): void {
  const { tree } = file
  const words = specifiers(statement, file)
  const membership = membershipOf(statement, declarator, file)
  const value = tree.child(node, 'value')
  const isDeclaration = words.has('extern') && value < 0
  const isConstant =
    words.has('constexpr') ||
    (words.has('const') && !declarator.marks.includes('*')) ||
    /\*\s*const\b/.test(tree.text.slice(tree.start(node), tree.start(declarator.name)))
  const declared = typeOfDeclarator(statement, { ...declarator, callable: -1 }, file)
  const evident = declared === '' ? evidentType(value, file) : { type: declared, from_call: '' }
  const isNameless = hasBody(tree.child(statement, 'type'), file) && tree.child(tree.child(statement, 'type'), 'name') < 0
  const span =
    isAlone || isNameless
      ? file.spanOf(statement)
      : hasBody(tree.child(statement, 'type'), file)
        ? node
        : spanOfShared(tree, statement, node)
  file.define({
    node: isAlone || isNameless ? statement : node,
    kind: isConstant ? 'constant' : 'variable',
    name: declarator.name,
    ...(tree.is(declarator.name, 'operator_name') ? { nameText: nameText(tree, declarator.name) } : {}),
    span,
    parent: membership.parent,
    ...(membership.qualifier === undefined ? {} : { qualifier: membership.qualifier }),
    distinct: isDeclaration ? ';' : '',
    signature: isDeclaration ? declarationText(span, file) : headOf(span, value, file),
    type: evident.type,
    opens: 'none',
    binds: declarator.qualifier.length === 0,
    owns: isAlone || isNameless,
  })
  file.notAUse(declarator.name)
  file.bind({ name: tree.textOf(declarator.name), at: statement, role: 'variable', scope: membership.parent, ...evident })
}

/** Without a long initialiser. */
function headOf(span: NodeIndex, value: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const isLong = value >= 0 && tree.end(value) - tree.start(value) > 120
  const end = isLong ? tree.start(value) : tree.end(span)
  return oneLine(tree.text.slice(tree.start(span), Math.min(end, tree.start(span) + 1200))).replace(
    /(?<!\s)\s*(?:[;={(]|\{\s*…?)$/,
    '',
  )
}

/** Fields of a struct, and methods that are only declared there. */
export function declareFields(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const declarators = declaratorsOf(tree, node)
  const parent = file.ownerAround(node)
  const type = tree.child(node, 'type')
  const isNameless = hasBody(type, file) && tree.child(type, 'name') < 0
  const isAlone = declarators.length === 1 && !hasBody(type, file)
  for (const one of declarators) {
    const declarator = readDeclarator(tree, one)
    if (declarator.name < 0) continue
    if (declarator.callable >= 0) {
      declareCallable(isAlone ? node : one, node, declarator, file)
      continue
    }
    const isWhole = isAlone || (isNameless && declarators.length === 1)
    const words = specifiers(node, file)
    const written = typeOfDeclarator(node, { ...declarator, callable: -1 }, file)
    const span = isWhole ? file.spanOf(node) : hasBody(type, file) ? one : spanOfShared(tree, node, one)
    file.define({
      node: isWhole ? node : one,
      kind: words.has('static') && (words.has('const') || words.has('constexpr')) ? 'constant' : 'property',
      name: declarator.name,
      span,
      parent,
      signature: headOf(span, tree.child(node, 'default_value'), file),
      type: written,
      static: words.has('static'),
      opens: 'none',
      owns: isWhole,
    })
    file.bind({ name: declarator.name, at: node, role: 'field', scope: parent, type: written })
  }
}

/** Parameters of functions, lambdas, catches; of templates, the value parameters. */
export function declareParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const declarator = readDeclarator(tree, tree.child(node, 'declarator'))
  if (declarator.name < 0) return
  if (tree.is(tree.parent(node), 'template_parameter_list')) {
    file.bindLocal(declarator.name, node)
    return
  }
  // The `x` of `int (*cb)(int x)` can never be used.
  const list = tree.parent(node)
  const around = tree.parent(list)
  const isPointer = tree.is(tree.child(around, 'declarator'), 'parenthesized_declarator', 'abstract_parenthesized_declarator')
  if (isPointer || (tree.is(list, 'parameter_list') && file.ownerOf(node) < 0 && !file.isInFunction(node))) {
    file.notAUse(declarator.name)
    return
  }
  const type = knownType(node, declarator, file)
  file.bind({ name: declarator.name, at: node, role: 'parameter', type })
}

/** '' for a template parameter: a class that happens to be called T is another type. */
function knownType(statement: NodeIndex, declarator: Declarator, file: FileFactsBuilder): string {
  const type = file.tree.child(statement, 'type')
  const isOpen =
    file.tree.is(type, 'type_identifier') && file.scopes.isLocal(file.scope[statement] as number, file.tree.textOf(type))
  return isOpen ? '' : typeOfDeclarator(statement, { ...declarator, callable: -1 }, file)
}

/** `f(a, b) int a; { … }`: the list contains names without types. */
export function declareOldParameters(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const definition = tree.ancestor(node, 'function_definition', 'declaration', 'compound_statement')
  if (!tree.is(definition, 'function_definition')) return
  for (const name of tree.namedChildren(node)) if (tree.is(name, 'identifier')) file.bindLocal(name, node)
}
