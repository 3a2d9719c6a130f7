/** `let` and `var` of Swift: members, names of the module, locals; and the names that getters, setters and observers bind. */
import { callableKinds, type Definition, type FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { spanOfShared } from '../span-of-shared.ts'
import { bareName, defineNamed } from './names.ts'
import { bindersIn } from './patterns.ts'
import { evidentType } from './value-type.ts'

type Part = { pattern: NodeIndex; type: NodeIndex; value: NodeIndex; accessors: NodeIndex }

export function declareProperty(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parts = partsOf(node, file)
  const isLocal = !file.isMember(node) && file.isLocalScope(node)
  for (const part of parts) {
    const names = bindersIn(part.pattern, { binds: true }, file)
    // `let (a, _) = pair` destructures its value.
    if (tree.child(part.pattern, 'bound_identifier') < 0) part.value = -1
    for (const name of names) {
      if (isLocal) bindValue(node, part, name, 'variable', file)
      else defineValue(node, part, name, { isAlone: parts.length === 1 && names.length === 1 }, file)
    }
  }
}

/** `a = Foo(), b: Bar`: each name with what follows it, up to the next comma. */
function partsOf(node: NodeIndex, file: FileFactsBuilder): Part[] {
  const { tree } = file
  const parts: Part[] = []
  for (const child of tree.children(node)) {
    const part = parts.at(-1)
    if (tree.is(child, 'pattern') && tree.fieldOf(child) === 'name')
      parts.push({ pattern: child, type: -1, value: -1, accessors: -1 })
    else if (!part) continue
    else if (tree.is(child, 'type_annotation')) part.type = tree.child(child, 'name')
    else if (tree.is(child, 'computed_property', 'willset_didset_block', 'protocol_property_requirements')) part.accessors = child
    else if (tree.fieldOf(child) === 'value') part.value = child
  }
  return parts
}

function defineValue(
  node: NodeIndex,
  part: Part,
  name: NodeIndex,
  { isAlone }: { isAlone: boolean },
  file: FileFactsBuilder,
): void {
  const { tree } = file
  const parent = file.ownerAround(node)
  const word = tree.textOf(tree.childOfType(node, 'value_binding_pattern'))
  const declared = file.typeText(part.type)
  const nameText = bareName(tree.textOf(name))
  const definition: Definition = {
    node: isAlone ? node : name,
    kind: parent >= 0 ? 'property' : word === 'let' ? 'constant' : 'variable',
    name,
    span: isAlone ? node : spanOfShared(tree, node, part.pattern),
    parent,
    body: isAlone ? bodyOf(node, part, file) : -1,
    ...(!isAlone && { signature: `${word} ${nameText}${declared && `: ${declared}`}` }),
    type: declared || evidentType(part.value, file).type,
    static: tree.childOfType(tree.childOfType(node, 'modifiers'), 'property_modifier') >= 0,
    opens: 'none',
    owns: isAlone,
  }
  defineNamed(definition, file)
  bindValue(node, part, name, 'field', file)
}

/** Where the signature ends: at the accessors, or at a value too long for one line. */
function bodyOf(node: NodeIndex, { accessors, value }: Part, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  if (accessors >= 0 && !tree.is(accessors, 'protocol_property_requirements') && value < 0) return accessors
  const isLong = value >= 0 && (tree.endLine(value) > tree.line(value) || tree.end(node) - tree.start(node) > 160)
  return isLong ? value : accessors >= 0 && !tree.is(accessors, 'protocol_property_requirements') ? accessors : -1
}

function bindValue(node: NodeIndex, part: Part, name: NodeIndex, role: 'variable' | 'field', file: FileFactsBuilder): void {
  const { tree } = file
  const type = file.typeText(part.type)
  const evident = type === '' ? evidentType(part.value, file) : { type, from_call: '' }
  file.bind({
    name: bareName(tree.textOf(name)),
    at: node,
    role,
    type: evident.type,
    from_call: evident.from_call,
    ...(role === 'field' && { scope: file.ownerAround(node) }),
  })
  file.notAUse(name)
}

/** `set`, `willSet` and `didSet` bind the other value to a name that may be given. */
export function declareAccessor(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'block')
  const given = tree.childOfType(node, 'simple_identifier')
  const type = typeAround(node, file)
  const usual = tree.is(node, 'didset_clause') ? 'oldValue' : 'newValue'
  file.bind({ name: given >= 0 ? given : usual, at: node, role: 'parameter', type })
}

/** The type of this accessor's property. */
function typeAround(node: NodeIndex, file: FileFactsBuilder): string {
  const owner = file.symbol(file.ownerOf(node))
  return owner && !callableKinds.has(owner.kind) ? owner.type : ''
}
