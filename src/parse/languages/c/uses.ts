/** Uses of C and C++ that a table cannot express: calls with arguments, members, qualified names, the bodies of macros. */
import type { EdgeKind } from '../../../contract/symbol.ts'
import { type FileFactsBuilder, type GivenArguments, NOT_A_USE } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { receiverOf } from './value-type.ts'

/** Marks the callee as called with this many arguments, whatever brackets and stars are around its name. */
export function useCall(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.intend(tree.child(node, 'function'), 'calls')
}

/** The arguments of the call whose callee this node is; else none. */
function givenTo(node: NodeIndex, file: FileFactsBuilder): GivenArguments {
  const { tree } = file
  let at = tree.parent(node)
  while (tree.is(at, 'qualified_identifier', 'template_function', 'template_method', 'template_type')) at = tree.parent(at)
  const list = tree.is(at, 'call_expression', 'new_expression') ? tree.child(at, 'arguments') : -1
  if (list < 0) return { count: -1, types: '' }
  const given = tree.namedChildren(list).filter((one) => !tree.is(one, 'comment'))
  const isOpen = given.some((one) => tree.is(one, 'ERROR', 'parameter_pack_expansion', 'compound_statement'))
  return { count: isOpen ? -1 : given.length, types: '' }
}

export function useIdentifier(node: NodeIndex, file: FileFactsBuilder): void {
  if (file.tree.textOf(node) === '__cplusplus') return
  const before = file.facts.uses.length
  file.useName(node, file.tree.is(node, 'type_identifier') ? 'uses_type' : 'reads')
  const use = file.facts.uses[before]
  if (use?.use === 'calls') use.arguments = givenTo(node, file).count
}

/** `a.b`, `a->b`. */
export function useField(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const object = tree.child(node, 'argument')
  let name = tree.child(node, 'field')
  file.intend(object, 'reads')
  while (tree.is(name, 'template_method', 'dependent_name', 'qualified_field_identifier'))
    name = tree.child(name, 'name') >= 0 ? tree.child(name, 'name') : (tree.namedChildren(name).at(-1) ?? -1)
  if (!tree.is(name, 'field_identifier', 'identifier') || file.intents[name] === NOT_A_USE) return
  file.notAUse(name)
  const text = tree.textOf(name)
  const edge = file.intentOf(node) ?? 'reads'
  const isPointers = tree.childOfType(node, '.') >= 0 && ofSmartPointers.has(text) && mayBePointer(object, file)
  const given: GivenArguments = edge === 'calls' ? givenTo(node, file) : { count: -1, types: '' }
  if (text !== '') file.use(text, edge, name, isPointers ? '…' : receiverOf(object, file), given)
}

/** Members of smart pointers themselves: after a dot they are not those of the target. */
const ofSmartPointers: ReadonlySet<string> = new Set(
  'get reset release swap use_count lock expired owner_before unique value has_value'.split(' '),
)

function mayBePointer(object: NodeIndex, file: FileFactsBuilder): boolean {
  if (!file.tree.is(object, 'identifier')) return !file.tree.is(object, 'this')
  const name = file.tree.textOf(object)
  const types = file.facts.bindings.filter((binding) => binding.name === name).map((binding) => binding.type)
  return types.length === 0 || types.some((type) => type === '' || /ptr\b|optional|Ptr|Ref\b|Handle/.test(type))
}

/** `a::b::f`: f is used; the prefix is referenced. */
export function useQualified(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (tree.is(tree.parent(node), 'qualified_identifier')) return
  const isDefined = file.intents[node] === NOT_A_USE || isDeclared(node, file)
  const path: string[] = []
  let at = node
  for (let depth = 0; depth < 20 && tree.is(at, 'qualified_identifier'); depth++) {
    const scope = tree.child(at, 'scope')
    const segment = tree.is(scope, 'template_type') ? tree.child(scope, 'name') : scope
    if (segment >= 0) useScope(segment, path, isDefined, file)
    at = tree.child(at, 'name')
  }
  useLast(at, node, path, isDefined, file)
}

function useScope(segment: NodeIndex, path: string[], isDefined: boolean, file: FileFactsBuilder): void {
  const { tree } = file
  const text = tree.textOf(segment)
  file.notAUse(segment)
  const isName = tree.is(segment, 'namespace_identifier', 'type_identifier', 'identifier')
  const isKnown = path.length === 0 && file.scopes.isLocal(file.scope[segment] as number, text)
  if (isName && !isDefined && !isKnown && text !== 'std') file.use(text, 'references', segment, path.join('::'))
  path.push(isName && !isKnown ? text : '…')
}

function useLast(last: NodeIndex, node: NodeIndex, path: readonly string[], isDefined: boolean, file: FileFactsBuilder): void {
  const { tree } = file
  let name = last
  while (tree.is(name, 'template_type', 'template_function', 'template_method', 'dependent_name'))
    name = tree.child(name, 'name') >= 0 ? tree.child(name, 'name') : (tree.namedChildren(name).at(-1) ?? -1)
  if (name < 0) return
  file.notAUse(name)
  if (isDefined || !tree.is(name, 'identifier', 'type_identifier', 'field_identifier') || tree.textOf(name) === '') return
  const edge: EdgeKind = file.intentOf(node) ?? (tree.is(name, 'type_identifier') ? 'uses_type' : 'reads')
  file.use(tree.textOf(name), edge, name, path.join('::'), edge === 'calls' ? givenTo(name, file) : { count: -1, types: '' })
}

/** `void A::f() {}`: the name being defined. */
function isDeclared(node: NodeIndex, { tree }: FileFactsBuilder): boolean {
  return (
    tree.fieldOf(node) === 'declarator' ||
    (tree.fieldOf(node) === 'name' &&
      tree.is(tree.parent(node), 'class_specifier', 'struct_specifier', 'union_specifier', 'enum_specifier'))
  )
}

/** `struct S;` only declares that it exists. */
export function useTypeName(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (tree.child(node, 'body') >= 0) return
  const isForward =
    tree.is(
      tree.parent(node),
      'translation_unit',
      'declaration_list',
      'preproc_if',
      'preproc_ifdef',
      'preproc_else',
      'friend_declaration',
    ) ||
    (tree.is(tree.parent(node), 'declaration', 'field_declaration') && tree.child(tree.parent(node), 'declarator') < 0)
  const name = tree.child(node, 'name')
  if (!tree.is(name, 'type_identifier')) {
    if (isForward) file.intend(name, 'references')
    return
  }
  // `struct queue *queue`: a variable does not hide the name of a struct.
  file.notAUse(name)
  file.use(tree.textOf(name), isForward ? 'references' : (file.intentOf(node) ?? 'uses_type'), name)
}

/** `.name = value` in a value with a written type. */
export function useDesignator(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.childOfType(node, 'field_identifier')
  if (name < 0) return
  file.notAUse(name)
  file.use(tree.textOf(name), 'writes', name, designated(node, file))
}

function designated(node: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const list = tree.parent(tree.parent(node))
  const around = tree.parent(list)
  const type = tree.is(around, 'compound_literal_expression')
    ? tree.child(around, 'type')
    : tree.is(around, 'init_declarator')
      ? tree.child(tree.parent(around), 'type')
      : -1
  const bare = file.typeText(type).replaceAll(/\b(?:const|struct|class|union)\b|<.*>|\s+/g, '')
  return /^[\p{L}_][\p{L}\p{N}_:]*$/u.test(bare) ? `new ${bare}()` : '…'
}

/** `Foo() : a_(1), Base(2) {}` */
export function useInitializer(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.childOfType(node, 'field_identifier')
  if (name < 0) {
    const base = tree.childOfType(node, 'template_method', 'qualified_identifier')
    if (tree.is(base, 'template_method')) file.use(tree.textOf(tree.child(base, 'name')), 'calls', tree.child(base, 'name'))
    else file.intend(base, 'calls')
    return
  }
  const text = tree.textOf(name)
  file.notAUse(name)
  const owner = file.classAround(node)
  const head = file.symbol(owner)?.signature ?? ''
  const isBase = new RegExp(`[:,<\\s]${text}\\b`).test(head.slice(head.indexOf(':') + 1)) && head.includes(':')
  if (isBase || text === file.symbol(owner)?.name) file.use(text, 'calls', name)
  else file.use(text, 'writes', name, 'this')
}
