/** Uses of C# that a table cannot express: names with arguments, members with receivers, qualified types, bases. */
import type { EdgeKind } from '../../../contract/symbol.ts'
import { type FileFactsBuilder, type GivenArguments, NOT_A_USE } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'
import { argumentsOf } from './arguments.ts'
import { receiverText } from './value-type.ts'

const notGiven: GivenArguments = { count: -1, types: '' }

/** A bare name: a call with its argument count, or a type with its type argument count. */
export function useIdentifier(node: NodeIndex, file: FileFactsBuilder): void {
  const { uses } = file.facts
  const before = uses.length
  file.useName(node, 'reads')
  const use = uses[before]
  if (use === undefined) return
  const given = givenTo(node, use.use, file)
  use.arguments = given.count
  use.argument_types = given.types
}

/** `new` instead of types marks a constructed type: it is not a method or property of that name. */
function givenTo(name: NodeIndex, use: EdgeKind, file: FileFactsBuilder): GivenArguments {
  const { tree } = file
  const generic = tree.is(tree.parent(name), 'generic_name') ? tree.parent(name) : -1
  let whole = generic >= 0 ? generic : name
  const access = tree.parent(whole)
  if (
    tree.is(access, 'member_access_expression', 'qualified_name', 'alias_qualified_name') &&
    tree.child(access, 'name') === whole
  )
    whole = access
  if (tree.is(tree.parent(whole), 'member_binding_expression')) whole = tree.parent(tree.parent(whole))
  const up = tree.parent(whole)
  const arity = generic < 0 ? -1 : arityOf(generic, tree)
  if (use === 'calls' && tree.is(up, 'invocation_expression')) {
    const { count, types } = argumentsOf(up, file)
    // Type arguments may decide which of several methods is called.
    return { count, types: arity < 0 ? types : `<${arity}>${types}` }
  }
  if (use === 'calls') return { count: arity, types: 'new' }
  return use === 'reads' || use === 'writes' ? notGiven : { count: arity, types: '' }
}

/** `Foo<int, string>` has two, `Foo<,>` too. */
function arityOf(generic: NodeIndex, tree: SyntaxTree): number {
  const list = tree.childOfType(generic, 'type_argument_list')
  return tree.children(list).filter((child) => tree.is(child, ',')).length + 1
}

/** `Foo<Bar>` passes its intent to `Foo`; the brackets contain types. */
export function useGenericName(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.childOfType(node, 'identifier')
  const intent = file.intentOf(node)
  if (file.intents[node] === NOT_A_USE) file.notAUse(name)
  else if (intent) file.intend(name, intent)
}

export function useTypeArguments(node: NodeIndex, file: FileFactsBuilder): void {
  for (const type of file.tree.namedChildren(node)) file.intend(type, 'uses_type')
}

export function useInvocation(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const callee = tree.child(node, 'function')
  if (tree.is(callee, 'identifier') && tree.textOf(callee) === 'nameof') {
    file.notAUse(callee)
    for (const argument of tree.namedChildren(tree.child(node, 'arguments')))
      file.intend(tree.namedChildren(argument)[0] ?? -1, 'references')
    return
  }
  file.intend(callee, 'calls')
}

/** `a.b`, `a?.b`, `A.B` in types: one use of the last name, with the text before it as receiver. */
export function useMember(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const binding = tree.childOfType(node, 'member_binding_expression')
  const isConditional = tree.is(node, 'conditional_access_expression')
  const object = tree.child(node, isConditional ? 'condition' : 'expression')
  const member = tree.child(isConditional ? binding : node, 'name')
  file.intend(object, isTypeName(object, file) || file.intentOf(node) === 'references' ? 'references' : 'reads')
  if (member >= 0) useLast(member, file.intentOf(node) ?? 'reads', receiverText(object, file), file)
}

export function useQualifiedName(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const qualifier = tree.child(node, tree.is(node, 'alias_qualified_name') ? 'alias' : 'qualifier')
  const intent = file.intentOf(node)
  if (tree.is(node, 'alias_qualified_name') || file.intents[node] === NOT_A_USE) file.notAUse(qualifier)
  else file.intend(qualifier, 'references')
  const receiver = tree.is(node, 'alias_qualified_name') ? '' : file.receiverText(qualifier).replace(/^global::/, '')
  if (file.intents[node] === NOT_A_USE) file.notAUse(tree.child(node, 'name'))
  else useLast(tree.child(node, 'name'), intent ?? 'uses_type', receiver === 'global' ? '' : receiver, file)
}

function useLast(member: NodeIndex, use: EdgeKind, receiver: string, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.is(member, 'generic_name') ? tree.childOfType(member, 'identifier') : member
  file.notAUse(member)
  file.notAUse(name)
  if (tree.textOf(name) !== '') file.use(tree.textOf(name), use, name, receiver, givenTo(name, use, file))
}

/** Longest type name with all its namespaces. */
const LONGEST_NAME = 500

/** Properties start with a capital too: a name that is not a member of the enclosing class counts as a type. */
function isTypeName(object: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  if (tree.is(object, 'generic_name', 'alias_qualified_name')) return true
  if (tree.is(object, 'member_access_expression')) {
    const text = tree.textOf(object)
    // Longer ones are not type names; without a limit each of a thousand links would be read to its start.
    const isNames = text.length <= LONGEST_NAME && /^(?:global::)?(?:\p{Lu}\w*\.)+\p{Lu}\w*$/u.test(text)
    return isNames && isTypeName(tree.child(object, 'expression'), file)
  }
  if (!tree.is(object, 'identifier') || !/^\p{Lu}/u.test(tree.textOf(object))) return false
  for (let at = file.classAround(object); at >= 0; at = file.symbol(at)?.parent ?? -1) {
    if (file.ordinalNamed(`${file.symbol(at)?.qualified_name}.${tree.textOf(object)}`) >= 0) return false
  }
  return true
}

/** A class extends its first base unless that has an interface's name; it implements the rest. */
export function useBases(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const type = tree.typeOf(tree.parent(node))
  const isStruct = type === 'struct_declaration' || tree.childOfType(tree.parent(node), 'struct') >= 0
  const bases = tree.namedChildren(node).filter((base) => !tree.is(base, 'argument_list', 'comment'))
  for (const [at, base] of bases.entries()) {
    const isFirst = at === 0 && !isStruct && !/^(?:\w+\.)*I\p{Lu}/u.test(tree.textOf(base))
    const edge =
      type === 'enum_declaration' ? 'uses_type' : type === 'interface_declaration' || isFirst ? 'extends' : 'implements'
    file.intend(base, edge)
  }
}

/** `: this(…)` and `: base(…)` call a constructor: of the class itself, or of its base. */
export function useConstructorInitializer(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const owner = file.classAround(node)
  const word = tree.childOfType(node, 'this', 'base')
  const definition = file.definitionNode(owner)
  if (owner < 0 || word < 0) return
  const base = tree.is(word, 'base')
    ? (tree.namedChildren(tree.childOfType(definition, 'base_list'))[0] ?? -1)
    : tree.child(definition, 'name')
  const generic = tree.is(word, 'base') ? base : tree.childOfType(definition, 'type_parameter_list')
  const name = file
    .receiverText(base)
    .replace(/<.*/s, '')
    .replace(/^global::/, '')
  const dot = name.lastIndexOf('.')
  const arity = /<[^<>]*>$/.test(tree.textOf(generic)) ? tree.textOf(generic).split(',').length : -1
  if (/^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name))
    file.use(name.slice(dot + 1), 'calls', word, dot < 0 ? '' : name.slice(0, dot), { count: arity, types: 'new' })
}

/** Names that are not uses: conditions of `#if`, labels, names of arguments and tuple elements. */
export function skipNames(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (tree.is(node, 'argument', 'attribute_argument', 'tuple_element')) file.notAUse(tree.child(node, 'name'))
  else if (tree.is(node, 'labeled_statement', 'goto_statement', 'type_parameter_constraints_clause'))
    file.notAUse(tree.childOfType(node, 'identifier'))
  else {
    const condition = tree.child(node, 'condition')
    if (condition >= 0) for (let at = condition; at < tree.after(condition); at++) file.notAUse(at)
  }
  if (tree.is(node, 'tuple_element')) file.intend(tree.child(node, 'type'), 'uses_type')
}

export function useStep(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const operand = tree.namedChildren(node)[0] ?? -1
  if (tree.childOfType(node, '++', '--') >= 0) file.intend(operand, 'writes')
  else if (tree.is(node, 'postfix_unary_expression')) {
    const intent = file.intentOf(node)
    if (intent) file.intend(operand, intent)
  }
}

/** `case Foo:` tests for a type as often as for a constant. */
export function useConstant(node: NodeIndex, file: FileFactsBuilder): void {
  const [value = -1] = file.tree.namedChildren(node)
  if (isTypeName(value, file)) file.intend(value, 'references')
}
