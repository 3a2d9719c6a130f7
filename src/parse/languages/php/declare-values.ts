/** Properties, constants, enum cases, parameters and variables of PHP. */
import { cleanComment } from '../../doc-comments.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { spanOfShared } from '../span-of-shared.ts'
import { betterType } from './better-type.ts'
import { docOf, stateOf, withoutTemplates } from './file-state.ts'
import { readPhpDoc } from './php-doc.ts'
import { evidentType } from './value-type.ts'

/** `private static ?Foo $a = null, $b;`: a symbol each, called without the `$` as it is behind an arrow. */
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
  // It is known everywhere, wherever the call stands.
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

/** `$x = …`; in `[$a, $b] = …` and `list(…) = …` nothing is known of the parts. */
export function declareAssignment(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const left = tree.child(node, 'left')
  if (tree.is(left, 'variable_name')) {
    // A Foo or null is a Foo.
    if (tree.is(tree.child(node, 'right'), 'null')) return
    const evident = evidentType(tree.child(node, 'right'), file, tree.textOf(left))
    const documented = documentedType(node, tree.textOf(left), file)
    bindVariable(left, node, documented === '' ? evident : { type: documented, from_call: '' }, file)
  } else if (tree.is(left, 'member_access_expression')) bindOwnField(left, node, file)
  else if (tree.is(left, 'list_literal', 'array_creation_expression')) bindAll(left, node, file)
}

/** `$this->x = …` tells what an undeclared type is. What is local to the method is not known outside of it. */
function bindOwnField(left: NodeIndex, node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const owner = file.classAround(node)
  const name = tree.child(left, 'name')
  if (owner < 0 || !tree.is(name, 'name') || tree.textOf(tree.child(left, 'object')) !== '$this') return
  const right = tree.child(node, 'right')
  if (tree.is(right, 'null')) return
  const { type, from_call } = evidentType(right, file, tree.textOf(left))
  const parameter = stateOf(file).parameter_types.get(`${file.ownerOf(node)}\0${from_call.slice(1)}`)
  const isKnownOutside = /^=?(?:\$this\b|[\\A-Za-z_])/.test(from_call)
  const field = { name: tree.textOf(name), at: node, role: 'field', scope: owner } as const
  if (parameter !== undefined && from_call.startsWith('=')) file.bind({ ...field, type: parameter })
  else file.bind({ ...field, type, from_call: isKnownOutside ? from_call : '' })
}

/** `/** @var Foo $x *\/` right above a statement. */
function documentedType(node: NodeIndex, variable: string, file: FileFactsBuilder): string {
  const { tree } = file
  const statement = tree.parent(node)
  if (!tree.is(statement, 'expression_statement')) return ''
  const doc = file.docs.above(statement)
  if (!doc.includes('@')) return ''
  const { vars } = readPhpDoc(doc)
  return vars.get(variable) ?? vars.get('') ?? ''
}

/** `/** @var View $view *\/` anywhere in code: what a template is given. */
export function declareDocumented(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (!tree.text.startsWith('/**', tree.start(node)) || tree.is(tree.parent(node), 'declaration_list')) return
  const text = tree.textOf(node)
  if (!text.includes('@')) return
  for (const [name, type] of readPhpDoc(cleanComment(text)).vars)
    if (name !== '') file.bind({ name, at: node, role: 'variable', type })
}

/** `$x ??= new Foo()`; any other operator makes a number or a text. */
export function declareAugmented(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const left = tree.child(node, 'left')
  if (!tree.is(left, 'variable_name') || tree.textOf(tree.child(node, 'operator')) !== '??=') return
  bindVariable(left, node, evidentType(tree.child(node, 'right'), file), file)
}

/** `foreach ($xs as $k => $x)`: an element of what stands before `as`. */
export function declareLoop(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [list = -1, each = -1] = tree.namedChildren(node).filter((child) => !tree.is(child, 'comment'))
  const target = tree.is(each, 'pair') ? (tree.namedChildren(each).at(-1) ?? -1) : each
  const variable = tree.is(target, 'by_ref') ? tree.childOfType(target, 'variable_name') : target
  const from = file.receiverText(list)
  const documented = readPhpDoc(file.docs.above(node)).vars.get(tree.textOf(variable)) ?? ''
  if (tree.is(variable, 'variable_name')) {
    const from_call = documented === '' && /^[$\\\w>:()?-]+$/.test(from) && !from.endsWith('…') ? `${from}[]` : ''
    bindVariable(variable, node, { type: documented, from_call }, file)
  } else bindAll(target, node, file)
  if (target !== each) {
    const [key = -1] = tree.namedChildren(each)
    if (tree.is(key, 'variable_name')) bindVariable(key, node, { type: '', from_call: '' }, file)
  }
}

export function declareCaught(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const types = tree.namedChildren(tree.child(node, 'type'))
  if (name < 0) return
  bindVariable(name, node, { type: types.length === 1 ? file.typeText(types[0] ?? -1) : '', from_call: '' }, file)
}

/** `global $db;`, `static $cache = [];`: given its value elsewhere, or earlier. */
export function declareElsewhere(node: NodeIndex, file: FileFactsBuilder): void {
  bindAll(file.tree.is(node, 'static_variable_declaration') ? file.tree.child(node, 'name') : node, node, file)
}

function bindAll(target: NodeIndex, at: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  for (let node = target; node >= 0 && node < tree.after(target); node++)
    if (tree.is(node, 'variable_name')) bindVariable(node, at, { type: '', from_call: '' }, file)
}

function bindVariable(name: NodeIndex, at: NodeIndex, value: { type: string; from_call: string }, file: FileFactsBuilder): void {
  if (file.tree.textOf(name) !== '$this') file.bind({ name, at, role: 'variable', ...value })
}

/** The name in `$name`. */
const inner = (variable: NodeIndex, file: FileFactsBuilder): NodeIndex => file.tree.childOfType(variable, 'name')
