/** Uses of Python that a table cannot express: base classes, string annotations, patterns, callees. */
import { edgeKinds } from '../../../contract/symbol.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { aliasKind } from './value-type.ts'

const USES_TYPE = edgeKinds.indexOf('uses_type') + 1

export function useCall(node: NodeIndex, file: FileFactsBuilder): void {
  const callee = file.tree.child(node, 'function')
  const isSuper = file.tree.is(callee, 'identifier') && file.tree.textOf(callee) === 'super'
  if (isSuper) file.notAUse(callee)
  else file.intend(callee, file.intentOf(node) === 'decorates' ? 'decorates' : 'calls')
}

/** The value of `Handler = Callable[[Model], None]` is a type, and so are the names in it. */
export function useAssignment(node: NodeIndex, file: FileFactsBuilder): void {
  const value = file.tree.child(node, 'right')
  file.intend(file.tree.child(node, 'left'), 'writes')
  if (!file.tree.is(value, 'call') && aliasKind(node, value, file) !== undefined) file.contexts[node] = USES_TYPE
}

/** Bases are extended; a call among them is a call; keywords are settings, of which `metaclass` names a type. */
export function useClass(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  for (const base of tree.namedChildren(tree.child(node, 'superclasses'))) {
    if (tree.is(base, 'identifier', 'attribute', 'subscript')) file.intend(base, 'extends')
    else if (tree.textOf(tree.child(base, 'name')) === 'metaclass') file.intend(tree.child(base, 'value'), 'uses_type')
  }
}

/** `Repo[Model]` as a base or a type: the intent is for the base, the arguments are types. Elsewhere an index is just read. */
export function useSubscript(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const intent = file.intentOf(node)
  if (intent !== 'extends' && intent !== 'uses_type') return
  file.intend(tree.child(node, 'value'), intent)
  for (const argument of tree.childrenIn(node, 'subscript')) file.intend(argument, 'uses_type')
}

/** `"dict[str, app.Model]"` where a type is expected: each name in it, at its place. */
export function useString(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (file.contexts[node] !== USES_TYPE && file.intentOf(node) !== 'uses_type') return
  const content = tree.childOfType(node, 'string_content')
  const text = tree.textOf(content)
  if (content < 0 || !/^[\w.[\], |]{1,200}$/.test(text) || isPlainText(node, file)) return
  for (const found of text.matchAll(/[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g)) {
    const dot = found[0].lastIndexOf('.')
    const receiver = dot < 0 ? '' : found[0].slice(0, dot)
    const name = found[0].slice(dot + 1)
    if (name === 'None' || file.scopes.isLocal(file.scope[node] ?? 0, found[0].split('.')[0] ?? '')) continue
    file.use(name, 'uses_type', content, receiver)
    const use = file.facts.uses.at(-1)
    if (use) use.column += found.index + dot + 1
  }
}

/** In `Literal["a"]` and `Annotated[int, "note"]` a string is a string. */
function isPlainText(node: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  const around = tree.ancestor(node, 'generic_type', 'subscript', 'type_alias_statement', 'parameters', 'block', 'module')
  return (
    tree.is(around, 'generic_type', 'subscript') && /^(?:\w+\.)?(?:Literal|Annotated)\b/.test(tree.textOf(around).slice(0, 60))
  )
}

/** `case Color.RED`, `case Point(…)`; a bare name there binds and was declared already. */
export function useDottedName(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parts = tree.namedChildren(node)
  const last = parts.at(-1) ?? -1
  const isClass = tree.is(tree.parent(node), 'class_pattern')
  if (parts.length > 1) {
    const receiver = tree.text.slice(tree.start(node), tree.end(parts.at(-2) ?? node)).replaceAll(/\s+/g, '')
    file.use(tree.textOf(last), isClass ? 'uses_type' : 'reads', last, receiver)
    for (const part of parts.slice(1)) file.notAUse(part)
  } else if (isClass) file.intend(last, 'uses_type')
}

/** `as self.x`: an attribute that is assigned. */
export function useAsTarget(node: NodeIndex, file: FileFactsBuilder): void {
  for (const target of file.tree.namedChildren(node)) file.intend(target, 'writes')
}

export function useKeyword(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.notAUse(tree.is(node, 'keyword_argument') ? tree.child(node, 'name') : tree.childOfType(node, 'identifier'))
}
