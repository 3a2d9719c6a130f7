/** Uses of PHP: calls and members with their receivers, classes by qualified name, traits, `new self`. */
import { type FileFactsBuilder, NOT_A_USE } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { nameText } from './value-type.ts'

const CLASS_WORDS = new Set(['self', 'static', 'parent'])
/** Names whose values the language itself defines. */
const magic = /^(?:__\w+__|null|true|false)$/i

/** A bare name: a class, a function or a constant, as intended from above. */
export function useBareName(node: NodeIndex, file: FileFactsBuilder): void {
  const text = file.tree.textOf(node)
  if (CLASS_WORDS.has(text.toLowerCase()) || magic.test(text)) return
  file.useName(node, 'reads')
}

/** `\A\B\C`, `B\C`, `namespace\f`: the last name; its receiver is the namespace with a final backslash, unlike any other. */
export function useQualifiedName(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.namedChildren(node).at(-1) ?? -1
  file.notAUse(name)
  if (file.intents[node] === NOT_A_USE || name < 0) return
  const whole = nameText(node, file)
  const before = whole.slice(0, whole.length - tree.textOf(name).length)
  file.use(tree.textOf(name), file.intentOf(node) ?? 'reads', name, before)
}

/** `f(…)`, `A\f(…)`. Other callees (`$f(…)`, `($this->f)(…)`) are values. */
export function useCall(node: NodeIndex, file: FileFactsBuilder): void {
  file.intend(file.tree.child(node, 'function'), 'calls')
}

/** `$a->b`, `$a?->b()`: one use of `b`. */
export function useMember(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const isCall = tree.is(node, 'member_call_expression', 'nullsafe_member_call_expression')
  if (!tree.is(name, 'name')) return
  file.notAUse(name)
  file.use(
    tree.textOf(name),
    isCall ? 'calls' : (file.intentOf(node) ?? 'reads'),
    name,
    file.receiverText(tree.child(node, 'object')),
  )
}

/** `A::f()`, `A::$x`: the class is referenced, not read. */
export function useScoped(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const scope = tree.child(node, 'scope')
  const named = tree.child(node, 'name')
  const name = tree.is(named, 'variable_name') ? tree.childOfType(named, 'name') : named
  if (tree.is(scope, 'name', 'qualified_name', 'relative_name')) file.intend(scope, 'references')
  const isCall = tree.is(node, 'scoped_call_expression')
  // `A::$f()` calls the value of a variable.
  if (!tree.is(name, 'name') || (isCall && tree.is(named, 'variable_name'))) return
  file.notAUse(name)
  file.use(tree.textOf(name), isCall ? 'calls' : (file.intentOf(node) ?? 'reads'), name, file.receiverText(scope))
}

/** `A::B`; `A::class` only references A. */
export function useClassConstant(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [scope = -1, name = -1] = tree.namedChildren(node).filter((child) => !tree.is(child, 'comment'))
  if (tree.is(scope, 'name', 'qualified_name', 'relative_name')) file.intend(scope, 'references')
  file.notAUse(name)
  if (tree.is(name, 'name') && tree.textOf(name).toLowerCase() !== 'class')
    file.use(tree.textOf(name), file.intentOf(node) ?? 'reads', name, file.receiverText(scope))
}

/** `new Foo`; `new self` and `new parent` use a class without naming it. */
export function useCreation(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const named = tree.childOfType(node, 'name', 'qualified_name', 'relative_name')
  const word = tree.textOf(named).toLowerCase()
  if (!CLASS_WORDS.has(word)) {
    file.intend(named, 'calls')
    return
  }
  const owner = file.classAround(node)
  const own = file.symbol(owner)
  if (word !== 'parent') {
    if (own && own.kind !== 'trait' && own.name !== 'class@anonymous') file.use(own.name, 'calls', named)
    return
  }
  const base = tree.childOfType(
    tree.childOfType(file.definitionNode(owner), 'base_clause'),
    'name',
    'qualified_name',
    'relative_name',
  )
  const text = nameText(base, file)
  const slash = text.lastIndexOf('\\') + 1
  if (text !== '') file.use(text.slice(slash), 'calls', named, text.slice(0, slash))
}

/** `use A, B { A::x insteadof B; B::x as y; }` */
export function useTraits(node: NodeIndex, file: FileFactsBuilder): void {
  for (const trait of file.tree.namedChildren(node)) if (!file.tree.is(trait, 'use_list')) file.intend(trait, 'implements')
}

export function useTraitRule(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const isAs = tree.is(node, 'use_as_clause')
  const [method = -1, ...rest] = tree.namedChildren(node).filter((child) => !tree.is(child, 'comment', 'visibility_modifier'))
  if (tree.is(method, 'class_constant_access_expression')) file.intend(method, 'references')
  else file.notAUse(method)
  for (const other of rest) {
    if (isAs) file.notAUse(other)
    else file.intend(other, 'references')
  }
}

export function useInstanceOf(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (tree.textOf(tree.child(node, 'operator')).toLowerCase() === 'instanceof')
    file.intend(tree.child(node, 'right'), 'uses_type')
}

export function useAttribute(node: NodeIndex, file: FileFactsBuilder): void {
  file.intend(file.tree.childOfType(node, 'name', 'qualified_name', 'relative_name'), 'decorates')
}

/** `[$this->a, $b] = …` writes; `$a[$this->i] = 1` writes `$a` only. */
export function useAssignment(node: NodeIndex, file: FileFactsBuilder): void {
  intendWrite(file.tree.child(node, 'left'), file)
}

export function useUpdate(node: NodeIndex, file: FileFactsBuilder): void {
  intendWrite(file.tree.child(node, 'argument'), file)
}

function intendWrite(target: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const open = [target]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    while (tree.is(at, 'subscript_expression')) at = tree.namedChildren(at)[0] ?? -1
    if (tree.is(at, 'list_literal', 'array_creation_expression')) for (const child of tree.namedChildren(at)) open.push(child)
    else file.intend(at, 'writes')
  }
}

/** The name of an argument: `f(limit: 1)`. */
export function useArgument(node: NodeIndex, file: FileFactsBuilder): void {
  file.notAUse(file.tree.child(node, 'name'))
}

/** The older `${name}` in a string. */
export function useDynamicName(node: NodeIndex, file: FileFactsBuilder): void {
  file.notAUse(file.tree.childOfType(node, 'name'))
}

export function useHook(node: NodeIndex, file: FileFactsBuilder): void {
  file.notAUse(file.tree.childOfType(node, 'name'))
}
