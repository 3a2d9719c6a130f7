/** Uses of Haskell: applications are calls, constructors build values or match them, operators are functions. */
import { type FileFactsBuilder, NOT_A_USE } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { typeOfInstance } from './declare-types.ts'

/** `f a b` is nested: the innermost function is called. */
export function useApply(node: NodeIndex, file: FileFactsBuilder): void {
  file.intend(file.tree.child(node, 'function'), 'calls')
}

/** `M.insert`: the intent is that of the whole. */
export function useQualified(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const id = tree.child(node, 'id')
  const name = tree.textOf(id)
  const use = file.intentOf(node) ?? (tree.is(id, 'name') ? 'uses_type' : tree.is(id, 'constructor') ? 'calls' : 'reads')
  file.notAUse(id)
  if (name !== '' && file.intents[node] !== NOT_A_USE)
    file.use(name, use, id, tree.textOf(tree.child(node, 'module')).replace(/\.$/, ''))
}

const common = new Set([
  '$',
  '.',
  '+',
  '-',
  '*',
  '/',
  '==',
  '/=',
  '<',
  '>',
  '<=',
  '>=',
  '&&',
  '||',
  '++',
  '>>=',
  '>>',
  '<$>',
  '<*>',
  '<>',
  ':',
  '!',
  '$!',
  '=<<',
  '^',
  '<$',
  '*>',
  '<*',
  '&',
  '<|>',
  '~',
  '@',
  '!!',
  '->',
  '=>',
  '∷',
  '★',
])

/** Operators of Prelude are left out. */
export function useOperator(node: NodeIndex, file: FileFactsBuilder): void {
  if (!common.has(file.tree.textOf(node))) file.useName(node, 'calls')
}

export function useInfixName(node: NodeIndex, file: FileFactsBuilder): void {
  for (const child of file.tree.namedChildren(node)) file.intend(child, 'calls')
}

/** `deriving (Show, Eq)` */
export function useDeriving(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  for (let at = node + 1; at < tree.after(node); at++) if (tree.is(at, 'name')) file.intend(at, 'implements')
}

/** The type of an instance implements its class; if the type is not of this file, no symbol here does. */
export function useInstance(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const type = typeOfInstance(node, file)
  if (type >= 0) for (let at = name; at >= 0 && at < tree.after(name); at++) file.owner[at] = type
  file.intend(name, type >= 0 ? 'implements' : 'uses_type')
}

export function useClass(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const context = tree.child(node, 'context')
  for (let at = context; at >= 0 && at < tree.after(context); at++) if (tree.is(at, 'name')) file.intend(at, 'extends')
}

/** A constructor in a pattern matches a value. */
export function usePatterns(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  for (const field of ['pattern', 'patterns'])
    for (const pattern of tree.childrenIn(node, field))
      for (let at = pattern; at < tree.after(pattern); at++) if (tree.is(at, 'constructor')) file.intend(at, 'reads')
}

/** `x { name = 1 }` writes a field, `Foo { name = n }` in a pattern reads it. */
export function useFieldName(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const isUpdate = tree.is(tree.parent(node), 'field_update')
  const name = tree.childOfType(node, 'variable')
  if (name >= 0 && file.intents[name] !== NOT_A_USE) file.use(tree.textOf(name), isUpdate ? 'writes' : 'reads', name)
  file.notAUse(name)
}
