/** Types, classes and instances of Haskell, their constructors and fields. */
import type { SymbolKind } from '../../../contract/symbol.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { instanceOf } from './declare-values.ts'
import { bindersIn, skipTypeVariables } from './patterns.ts'

export function declareData(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  skipTypeVariables(node, file)
  // An instance of a data family defines its constructors, not the type.
  if (tree.is(tree.parent(node), 'data_instance', 'instance_declarations') || tree.childOfType(node, 'instance') >= 0) return
  const constructors = tree.child(node, 'constructors')
  const several = tree.children(constructors).filter((child) => tree.fieldOf(child) === 'constructor').length > 1
  defineType(node, several ? 'enum' : 'struct', file)
}

export function declareAlias(node: NodeIndex, file: FileFactsBuilder): void {
  skipTypeVariables(node, file)
  if (!file.tree.is(node, 'type_instance')) defineType(node, 'type', file)
}

export function declareClass(node: NodeIndex, file: FileFactsBuilder): void {
  for (const field of ['context', 'patterns', 'fundeps']) skipTypeVariables(file.tree.child(node, field), file)
  defineType(node, 'trait', file)
}

function defineType(node: NodeIndex, kind: SymbolKind, file: FileFactsBuilder): void {
  const { tree } = file
  const written = tree.child(node, 'name')
  const name = tree.is(written, 'prefix_id') ? tree.childOfType(written, 'operator', 'constructor_operator') : written
  if (name < 0 || tree.textOf(name) === '') return
  const body = tree.childOfType(
    node,
    'data_constructors',
    'gadt_constructors',
    'newtype_constructor',
    'class_declarations',
    'where',
    'equations',
  )
  const target = tree.is(node, 'type_synomym') ? file.typeText(tree.child(node, 'type')) : ''
  file.define({
    node,
    kind,
    name,
    body: tree.childOfType(node, '=') >= 0 && kind !== 'type' ? tree.childOfType(node, '=') : body,
    type: target,
    opens: 'class',
  })
}

/** `instance Show Foo` defines no name, but Foo implements Show. */
export function declareInstance(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'class')
  for (const field of ['context', 'patterns']) skipTypeVariables(tree.child(node, field), file)
}

/** The type of an instance, when it is defined above it in this file; else -1. */
export const typeOfInstance = (node: NodeIndex, file: FileFactsBuilder): number => file.ordinalNamed(instanceOf(node, file).type)

/** `Foo { name :: String }`, `Bar Int`, `a :+: b`, `MkG :: Int -> G Int` */
export function declareConstructor(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const inner = tree.child(node, 'constructor')
  const holder = inner >= 0 ? inner : node
  const named = tree.child(holder, 'name') >= 0 ? tree.child(holder, 'name') : tree.child(holder, 'operator')
  const names = tree.is(tree.child(holder, 'names'), 'binding_list')
    ? tree.childrenIn(tree.child(holder, 'names'), 'name')
    : [named]
  const parent = file.ownerAround(node)
  for (const written of names) {
    const name = tree.is(written, 'prefix_id', 'infix_id') ? (tree.namedChildren(written)[0] ?? -1) : written
    if (name < 0 || tree.textOf(name) === '') continue
    file.define({
      node: name,
      kind: 'constructor',
      name,
      span: node,
      parent,
      type: file.symbol(parent)?.name ?? '',
      opens: 'none',
      owns: false,
    })
  }
}

export function declareField(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parent = file.ownerAround(node)
  for (const field of tree.childrenIn(node, 'name')) {
    const name = tree.is(field, 'field_name') ? tree.childOfType(field, 'variable') : field
    if (!tree.is(name, 'variable')) continue
    file.define({
      node: name,
      kind: 'property',
      name,
      span: node,
      parent,
      type: file.typeText(tree.child(node, 'type')),
      opens: 'none',
      owns: false,
    })
  }
}

/** `pattern P x = Just x` */
export function declareSynonym(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'function')
  const equation = tree.childOfType(node, 'equation')
  const head = tree.child(equation, 'synonym')
  for (let at = head; at >= 0 && at < tree.after(head); at++) {
    if (!tree.is(at, 'constructor', 'constructor_operator')) continue
    file.define({ node: at, kind: 'constructor', name: at, span: node, opens: 'none', owns: false })
    break
  }
  for (const part of [head, tree.child(equation, 'pattern')])
    for (const name of bindersIn(part, file)) file.bind({ name, at: node, role: 'parameter' })
  skipTypeVariables(tree.childOfType(node, 'signature'), file)
}
