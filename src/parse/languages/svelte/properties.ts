/** The properties of a Svelte component (`export let`, `$props()`), its reactive names (`$:`) and its stores (`$name`). */
import { hashText } from '../../../base/text-hash.ts'
import type { FileFacts } from '../../../contract/facts.ts'
import type { Place } from '../../../contract/place.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { patternNames } from '../javascript/bind-pattern.ts'
import { unwrap } from '../javascript/value-type.ts'

/** `let { a }: Props = $props()` */
export function propertiesType(file: FileFactsBuilder): string {
  const declarator = propertiesDeclarator(file)
  const type = file.typeText(file.tree.child(declarator, 'type'))
  return /^[\w.$]+(<.*>)?$/.test(type) ? type : ''
}

/** The declarator whose value is `$props()`, or -1. */
function propertiesDeclarator(file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  if (!tree.text.includes('$props(')) return -1
  for (let node = 0; node < tree.count; node++) {
    if (tree.is(node, 'variable_declarator') && tree.text.startsWith('$props(', tree.start(tree.child(node, 'value'))))
      return node
  }
  return -1
}

/** `$: total = price * count` declares `total` where nothing else does. */
export function declareReactive(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (tree.textOf(tree.child(node, 'label')) !== '$') return
  const statement = tree.child(node, 'body')
  const assignment = unwrap(tree.namedChildren(statement)[0] ?? -1, file)
  if (!tree.is(statement, 'expression_statement') || !tree.is(assignment, 'assignment_expression')) return
  const isWhole = tree.is(tree.child(assignment, 'left'), 'identifier')
  for (const { node: name } of patternNames(tree.child(assignment, 'left'), file)) {
    if (file.ordinalNamed(tree.textOf(name)) >= 0) continue
    file.define({ node: isWhole ? assignment : name, span: node, kind: 'variable', name, owns: isWhole, opens: 'none' })
  }
}

/** In the instance script `export let` declares a property; it contains no exports of the module. */
export function markProperties(facts: FileFacts, inInstance: (place: Place) => boolean): void {
  facts.exports = facts.exports.filter((fact) => fact.name === 'default' || !inInstance(fact))
  for (const symbol of facts.symbols) {
    const place = { line: symbol.name_line, column: symbol.name_column }
    const isGiven = /^(?:export let\b|(?:let|const) \{.*\}.*=\s*\$props\()/s.test(symbol.signature)
    if (symbol.parent >= 0 || !['variable', 'constant'].includes(symbol.kind) || !isGiven || !inInstance(place)) continue
    symbol.kind = 'property'
    symbol.tag = hashText('property').slice(0, 8)
    symbol.exported = true
  }
}

const runes = new Set([
  '$state',
  '$derived',
  '$effect',
  '$props',
  '$bindable',
  '$inspect',
  '$host',
  '$$props',
  '$$restProps',
  '$$slots',
])

/** `$user` is the value of the store `user`. */
export function nameStores(facts: FileFacts): void {
  const known = new Set([
    ...facts.symbols.filter(({ parent }) => parent < 0).map(({ name }) => name),
    ...facts.imports.map(({ alias }) => alias),
  ])
  for (const use of facts.uses) {
    if (use.receiver !== '' || !use.name.startsWith('$') || runes.has(use.name) || known.has(use.name)) continue
    const store = use.name.slice(1)
    if (!known.has(store)) continue
    use.name = store
    use.column++
  }
}
