/** Properties, constants, enum cases and parameters of PHP. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { spanOfShared } from '../span-of-shared.ts'
import { betterType } from './better-type.ts'
import { docOf, stateOf, withoutTemplates } from './file-state.ts'
import { evidentType } from './value-type.ts'

/** `private static ?Foo $a = null, $b;`: a symbol each, named without the `$`, as after an arrow. */
export function defineProperty(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const declaration = tree.parent(node)
  const name = inner(tree.child(node, 'name'), file)
  if (name < 0 || !tree.is(declaration, 'property_declaration')) return
  const type = file.typeText(tree.child(declaration, 'type'))
  defineValue(node, name, declaration, { kind: 'property', type }, file)
}

/** `const A = 1, B = 2;` of a class or of a namespace. */
export function defineConstant(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const declaration = tree.parent(node)
  const [name = -1] = tree.namedChildren(node)
  if (!tree.is(name, 'name')) return
  defineValue(node, name, declaration, { kind: 'constant', type: file.typeText(tree.child(declaration, 'type')) }, file)
}

type Looks = { kind: 'property' | 'constant'; type: string }

function defineValue(node: NodeIndex, name: NodeIndex, declaration: NodeIndex, looks: Looks, file: FileFactsBuilder): void {
  const { tree } = file
  const parent = file.ownerAround(declaration)
  const isShared = tree.childOfType(declaration, ',') >= 0
  const hooks = tree.childOfType(declaration, 'property_hook_list')
  const isLong = tree.end(declaration) - tree.start(declaration) > 160
  const value = tree.namedChildren(node).find((child) => child > name && !tree.is(child, 'comment')) ?? -1
  const isMember = file.isMember(declaration)
  const ordinal = file.define({
    node,
    ...looks,
    name,
    span: isShared ? spanOfShared(tree, declaration, node) : declaration,
    parent,
    body: hooks >= 0 ? hooks : isLong && !isShared ? value : -1,
    opens: 'none',
    owns: !isShared,
    ...(isMember && looks.kind === 'constant' && { static: true }),
  })
  if (isShared) file.owner[node] = ordinal
  const { vars } = docOf(ordinal, file)
  const documented = withoutTemplates(vars.get('') ?? vars.get(`$${tree.textOf(name)}`) ?? '', ordinal, file)
  const type = betterType(looks.type, documented)
  const symbol = file.symbol(ordinal)
  if (symbol) symbol.type = type.slice(0, 200)
  if (isMember) bindField(name, declaration, parent, type, value, file)
}

function bindField(name: NodeIndex, at: NodeIndex, scope: number, type: string, value: NodeIndex, file: FileFactsBuilder): void {
  const evident = type === '' ? evidentType(value, file) : { type, from_call: '' }
  if (evident.type !== '' || evident.from_call !== '') file.bind({ name, at, role: 'field', scope, ...evident })
}

export function defineEnumCase(node: NodeIndex, file: FileFactsBuilder): void {
  const type = file.symbol(file.ownerAround(node))?.name ?? ''
  file.define({ node, kind: 'constant', name: file.tree.child(node, 'name'), type, static: true, opens: 'none' })
}

/** `define('NAME', …)` */
export function defineByCall(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (!/^\\?define$/.test(tree.textOf(tree.child(node, 'function')))) return
  const [first = -1] = tree.namedChildren(tree.child(node, 'arguments'))
  const text = tree.childOfType(tree.childOfType(first, 'string', 'encapsed_string'), 'string_content')
  const name = tree.textOf(text)
  if (!/^(?:\w+\\)*[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) return
  const statement = tree.is(tree.parent(node), 'expression_statement') ? tree.parent(node) : node
  const nameText = name.slice(name.lastIndexOf('\\') + 1)
  // It is known everywhere, wherever the call is.
  file.define({ node, kind: 'constant', name: text, nameText, span: statement, parent: -1, exported: true, owns: false })
}

/** A parameter; with a visibility in a constructor a property too. */
export function declareParameter(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const variable = tree.is(tree.child(node, 'name'), 'by_ref')
    ? tree.childOfType(tree.child(node, 'name'), 'variable_name')
    : tree.child(node, 'name')
  if (variable < 0) return
  const owner = file.ownerOf(node)
  const isOwners = tree.parent(tree.parent(node)) === file.definitionNode(owner)
  const documented = isOwners ? (docOf(owner, file).params.get(tree.textOf(variable)) ?? '') : ''
  const declared = betterType(file.typeText(tree.child(node, 'type')), withoutTemplates(documented, owner, file)).slice(0, 200)
  const type = tree.is(node, 'variadic_parameter') && declared !== '' ? `${declared}[]` : declared
  file.bind({ name: variable, at: node, role: 'parameter', type })
  if (isOwners) stateOf(file).parameter_types.set(`${owner}\0${tree.textOf(variable)}`, type)
  if (tree.is(node, 'property_promotion_parameter')) promote(node, inner(variable, file), type, file)
}

function promote(node: NodeIndex, name: NodeIndex, type: string, file: FileFactsBuilder): void {
  const parent = file.classAround(node)
  if (parent < 0 || name < 0) return
  file.define({ node, kind: 'property', name, type, parent, opens: 'none', binds: false, owns: false })
  file.bind({ name, at: node, role: 'field', scope: parent, type })
}

/** The name in `$name`. */
const inner = (variable: NodeIndex, file: FileFactsBuilder): NodeIndex => file.tree.childOfType(variable, 'name')
