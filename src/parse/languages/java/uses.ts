/** Uses of Java that a table cannot express: calls and fields with receivers, qualified types, method references. */
import { type FileFactsBuilder, NOT_A_USE } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { argumentsOf } from './arguments.ts'
import { receiverOf } from './value-type.ts'

/** A local of the same name hides a field, never a method: so scopes are not checked. */
export function useInvocation(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  useQualifier(tree.child(node, 'object'), file)
  file.notAUse(name)
  if (tree.textOf(name) !== '') file.use(tree.textOf(name), 'calls', name, receiverOf(node, file), argumentsOf(node, file))
}

export function useFieldAccess(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const field = tree.child(node, 'field')
  useQualifier(tree.child(node, 'object'), file)
  if (!tree.is(field, 'identifier')) return
  file.notAUse(field)
  if (tree.textOf(field) !== '') file.use(tree.textOf(field), file.intentOf(node) ?? 'reads', field, receiverOf(node, file))
}

/** `Order.MAX`: a capital letter marks a type before the dot, and a type is not read. */
function useQualifier(object: NodeIndex, file: FileFactsBuilder): void {
  const isType =
    file.tree.is(object, 'identifier', 'field_access') &&
    /^(?:.*\.)?\p{Lu}[^.]*\p{Ll}[^.]*$/u.test(file.tree.textOf(object).slice(0, 200))
  file.intend(object, isType ? 'references' : 'reads')
}

/** `new Order.Builder(…)`, `new Foo<>(…)`: the type is called, its arguments are types. */
export function useCreation(node: NodeIndex, file: FileFactsBuilder): void {
  file.intend(file.tree.child(node, 'type'), 'calls')
}

/** `Foo<Bar>` passes its intent to `Foo`. */
export function useGenericType(node: NodeIndex, file: FileFactsBuilder): void {
  const intent = file.intentOf(node)
  if (intent) file.intend(file.tree.childOfType(node, 'type_identifier', 'scoped_type_identifier'), intent)
}

/** `Map.Entry` is a type inside a type, `java.util.List` one inside a package: a package is not a use. */
export function useScopedType(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parts = tree
    .namedChildren(node)
    .filter((part) => tree.is(part, 'type_identifier', 'scoped_type_identifier', 'generic_type'))
  const [scope = -1, name = -1] = parts
  if (file.intents[node] === NOT_A_USE) {
    for (const part of parts) file.notAUse(part)
    return
  }
  if (name < 0) return
  const receiver = file.receiverText(scope)
  if (isPackage(receiver)) file.notAUse(scope)
  else file.intend(scope, 'references')
  file.notAUse(name)
  file.use(tree.textOf(name), file.intentOf(node) ?? 'uses_type', name, receiver)
}

const isPackage = (path: string): boolean => /^\p{Ll}/u.test(path.slice(path.lastIndexOf('.') + 1))

/** `@javax.inject.Inject` */
export function useScopedName(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const scope = tree.child(node, 'scope')
  const intent = file.intentOf(node)
  for (const part of [name, scope]) file.notAUse(part)
  if (intent) file.use(tree.textOf(name), intent, name, file.receiverText(scope))
}

/**
 * `Order::total` is meant to be called later; IDEs count it among the callers, and so do we. `Item::new` calls the constructor.
 */
export function useMethodReference(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [object = -1] = tree.children(node)
  const last = tree.children(node).at(-1) ?? -1
  if (tree.is(last, 'new')) {
    if (!tree.is(object, 'array_type')) file.intend(object, 'calls')
    return
  }
  useQualifier(object, file)
  file.notAUse(last)
  file.use(tree.textOf(last), 'calls', last, file.receiverText(object))
}

export function useRecordPattern(node: NodeIndex, file: FileFactsBuilder): void {
  file.intend(file.tree.childOfType(node, 'identifier'), 'uses_type')
}

/** Names that are not uses: the key of an annotation's argument, a label. */
export function skipName(node: NodeIndex, file: FileFactsBuilder): void {
  file.notAUse(
    file.tree.is(node, 'element_value_pair') ? file.tree.child(node, 'key') : file.tree.childOfType(node, 'identifier'),
  )
}
