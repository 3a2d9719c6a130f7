/** Properties of Kotlin: of a file, a class, an extended type; in a function they are variables. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import type { ValueType } from '../../value-type.ts'
import { spanOfShared } from '../span-of-shared.ts'
import { extending } from './declare-definitions.ts'
import { assigned, bareType, hasModifier, typeAfter, typeNodes } from './names.ts'
import { evidentType } from './value-type.ts'

export function declareProperty(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const single = tree.childOfType(node, 'variable_declaration')
  const several = tree.childOfType(node, 'multi_variable_declaration')
  const value = propertyValue(node, file)
  if (single >= 0) declareOne(node, single, evidentType(value, file), file)
  else for (const part of tree.namedChildren(several)) if (tree.is(part, 'variable_declaration')) declarePart(node, part, file)
}

/** The value, or the result of a delegate such as `by lazy { … }`. */
function propertyValue(node: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const delegate = tree.childOfType(node, 'property_delegate')
  if (delegate < 0) return assigned(node, tree)
  const call = tree.childOfType(delegate, 'call_expression')
  const lambda = tree.childOfType(tree.childOfType(call, 'annotated_lambda'), 'lambda_literal')
  return tree.textOf(tree.namedChildren(call)[0] ?? -1) === 'lazy' ? (tree.namedChildren(lambda).at(-1) ?? -1) : -1
}

function declareOne(node: NodeIndex, declaration: NodeIndex, evident: ValueType, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.childOfType(declaration, 'identifier')
  if (name < 0) return
  const declared = file.typeText(typeAfter(declaration, name, tree))
  const type = declared || evident.type
  if (file.isLocalScope(node)) {
    file.bind({ name, at: node, role: 'variable', type, from_call: declared ? '' : evident.from_call })
    return
  }
  const extended = tree.children(node).find((child) => child < declaration && tree.is(child, ...typeNodes)) ?? -1
  const parent = file.ownerAround(node)
  const receiver = bareType(extended, file)
  file.define({
    node,
    kind: kindOf(node, file),
    name,
    type,
    body: signatureEnd(node, file),
    // In its accessors `this` is of the extended type.
    opens: receiver === '' ? 'none' : 'function',
    ...extending(node, extended, receiver, file),
  })
  if (receiver !== '') file.bind({ name: 'this', at: node, role: 'parameter', type: file.typeText(extended) })
  else file.bind({ name: file.nameOf(name), at: node, role: 'field', scope: parent, type, from_call: evident.from_call })
}

/** `val (a, b) = pair` */
function declarePart(node: NodeIndex, part: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.childOfType(part, 'identifier')
  if (name < 0) return
  const type = file.typeText(typeAfter(part, name, tree))
  if (file.isLocalScope(node)) {
    if (tree.textOf(name) !== '_') file.bind({ name, at: node, role: 'variable', type })
    else file.notAUse(name)
    return
  }
  const span = spanOfShared(tree, node, part)
  file.define({ node: part, kind: kindOf(node, file), name, span, type, opens: 'none', owns: false })
}

function kindOf(node: NodeIndex, file: FileFactsBuilder): 'constant' | 'property' | 'variable' {
  if (hasModifier(node, 'const', file.tree)) return 'constant'
  return file.isMember(node) ? 'property' : 'variable'
}

/** A short value belongs to the signature; accessors, lambdas and objects do not. */
function signatureEnd(node: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const value = assigned(node, tree)
  const accessor = tree.childOfType(node, 'getter', 'setter')
  const delegate = tree.childOfType(node, 'property_delegate')
  const isLong = value >= 0 && (tree.end(value) - tree.start(value) > 100 || tree.endLine(value) > tree.line(value))
  if (isLong) return value
  return accessor >= 0 ? accessor : delegate >= 0 && tree.endLine(delegate) > tree.line(delegate) ? delegate : -1
}
