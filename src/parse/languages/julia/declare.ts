/** What Julia code defines and imports. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'

export function defineModule(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name >= 0) file.define({ node, kind: 'module', name, signature: `module ${tree.textOf(name)}`, opens: 'class' })
}

/** `function add(x, y)`, `macro m(e)` */
export function defineFunction(node: NodeIndex, file: FileFactsBuilder): void {
  const signature = file.tree.childOfType(node, 'signature')
  const head = callIn(file.tree.namedChildren(signature)[0] ?? -1, file)
  define(node, head, file.tree.childOfType(node, 'block'), file.tree.is(node, 'macro_definition') ? 'macro' : 'function', file)
}

/** The call in a head: `add(x)::Int where T` → `add(x)`; a bare name (`function h end`) is returned as it is. */
function callIn(head: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  let at = head
  for (let steps = 0; steps < 6 && tree.is(at, 'where_expression', 'typed_expression', 'parenthesized_expression'); steps++)
    at = tree.namedChildren(at)[0] ?? -1
  return at
}

function define(node: NodeIndex, head: NodeIndex, body: NodeIndex, kind: 'function' | 'macro', file: FileFactsBuilder): void {
  const { tree } = file
  const callee = tree.is(head, 'call_expression') ? (tree.children(head)[0] ?? -1) : head
  // `Order{T}(x) = …` constructs an Order.
  const plain = tree.is(callee, 'parametrized_type_expression') ? (tree.namedChildren(callee)[0] ?? -1) : callee
  const parts = tree.is(plain, 'field_expression') ? tree.namedChildren(plain) : [plain]
  const name = parts.at(-1) ?? -1
  if (!tree.is(name, 'identifier', 'operator')) return
  // `Base.show(…) = …` extends a function of another module.
  const owner = parts.length > 1 ? tree.textOf(parts[0] ?? -1) : undefined
  const parameters = tree.childOfType(head, 'argument_list')
  file.define({
    node,
    kind,
    name,
    ...(owner !== undefined && { qualifier: owner, binds: false }),
    ...(parameters >= 0 && { parameters }),
    body: body >= 0 ? body : tree.childOfType(node, 'operator'),
    type: returned(node, file),
  })
  file.notAUse(callee)
  file.notAUse(head)
  for (const part of parts) file.notAUse(part)
  bindParameters(parameters, node, file)
}

function returned(node: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const head = tree.namedChildren(tree.is(node, 'assignment') ? node : tree.childOfType(node, 'signature'))[0] ?? -1
  return tree.is(head, 'typed_expression') ? file.typeText(tree.namedChildren(head)[1] ?? -1) : ''
}

function bindParameters(list: NodeIndex, at: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  for (const parameter of tree.namedChildren(list)) {
    const named = tree.is(parameter, 'assignment', 'splat_expression') ? (tree.namedChildren(parameter)[0] ?? -1) : parameter
    const [name = -1, type = -1] = tree.is(named, 'typed_expression') ? tree.namedChildren(named) : [named]
    if (tree.is(name, 'identifier')) file.bind({ name, at, role: 'parameter', type: file.typeText(type) })
  }
}

/** `add(x) = x + 1`, `const C = 5`, `f = x -> x` */
export function declareAssignment(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [left = -1, right = -1] = [tree.namedChildren(node)[0], tree.namedChildren(node).at(-1)]
  if (tree.is(tree.parent(node), 'argument_list', 'tuple_expression')) return
  const head = callIn(left, file)
  if (tree.is(head, 'call_expression')) {
    define(node, head, -1, 'function', file)
    return
  }
  if (tree.is(tree.parent(node), 'macro_argument_list')) return
  const name = tree.is(left, 'typed_expression') ? (tree.namedChildren(left)[0] ?? -1) : left
  if (!tree.is(name, 'identifier')) return
  const isConstant = tree.is(tree.parent(node), 'const_statement')
  if (file.isInFunction(node)) file.bind({ name, at: node, role: 'variable', hoist: 'function' })
  else if (file.isMember(node) && tree.is(tree.ancestor(node, 'struct_definition', 'module_definition'), 'struct_definition'))
    defineField(node, name, '', file)
  else if (file.ordinalNamed(qualified(node, name, file)) < 0) {
    const isFunction = tree.is(right, 'arrow_function_expression')
    const statement = isConstant ? tree.parent(node) : node
    const signature = (tree.textOf(statement).slice(0, 160).split('\n', 1)[0] ?? '').trim()
    file.define({
      node: name,
      kind: isFunction ? 'function' : isConstant ? 'constant' : 'variable',
      name,
      span: statement,
      signature,
      opens: 'none',
      owns: false,
    })
  }
}

function qualified(node: NodeIndex, name: NodeIndex, file: FileFactsBuilder): string {
  const around = file.symbol(file.ownerAround(node))?.qualified_name
  return around === undefined ? file.tree.textOf(name) : `${around}.${file.tree.textOf(name)}`
}

/** `struct P{T} <: Q`, `abstract type Q end` */
export function defineStruct(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [head = -1] = tree.namedChildren(tree.childOfType(node, 'type_head'))
  const isBelow = tree.is(head, 'binary_expression')
  const own = isBelow ? (tree.namedChildren(head)[0] ?? -1) : head
  const name = tree.is(own, 'parametrized_type_expression') ? (tree.namedChildren(own)[0] ?? -1) : own
  if (!tree.is(name, 'identifier')) return
  const kind = tree.is(node, 'struct_definition') ? 'struct' : 'type'
  const body = tree.childOfType(node, 'block')
  file.define({ node, kind, name, body, opens: 'class' })
  if (isBelow) file.intend(tree.namedChildren(head).at(-1) ?? -1, 'extends')
  for (const field of tree.namedChildren(body)) {
    const [first = -1, type = -1] = tree.is(field, 'typed_expression') ? tree.namedChildren(field) : [field]
    if (tree.is(first, 'identifier')) defineField(field, first, file.typeText(type), file)
  }
}

function defineField(node: NodeIndex, name: NodeIndex, type: string, file: FileFactsBuilder): void {
  const parent = file.ownerOf(node)
  const signature = (file.tree.textOf(node).slice(0, 120).split('\n', 1)[0] ?? '').trim()
  file.define({ node: name, kind: 'property', name, span: node, parent, type, signature, opens: 'none', owns: false })
}

/** `@enum Color red green` defines a type and its values; `@testset "…"` marks tests. */
export function declareMacroCall(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const word = tree.textOf(tree.childOfType(node, 'macro_identifier'))
  if (word !== '@enum') return
  const [type = -1, ...values] = tree.namedChildren(tree.childOfType(node, 'macro_argument_list'))
  const name = tree.is(type, 'typed_expression') ? (tree.namedChildren(type)[0] ?? -1) : type
  if (!tree.is(name, 'identifier')) return
  const parent = file.define({ node, kind: 'enum', name, opens: 'none' })
  for (const value of values) {
    const named = tree.is(value, 'assignment') ? (tree.namedChildren(value)[0] ?? -1) : value
    if (tree.is(named, 'identifier'))
      file.define({ node: named, kind: 'constant', name: named, parent, opens: 'none', owns: false })
  }
}

/** `using A: b, c`, `import A.B` */
export function declareImports(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  for (const part of tree.namedChildren(node)) {
    if (!tree.is(part, 'selected_import')) {
      const module = tree.textOf(part)
      const kind = tree.is(node, 'using_statement') ? 'wildcard' : 'namespace'
      file.addImport(
        { module, name: '', alias: kind === 'wildcard' ? '' : (module.split('.').at(-1) ?? ''), kind, type_only: false },
        part,
      )
      continue
    }
    const [from = -1, ...names] = tree.namedChildren(part)
    for (const name of names) {
      const text = tree.textOf(name)
      file.addImport({ module: tree.textOf(from), name: text, alias: text, kind: 'named', type_only: false }, name)
    }
  }
}

/** Applied when everything is known, because exports are at the top. */
export function exportNames(node: NodeIndex, file: FileFactsBuilder): void {
  for (const name of file.tree.namedChildren(node))
    file.addExport({ name: file.tree.textOf(name), local: file.tree.textOf(name), module: '' }, name)
}

/** `x -> x + 1` */
export function declareArrow(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  file.openScope(node, 'function')
  const [given = -1] = tree.namedChildren(node)
  if (tree.is(given, 'identifier')) file.bind({ name: given, at: node, role: 'parameter' })
  else if (tree.is(given, 'argument_list', 'tuple_expression')) bindParameters(given, node, file)
}

/** `{T}` after the name of a type or `where`. */
export function declareTypeParameters(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const isHead =
    tree.is(tree.parent(node), 'where_expression') ||
    tree.is(tree.ancestor(node, 'type_head', 'block', 'source_file'), 'type_head')
  if (!isHead) return
  for (const parameter of tree.namedChildren(node)) {
    const name = tree.is(parameter, 'binary_expression') ? (tree.namedChildren(parameter)[0] ?? -1) : parameter
    if (tree.is(name, 'identifier')) file.bindLocal(name, node)
  }
}
