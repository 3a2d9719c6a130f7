/** Members named without a receiver: in `new Foo { Bar = 1 }`, `x with { Bar = 1 }`, `x is { Bar: 1 }`, `new { Bar = 1 }`. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { receiverText } from './value-type.ts'

/** Deliberately unreadable, so that the name is not linked to a member of the enclosing class. */
const UNKNOWN = '…'

export function useAssignment(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const left = tree.child(node, 'left')
  const list = tree.parent(node)
  if (!tree.is(left, 'identifier') || !tree.is(list, 'initializer_expression')) {
    file.intend(left, 'writes')
    return
  }
  file.notAUse(left)
  file.use(tree.textOf(left), 'writes', left, createdText(tree.parent(list), file))
}

/** The type being created, written like a new value of it. */
function createdText(creation: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  if (tree.is(creation, 'object_creation_expression')) return newText(tree.child(creation, 'type'), file)
  if (!tree.is(creation, 'implicit_object_creation_expression')) return UNKNOWN
  const around = tree.parent(creation)
  const declaration = tree.is(around, 'variable_declarator') ? tree.parent(around) : around
  return tree.is(declaration, 'variable_declaration', 'property_declaration')
    ? newText(tree.child(declaration, 'type'), file)
    : UNKNOWN
}

function newText(type: NodeIndex, file: FileFactsBuilder): string {
  return file.tree.is(type, 'identifier', 'generic_name', 'qualified_name') ? `new ${file.receiverText(type)}()` : UNKNOWN
}

export function useWithInitializer(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.childOfType(node, 'identifier')
  if (name < 0 || tree.child(node, 'left') >= 0) return
  file.notAUse(name)
  file.use(tree.textOf(name), 'writes', name, receiverText(tree.children(tree.parent(node))[0] ?? -1, file))
}

/** `{ Bar: > 1 }`: a member of the pattern's type, or of the tested value. */
export function useSubpattern(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [name = -1] = tree.namedChildren(node)
  if (!tree.is(name, 'identifier') || tree.childOfType(node, ':') < 0) return
  file.notAUse(name)
  const isProperty = tree.is(tree.parent(node), 'property_pattern_clause')
  if (isProperty) file.use(tree.textOf(name), 'reads', name, testedText(tree.parent(tree.parent(node)), file))
}

function testedText(pattern: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const type = tree.child(pattern, 'type')
  if (type >= 0) return newText(type, file)
  const around = tree.parent(pattern)
  if (tree.is(around, 'is_pattern_expression')) return receiverText(tree.child(around, 'expression'), file)
  return UNKNOWN
}

/** `new { Total = a.Sum, b.Name }`: `Total` is a name of the new object itself. */
export function skipAnonymousNames(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const children = tree.children(node)
  for (const [at, child] of children.entries()) {
    const next = children[at + 1] ?? -1
    if (tree.is(child, 'identifier') && tree.is(next, '=')) file.notAUse(child)
  }
}
