/** Structs, unions, classes, enums, typedefs and aliases. A nameless type gets the name of its typedef or variable. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { squeezed } from './declarator.ts'
import { oneLine } from './one-line.ts'
import { bodied } from './specifiers.ts'

/** `struct S { … }`; without a body it only names S, without a name its members belong to the enclosing symbol. */
export function defineType(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const body = tree.child(node, 'body')
  const name = typeName(node, file)
  if (body < 0 || name.node < 0 || tree.start(name.node) === tree.end(name.node)) return
  const around = file.symbol(file.ownerAround(node))
  const path = [around?.qualified_name ?? '', ...name.qualifier].filter((part) => part !== '').join('.')
  const owner = name.qualifier.length > 0 ? file.ordinalNamed(path) : undefined
  file.define({
    node,
    kind: kindOf(node, file),
    name: name.node,
    span: spanOfType(node, file),
    body,
    distinct: name.special,
    signature: headOf(node, body, file),
    ...(owner === undefined ? {} : owner >= 0 ? { parent: owner } : { parent: -1, qualifier: path }),
  })
  file.notAUse(tree.child(node, 'name'))
}

const kindOf = (node: NodeIndex, { tree }: FileFactsBuilder): 'class' | 'struct' | 'enum' =>
  tree.is(node, 'class_specifier') ? 'class' : tree.is(node, 'enum_specifier') ? 'enum' : 'struct'

type TypeName = { node: NodeIndex; qualifier: readonly string[]; special: string }

/** `A::B<int>` → B in A, for int. */
function typeName(node: NodeIndex, { tree }: FileFactsBuilder): TypeName {
  let at = tree.child(node, 'name')
  const qualifier: string[] = []
  for (let depth = 0; depth < 20 && tree.is(at, 'qualified_identifier'); depth++) {
    const scope = tree.child(at, 'scope')
    if (scope >= 0) qualifier.push(tree.textOf(tree.is(scope, 'template_type') ? tree.child(scope, 'name') : scope))
    at = tree.child(at, 'name')
  }
  if (!tree.is(at, 'template_type')) return { node: at, qualifier, special: '' }
  const special = squeezed(tree.textOf(tree.child(at, 'arguments'))).slice(0, 400)
  return { node: tree.child(at, 'name'), qualifier, special }
}

/** With `typedef`, `template <…>` and the variables that follow it. */
function spanOfType(node: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const around = file.tree.parent(node)
  const isWhole = file.tree.is(around, 'type_definition', 'declaration', 'field_declaration')
  return file.spanOf(isWhole ? around : node)
}

function headOf(node: NodeIndex, body: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const span = file.spanOf(node)
  return oneLine(tree.text.slice(tree.start(span), Math.min(tree.start(body), tree.start(span) + 600)))
}

/** `typedef struct { … } point_t, *point_p;`: point_t is the struct; other names are types of their own. */
export function defineTypedef(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const type = tree.child(node, 'type')
  const names = tree.childrenIn(node, 'declarator').map((declarator) => ({ declarator, name: lastName(declarator, file) }))
  const isNameless = tree.is(type, ...bodied) && tree.child(type, 'name') < 0 && tree.child(type, 'body') >= 0
  const plain = names.find(({ declarator, name }) => declarator === name) ?? names[0]
  const struct = isNameless ? plain : undefined
  const parent = file.ownerAround(node)
  if (struct && struct.name >= 0) {
    file.define({
      node: type,
      kind: kindOf(type, file),
      name: struct.name,
      span: node,
      signature: `typedef ${oneLine(tree.text.slice(tree.start(type), tree.start(tree.child(type, 'body'))))} ${tree.textOf(struct.name)}`,
    })
  }
  const head = isNameless ? tree.textOf(struct?.name ?? -1) : typeHead(type, file)
  for (const { declarator, name } of names) {
    if (name < 0 || name === struct?.name) continue
    const isWhole = names.length === 1 && tree.child(type, 'body') < 0
    const shape = oneLine(tree.textOf(declarator))
    file.define({
      node: declarator,
      kind: 'type',
      name,
      parent,
      span: isWhole ? node : declarator,
      signature: `typedef ${head} ${shape}`,
      type: /^[*\s]*\w+$/.test(shape) ? `${head} ${shape.replace(/(?<!\w)\w+$/, '')}`.trim() : '',
      opens: 'none',
    })
  }
}

function typeHead(type: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const body = tree.child(type, 'body')
  return body < 0 ? file.typeText(type) : oneLine(tree.text.slice(tree.start(type), tree.start(body)))
}

/** The name inside `*name`, `(*name)(int)`, `name[3]`. */
function lastName(declarator: NodeIndex, { tree }: FileFactsBuilder): NodeIndex {
  for (let at = declarator; at < tree.after(declarator); ) {
    if (tree.is(at, 'type_identifier', 'primitive_type', 'identifier')) return at
    at = tree.is(at, 'parameter_list', 'template_argument_list') ? tree.after(at) : at + 1
  }
  return -1
}

/** Unscoped enumerators are names of the scope around the enum; they still belong to it. */
export function defineEnumerator(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (tree.start(name) === tree.end(name)) return
  const parent = file.ownerAround(node)
  const around = file.symbol(parent)
  const type = around?.kind === 'enum' ? around.name : ''
  file.define({ node, kind: 'constant', name, type, static: around?.kind === 'enum', opens: 'none' })
}

/** `using X = Y`, `concept X = …`. */
export function defineAlias(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const type = file.typeText(tree.child(node, 'type'))
  if (name >= 0) file.define({ node, kind: 'type', name, type, opens: 'none' })
}

export function defineConcept(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.child(node, 'name')
  if (name >= 0) file.define({ node, kind: 'trait', name, opens: 'none' })
}

/** `namespace a::b { … }` is one inside the other; a nameless one only marks its content. */
export function defineNamespace(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name < 0) {
    file.openScope(node, 'class')
    return
  }
  const parts: NodeIndex[] = []
  for (let at = name; at < tree.after(name); at++) if (tree.is(at, 'namespace_identifier')) parts.push(at)
  const body = tree.child(node, 'body')
  let parent = file.ownerAround(node)
  for (const part of parts.slice(0, -1))
    parent = file.define({ node: part, kind: 'namespace', name: part, span: node, body, parent, opens: 'none', owns: false })
  file.define({ node, kind: 'namespace', name: parts.at(-1) ?? name, body, parent })
}
