/**
 * What a component can be given, as properties of it: `defineProps`, `defineModel`, and `props` and `data` of the options
 * form. Names in a template mean those, or what the options hold, where the script has no such name of its own.
 */
import type { FileFacts, UseFact } from '../../../contract/facts.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { memberName } from '../javascript/bind-pattern.ts'
import { unwrap } from '../javascript/value-type.ts'

/** `defineProps<Props>()`: the properties are those of a type that is declared elsewhere. */
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

/** `props` and `data` of `export default {…}`, also in `defineComponent({…})`. */
function defineOptions(value: NodeIndex, component: number, file: FileFactsBuilder): void {
  const { tree } = file
  if (value <= 0) return
  const object = tree.is(value, 'call_expression') ? tree.childOfType(tree.child(value, 'arguments'), 'object') : value
  for (const option of tree.is(object, 'object') ? tree.namedChildren(object) : []) {
    const key = tree.textOf(tree.child(option, tree.is(option, 'pair') ? 'key' : 'name'))
    const held = tree.is(option, 'pair') ? unwrap(tree.child(option, 'value'), file) : option
    if (key === 'props') defineKeys(held, component, file)
    else if (key === 'data') defineKeys(returned(held, file), component, file)
  }
}

/** The object that a function gives back: `() => ({…})`, `{ return {…} }`. */
function returned(callable: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const body = tree.child(callable, 'body')
  if (!tree.is(body, 'statement_block')) return body
  const last = tree.namedChildren(body).findLast((statement) => tree.is(statement, 'return_statement')) ?? -1
  return tree.namedChildren(last)[0] ?? -1
}

function define(node: NodeIndex, key: NodeIndex, type: string, parent: number, file: FileFactsBuilder): void {
  const named = key < 0 ? undefined : memberName(key, file)
  if (!named || file.ordinalNamed(`${file.symbol(parent)?.qualified_name}.${named.nameText}`) >= 0) return
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

/** Where the options hold what a template, or `this` in them, can name. */
const holders = ['', 'methods.', 'computed.', 'setup.']

/** A bare name in the template, or `this.name` in the options, is a member of the component. */
export function bindTemplateNames(facts: FileFacts, component: number, inTemplate: (use: UseFact) => boolean): void {
  const own = facts.symbols[component]
  if (!own) return
  const ofModule = new Set([
    ...facts.symbols.filter((symbol) => symbol.parent < 0).map((symbol) => symbol.name),
    ...facts.imports.map((fact) => fact.alias),
  ])
  const members = new Map<string, number[]>()
  for (const [ordinal, { qualified_name }] of facts.symbols.entries()) {
    for (const name of memberNames(qualified_name, own.qualified_name, own.type)) {
      members.set(name, [...(members.get(name) ?? []), ordinal])
    }
  }
  const isInside = (use: UseFact): boolean => {
    let at = use.enclosing
    // A plain function has a `this` of its own.
    while (at >= 0 && at !== component && facts.symbols[at]?.kind !== 'function') at = facts.symbols[at]?.parent ?? -1
    return at === component
  }
  for (const use of facts.uses) {
    const isNamed = use.receiver === '' ? inTemplate(use) && !ofModule.has(use.name) : use.receiver === 'this' && isInside(use)
    const [only, second] = isNamed ? (members.get(use.name) ?? []) : []
    if (only !== undefined && second === undefined) use.symbol = only
  }
}

/** The name by which a template can mean a symbol: that of a member, or of a member of the type of its properties. */
function memberNames(qualified: string, component: string, type: string): string[] {
  const ways = [...holders.map((holder) => `${component}.${holder}`), ...(type === '' ? [] : [`${type.replace(/<.*/s, '')}.`])]
  return ways
    .filter((way) => qualified.startsWith(way))
    .map((way) => qualified.slice(way.length))
    .filter((name) => name !== '' && !name.includes('.'))
}
