/** Uses of Scala that a table cannot express: calls and members with receivers, operators, qualified types, bases. */
import type { EdgeKind } from '../../../contract/symbol.ts'
import { type FileFactsBuilder, NOT_A_USE } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { argumentsOf } from './arguments.ts'
import { isName, skipNames } from './names.ts'
import { receiverOf } from './value-type.ts'

/** In `f(a)(b)` the inner one is the call. */
export function useCall(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  let callee = tree.child(node, 'function')
  if (tree.is(callee, 'generic_function')) {
    file.notAUse(callee)
    callee = tree.child(callee, 'function')
  }
  if (tree.is(callee, 'identifier')) {
    file.intend(callee, 'calls')
    file.useName(callee, 'calls', argumentsOf(node, file))
    file.notAUse(callee)
    return
  }
  if (!tree.is(callee, 'field_expression')) return
  const object = tree.child(callee, 'value')
  const name = tree.child(callee, 'field')
  useBefore(object, file)
  file.notAUse(callee)
  file.notAUse(name)
  if (tree.textOf(name) !== '') file.use(file.nameOf(name), 'calls', name, receiverOf(object, file), argumentsOf(node, file))
}

export function useFieldExpression(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const object = tree.child(node, 'value')
  const name = tree.child(node, 'field')
  useBefore(object, file)
  file.notAUse(name)
  const text = file.nameOf(name)
  if (file.intents[node] === NOT_A_USE || text === '' || text === 'this' || text === 'super') return
  file.use(text, file.intentOf(node) ?? 'reads', name, receiverOf(object, file))
}

/** A capital letter marks an object or class before the dot, and that is not read. */
function useBefore(object: NodeIndex, file: FileFactsBuilder): void {
  const isType =
    file.tree.is(object, 'identifier', 'field_expression') &&
    /^(?:.*\.)?\p{Lu}[^.]*\p{Ll}[^.]*$/u.test(file.tree.textOf(object).slice(0, 200))
  file.intend(object, isType ? 'references' : 'reads')
}

/** Arithmetic, comparison and logic are on every other line, and almost never defined by the repo. */
const plain = new Set('+ - * / % == != < > <= >= && || & | ^ ! = += -= *= /= -> eq ne'.split(' '))

/** `a add b` calls `add` on `a`; an operator that ends in a colon is called on its right side. */
export function useInfix(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'operator')
  const text = file.nameOf(name)
  file.notAUse(name)
  if (/^[^=!<>]?=$|^[-+*/|&]{1,2}=$/.test(text)) file.intend(tree.child(node, 'left'), 'writes')
  if (text === 'with' && tree.is(tree.child(node, 'left'), 'instance_expression')) {
    const mixed = tree.child(node, 'right')
    file.intend(tree.is(mixed, 'call_expression') ? tree.child(mixed, 'function') : mixed, 'uses_type')
    return
  }
  if (text === '' || plain.has(text)) return
  const object = text.endsWith(':') ? (tree.childrenIn(node, 'right').at(-1) ?? -1) : tree.child(node, 'left')
  file.use(text, 'calls', name, receiverOf(object, file), { count: 1, types: '' })
}

/** `xs size` */
export function usePostfix(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [object = -1, name = -1] = tree.namedChildren(node)
  if (!isName(name, tree)) return
  file.notAUse(name)
  file.use(file.nameOf(name), 'reads', name, receiverOf(object, file))
}

export function useAssignment(node: NodeIndex, file: FileFactsBuilder): void {
  file.intend(file.tree.child(node, 'left'), 'writes')
}

/** `f(name = 1)`: the name is that of a parameter, not a use. */
export function useArguments(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  for (const argument of tree.namedChildren(node)) {
    const left = tree.is(argument, 'assignment_expression') ? tree.child(argument, 'left') : -1
    if (tree.is(left, 'identifier')) file.notAUse(left)
  }
}

/** `new A(x) with B { … }` */
export function useInstance(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [type = -1] = tree.namedChildren(node)
  if (!tree.is(type, 'compound_type')) {
    file.intend(type, 'calls')
    return
  }
  file.intend(tree.child(type, 'base'), 'calls')
  for (const extra of tree.childrenIn(type, 'extra')) file.intend(extra, 'uses_type')
}

/** The first base is extended, class or trait; further traits are mixed in. A trait extends its bases. */
export function useExtends(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const isTrait = tree.is(tree.parent(node), 'trait_definition')
  const types = tree.childrenIn(node, 'type').filter((type) => tree.isNamed(type) && !tree.is(type, 'arguments'))
  const bases = types.flatMap((type) =>
    tree.is(type, 'compound_type') ? [tree.child(type, 'base'), ...tree.childrenIn(type, 'extra')] : [type],
  )
  for (const [at, base] of bases.entries()) file.intend(base, at === 0 || isTrait ? 'extends' : 'implements')
}

/** `given a: A with …` is an object that extends A. */
export function useGiven(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (!tree.is(tree.child(node, 'body'), 'with_template_body')) return
  for (const type of tree.childrenIn(node, 'return_type')) if (tree.isNamed(type)) file.intend(type, 'extends')
}

/** `a.b.C`: the last name gets the intent; an object before it is referenced, a package is not a use. */
export function useStableType(node: NodeIndex, file: FileFactsBuilder): void {
  usePath(node, file, file.intentOf(node) ?? 'uses_type')
}
export function useStableName(node: NodeIndex, file: FileFactsBuilder): void {
  usePath(node, file, file.intentOf(node) ?? 'reads')
}

function usePath(node: NodeIndex, file: FileFactsBuilder, use: EdgeKind): void {
  const { tree } = file
  if (file.intents[node] === NOT_A_USE) {
    skipNames(node, file)
    return
  }
  const names: NodeIndex[] = []
  for (let at = node + 1; at < tree.after(node); at++) {
    if (tree.is(at, 'identifier', 'type_identifier', 'operator_identifier')) names.push(at)
    else if (tree.is(at, 'stable_identifier')) file.intents[at] = NOT_A_USE
  }
  const path = names.map((name) => file.nameOf(name))
  for (const [at, name] of names.entries()) {
    const text = path[at] ?? ''
    if (file.intents[name] === NOT_A_USE) continue
    if (at === 0 && at < names.length - 1) file.intend(name, 'references')
    if (at === 0 && /^\p{Ll}/u.test(text) && names.length > 1 && file.scopes.isLocal(file.scope[name] as number, text)) continue
    if (at > 0 || names.length === 1) {
      file.notAUse(name)
      const isLast = at === names.length - 1
      if (isLast || /^\p{Lu}/u.test(text)) file.use(text, isLast ? use : 'references', name, path.slice(0, at).join('.'))
    } else if (/^\p{Ll}/u.test(text)) file.notAUse(name)
  }
}

/** `A#B` */
export function useProjection(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'selector')
  file.notAUse(name)
  file.use(file.nameOf(name), file.intentOf(node) ?? 'uses_type', name, receiverOf(tree.child(node, 'type'), file))
}

/** `a :: b` and `a -> b` in a pattern destructure with an object of that name. */
export function useInfixPattern(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.child(node, 'operator')
  if (file.tree.is(name, 'identifier')) file.intend(name, 'uses_type')
  else file.notAUse(name)
}

export function useSelfType(node: NodeIndex, file: FileFactsBuilder): void {
  file.notAUse(file.tree.childOfType(node, 'identifier'))
}

/** `sql"…"` calls `sql`; the language's own interpolators are left out. */
export function useInterpolator(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.child(node, 'interpolator')
  if (/^(?:s|f|raw)$/.test(file.tree.textOf(name))) file.notAUse(name)
  else file.intend(name, 'calls')
}
