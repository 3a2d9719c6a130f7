/** Uses of Kotlin that a table cannot express: members, types, bases, annotations, references, strings. */
import { type FileFactsBuilder, NOT_A_USE } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { SyntaxTree } from '../../syntax-tree.ts'
import { receiverOf } from './value-type.ts'

/** `a.b`, `a?.b`, `A::b`. A reference by `::` is meant to be called later, as in Java. */
export function useNavigation(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [object = -1] = tree.children(node)
  const name = tree.namedChildren(node).at(-1) ?? -1
  if (name < 0 || name === object) return
  useBefore(object, file)
  file.notAUse(name)
  if (file.intents[node] === NOT_A_USE || tree.textOf(name) === '') return
  const isReference = tree.childOfType(node, '::') >= 0
  if (isReference && tree.textOf(name) === 'class') return
  const use = isReference ? 'calls' : (file.intentOf(node) ?? 'reads')
  file.use(file.nameOf(name), use, name, receiverOf(object, file))
}

/** A capital letter marks a type before the dot, and a type is not read. */
export function useBefore(object: NodeIndex, file: FileFactsBuilder): void {
  const isType =
    file.tree.is(object, 'identifier', 'navigation_expression') &&
    /^(?:.*\.)?\p{Lu}[^.]*\p{Ll}[^.]*$/u.test(file.tree.textOf(object).slice(0, 200))
  file.intend(object, isType ? 'references' : 'reads')
}

/** `::name` and `a.b::name`, where the grammar reads the receiver as a type. */
export function useCallableReference(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parts = tree.namedChildren(node)
  const name = parts.at(-1) ?? -1
  if (!tree.is(name, 'identifier')) return
  const [object = -1] = parts
  if (object === name) {
    file.intend(name, 'calls')
    return
  }
  file.intend(object, 'references')
  file.notAUse(name)
  if (tree.textOf(name) !== 'class') file.use(file.nameOf(name), 'calls', name, receiverOf(object, file))
}

/** `Foo`, `a.b.Foo`, `Outer.Inner<T>`: the last name gets the intent; a class before it is referenced, a package is not a use. */
export function useUserType(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const names = tree.namedChildren(node).filter((part) => tree.is(part, 'identifier'))
  const last = names.at(-1) ?? -1
  if (last < 0 || file.intents[node] === NOT_A_USE) {
    for (const name of names) file.notAUse(name)
    return
  }
  const use = file.intentOf(node) ?? 'uses_type'
  if (names.length === 1) {
    file.intend(last, use)
    return
  }
  if (file.intents[last] === NOT_A_USE) return
  const path = names.map((name) => file.nameOf(name))
  for (const [at, name] of names.entries()) {
    file.notAUse(name)
    const isClass = /^\p{Lu}/u.test(path[at] ?? '')
    if (name === last) file.use(path[at] ?? '', use, name, path.slice(0, at).join('.'))
    else if (isClass) file.use(path[at] ?? '', 'references', name, path.slice(0, at).join('.'))
  }
}

/** `: Base(x)` is a class, `: Face` an interface; an interface extends its bases. A nameless object creates a value of it. */
export function useDelegation(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const owner = tree.parent(tree.parent(node))
  const base = tree.childOfType(node, 'constructor_invocation', 'explicit_delegation', 'user_type', 'nullable_type')
  const isNameless = tree.is(owner, 'object_literal')
  if (isConstructed(base, tree)) file.intend(base, isNameless ? 'calls' : 'extends')
  else file.intend(base, isNameless ? 'uses_type' : tree.childOfType(owner, 'interface') >= 0 ? 'extends' : 'implements')
}

/** `Base(x)`, and not `Base by x`, which the grammar may be shown in that form (see `asConstructor`). */
const isConstructed = (base: NodeIndex, tree: SyntaxTree): boolean =>
  tree.is(base, 'constructor_invocation') && tree.textOf(tree.childOfType(base, 'value_arguments')).startsWith('(')

export function useExplicitDelegation(node: NodeIndex, file: FileFactsBuilder): void {
  const [type = -1] = file.tree.namedChildren(node)
  file.intend(type, file.intentOf(node) ?? 'implements')
}

export function useConstructorInvocation(node: NodeIndex, file: FileFactsBuilder): void {
  const [type = -1] = file.tree.namedChildren(node)
  file.intend(type, file.intentOf(node) ?? 'calls')
}

/** `this(…)` and `super(…)` call a constructor: of the class itself, or of its base. */
export function useConstructorCall(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const owner = file.classAround(node)
  const word = tree.childOfType(node, 'this', 'super')
  if (owner < 0 || word < 0) return
  if (tree.is(word, 'this')) {
    file.use(file.symbol(owner)?.name ?? '', 'calls', word)
    return
  }
  const bases = tree.namedChildren(tree.childOfType(file.definitionNode(owner), 'delegation_specifiers'))
  const [only = -1, second] = bases.map((base) => tree.childOfType(base, 'user_type')).filter((base) => base >= 0)
  const name = receiverOf(only, file)
  const dot = name.lastIndexOf('.')
  if (name !== '' && second === undefined) file.use(name.slice(dot + 1), 'calls', word, dot < 0 ? '' : name.slice(0, dot))
}

export function useAnnotation(node: NodeIndex, file: FileFactsBuilder): void {
  for (const child of file.tree.namedChildren(node)) {
    if (file.tree.is(child, 'constructor_invocation', 'user_type')) file.intend(child, 'decorates')
  }
}

/** `a shl b`: a call of `shl` on `a`. */
export function useInfix(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [left = -1, name = -1] = tree.namedChildren(node)
  if (!tree.is(name, 'identifier')) return
  file.notAUse(name)
  const text = file.nameOf(name)
  if (text !== '' && text !== 'fun') file.use(text, 'calls', name, receiverOf(left, file), { count: 1, types: '' })
}

/** `name = value`: the name is that of a parameter, not a use. */
export function useValueArgument(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (tree.childOfType(node, '=') >= 0) file.notAUse(tree.namedChildren(node)[0] ?? -1)
}

export function useReturn(node: NodeIndex, file: FileFactsBuilder): void {
  file.notAUse(file.tree.child(node, 'label'))
}

/** `break@outer`, `continue@outer` */
export function useLabeled(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (/^(?:break|continue)@/.test(tree.textOf(tree.childOfType(node, 'label')))) {
    file.notAUse(tree.childOfType(node, 'identifier'))
  }
}

/** The label after `this@` and `super@`. */
export function useThis(node: NodeIndex, file: FileFactsBuilder): void {
  file.notAUse(file.tree.childOfType(node, 'identifier'))
}

/** `"$name"`: the grammar leaves the name in the text. */
export function useString(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parts = tree.children(node)
  for (const [at, part] of parts.entries()) {
    const after = parts[at + 1] ?? -1
    if (!tree.is(part, 'string_content') || tree.textOf(part) !== '$' || !tree.is(after, 'string_content')) continue
    const name = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(tree.textOf(after))?.[0]
    if (name === undefined || name === 'this' || file.scopes.isLocal(file.scope[after] as number, name)) continue
    file.use(name, 'reads', after)
  }
}
