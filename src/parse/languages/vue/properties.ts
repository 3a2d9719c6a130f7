/**
 * What a component receives or offers to its template, as its properties: `defineProps`, `defineModel`, and `props`, `data` and
 * the result of `setup` in the options form.
 */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { memberName } from '../javascript/bind-pattern.ts'
import { unwrap } from '../javascript/value-type.ts'

/** `defineProps<Props>()`: a type declared elsewhere defines the properties. */
export function propertiesType(file: FileFactsBuilder): string {
  const { tree } = file
  for (const call of callsOf('defineProps', file)) {
    const type = tree.namedChildren(tree.child(call, 'type_arguments'))[0] ?? -1
    if (tree.is(type, 'type_identifier', 'nested_type_identifier', 'generic_type')) return file.typeText(type)
  }
  return ''
}

/** `const props = defineProps<Props>()`, also in `withDefaults(…)`. */
export function typeProperties(type: string, file: FileFactsBuilder): void {
  const { tree } = file
  for (const call of type === '' ? [] : callsOf('defineProps', file)) {
    const around = tree.ancestor(call, 'variable_declarator', 'statement_block')
    const name = tree.is(around, 'variable_declarator') ? tree.child(around, 'name') : -1
    const symbol = tree.is(name, 'identifier') ? file.symbol(file.ordinalNamed(tree.textOf(name))) : undefined
    if (symbol && symbol.type === '') symbol.type = type
  }
}

export function defineProperties(component: number, file: FileFactsBuilder): void {
  const { tree } = file
  if (component < 0) return
  for (const call of callsOf('defineProps', file)) {
    const type = tree.namedChildren(tree.child(call, 'type_arguments'))[0] ?? -1
    for (const member of tree.is(type, 'object_type') ? tree.namedChildren(type) : []) {
      define(member, tree.child(member, 'name'), file.typeText(tree.child(member, 'type')), component, file)
    }
    defineKeys(tree.namedChildren(tree.child(call, 'arguments'))[0] ?? -1, component, file)
  }
  for (const call of callsOf('defineModel', file)) {
    const name = tree.namedChildren(tree.child(call, 'arguments'))[0] ?? -1
    if (tree.is(name, 'string')) define(name, name, '', component, file)
  }
  defineOptions(file.definitionNode(component), component, file)
}

/** `{ size: String }`, `['size']` */
function defineKeys(value: NodeIndex, component: number, file: FileFactsBuilder): void {
  const { tree } = file
  const given = unwrap(value, file)
  for (const child of tree.is(given, 'object', 'array') ? tree.namedChildren(given) : []) {
    if (tree.is(child, 'pair', 'method_definition'))
      define(child, tree.child(child, tree.is(child, 'pair') ? 'key' : 'name'), '', component, file)
    else if (tree.is(child, 'string', 'shorthand_property_identifier')) define(child, child, '', component, file)
  }
}

/** `props`, `data` and `setup` of `export default {…}`, also in `defineComponent({…})`. */
function defineOptions(value: NodeIndex, component: number, file: FileFactsBuilder): void {
  const { tree } = file
  if (value <= 0) return
  const object = tree.is(value, 'call_expression') ? tree.childOfType(tree.child(value, 'arguments'), 'object') : value
  for (const option of tree.is(object, 'object') ? tree.namedChildren(object) : []) {
    const key = tree.textOf(tree.child(option, tree.is(option, 'pair') ? 'key' : 'name'))
    const held = tree.is(option, 'pair') ? unwrap(tree.child(option, 'value'), file) : option
    if (key === 'computed' || key === 'methods') defineMapped(held, component, file)
    else if (key === 'props') defineKeys(held, component, file)
    else if (key === 'data' || key === 'setup') defineKeys(returned(held, file), component, file)
  }
}

/** `...mapGetters(['total'])`, `...mapState('cart', { sum: … })` of a store. */
function defineMapped(object: NodeIndex, component: number, file: FileFactsBuilder): void {
  const { tree } = file
  for (const spread of tree.is(object, 'object') ? tree.namedChildren(object) : []) {
    const call = tree.is(spread, 'spread_element') ? (tree.namedChildren(spread)[0] ?? -1) : -1
    const callee = tree.textOf(tree.child(call, 'function'))
    if (!/^map(State|Getters|Actions|Mutations|WritableState)$/.test(callee)) continue
    defineKeys(tree.namedChildren(tree.child(call, 'arguments')).at(-1) ?? -1, component, file)
  }
}

/** The object that a function returns: `() => ({…})`, `{ return {…} }`. */
function returned(callable: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const body = tree.child(callable, 'body')
  if (!tree.is(body, 'statement_block')) return body
  const last = tree.namedChildren(body).findLast((statement) => tree.is(statement, 'return_statement')) ?? -1
  return tree.namedChildren(last)[0] ?? -1
}

function define(node: NodeIndex, key: NodeIndex, type: string, parent: number, file: FileFactsBuilder): void {
  const named = key < 0 ? undefined : memberName(key, file)
  const owner = file.symbol(parent)?.qualified_name
  // A function of `setup` that is returned to the template is already a symbol.
  if (!named || ['', 'setup.'].some((holder) => file.ordinalNamed(`${owner}.${holder}${named.nameText}`) >= 0)) return
  file.define({ node, kind: 'property', ...named, type, parent, exported: true, binds: false, owns: false, opens: 'none' })
}

function callsOf(name: string, file: FileFactsBuilder): NodeIndex[] {
  const { tree } = file
  const found: NodeIndex[] = []
  if (!tree.text.includes(name)) return found
  for (let node = 0; node < tree.count; node++) {
    if (tree.is(node, 'call_expression') && tree.textOf(tree.child(node, 'function')) === name) found.push(node)
  }
  return found
}
