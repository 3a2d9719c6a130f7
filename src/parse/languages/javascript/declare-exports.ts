/** `export` statements. The rule of a declaration defines what an export statement declares; it is marked here. */
import type { SymbolFact } from '../../../contract/facts.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { plainString } from './declare-require.ts'
import { longLiteral } from './declare-variables.ts'
import { markObjectMembers } from './object-members.ts'
import { calleeParts, isClassValue, isFunctionValue, unwrap, valueType } from './value-type.ts'

export function declareExport(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const source = tree.child(node, 'source')
  const module = plainString(source, file) ?? ''
  const clause = tree.childOfType(node, 'export_clause')
  if (clause >= 0) {
    for (const specifier of tree.namedChildren(clause)) declareSpecifier(specifier, module, file)
    return
  }
  if (source >= 0) {
    declareStar(node, source, module, file)
    return
  }
  const value = tree.child(node, 'value')
  if (value >= 0) {
    exportValue(node, value, file)
    return
  }
  if (tree.childOfType(node, '=') >= 0) exportValue(node, tree.namedChildren(node)[0] ?? -1, file)
}

function declareSpecifier(specifier: NodeIndex, module: string, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(specifier, 'name')
  if (name < 0) return
  const alias = tree.child(specifier, 'alias')
  const local = plainString(name, file) ?? tree.textOf(name)
  const outside = plainString(alias, file) ?? (tree.textOf(alias) || local)
  file.notAUse(alias)
  file.addExport({ name: outside, local, module }, name)
  if (module === '') {
    file.intend(name, 'references')
    return
  }
  file.notAUse(name)
  const type_only = tree.childOfType(specifier, 'type') >= 0 || tree.childOfType(tree.parent(tree.parent(specifier)), 'type') >= 0
  file.addImport({ module, name: local, alias: '', kind: 'reexport', type_only }, name)
}

/** `export * from`, `export * as ns from` */
function declareStar(node: NodeIndex, source: NodeIndex, module: string, file: FileFactsBuilder): void {
  const { tree } = file
  const namespace = tree.childOfType(node, 'namespace_export')
  const name = namespace >= 0 ? (tree.namedChildren(namespace)[0] ?? -1) : -1
  file.notAUse(name)
  const outside = name >= 0 ? (plainString(name, file) ?? tree.textOf(name)) : '*'
  file.addExport({ name: outside, local: name >= 0 ? '*' : '', module }, name >= 0 ? name : source)
  const type_only = tree.childOfType(node, 'type') >= 0
  file.addImport({ module, name: '', alias: '', kind: 'reexport', type_only }, source)
}

/** `export default <expression>`, `export = <expression>`: a name is referenced, anything else becomes the symbol `default`. */
export function exportValue(statement: NodeIndex, value: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const bare = unwrap(value, file)
  if (tree.is(bare, 'identifier')) {
    file.addExport({ name: 'default', local: tree.textOf(bare), module: '' }, bare)
    file.intend(bare, 'references')
    return
  }
  if (bare < 0) return
  const own = tree.child(bare, 'name')
  const named = own >= 0 && (isFunctionValue(bare, file) || isClassValue(bare, file))
  const base = { node: bare, span: statement, name: named ? own : bare, exported: true, ...(!named && { nameText: 'default' }) }
  if (isFunctionValue(bare, file)) file.define({ ...base, kind: 'function', ...calleeParts(bare, file), opens: 'none' })
  else if (isClassValue(bare, file)) file.define({ ...base, kind: 'class', body: tree.child(bare, 'body'), opens: 'none' })
  else
    file.define({
      ...base,
      kind: 'constant',
      type: valueType(bare, file).type,
      body: tree.is(bare, 'object') ? bare : longLiteral(bare, file),
    })
  file.addExport({ name: 'default', local: named ? tree.textOf(own) : 'default', module: '' }, named ? own : bare)
  markObjectMembers(bare, file)
}

const declarations = ['lexical_declaration', 'variable_declaration', 'ambient_declaration', 'expression_statement']
/** Node types between a destructured name and its declaration: `export const { a, b: [c] } = …`. */
const patterns = [
  'variable_declarator',
  'object_pattern',
  'array_pattern',
  'pair_pattern',
  'rest_pattern',
  'assignment_pattern',
  'object_assignment_pattern',
]

/** Right after a definition: is it declared in an `export` statement? */
export function markExported(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  let around = tree.parent(node)
  if (tree.is(node, 'identifier', 'shorthand_property_identifier_pattern')) {
    while (tree.is(around, ...patterns)) around = tree.parent(around)
  }
  while (tree.is(around, ...declarations)) around = tree.parent(around)
  if (!tree.is(around, 'export_statement') || tree.child(around, 'value') >= 0) return
  symbol.exported = true
  // Members of an exported namespace are reached through it, not by the module's own export list.
  if (symbol.parent >= 0) return
  const name = tree.childOfType(around, 'default') >= 0 ? 'default' : symbol.name
  file.pushExport({ name, local: symbol.name, module: '', line: symbol.name_line, column: symbol.name_column })
}

/** After the walk: names in export lists, and members of exported symbols. */
export function spreadExported(file: FileFactsBuilder): void {
  const { symbols, exports } = file.facts
  const names = new Set(exports.filter((fact) => fact.module === '').map((fact) => fact.local))
  for (const [ordinal, symbol] of symbols.entries()) {
    if (symbol.hidden) continue
    if (symbol.parent < 0) symbol.exported ||= names.has(symbol.name)
    else if (!symbol.exported) symbol.exported = isOpenMember(symbol, ordinal, file)
  }
}

const openKinds = new Set(['class', 'interface', 'enum', 'type', 'constant', 'variable', 'property'])

function isOpenMember(symbol: SymbolFact, ordinal: number, file: FileFactsBuilder): boolean {
  const parent = file.facts.symbols[symbol.parent]
  // A function has members only where they were assigned from outside (`Shape.prototype.draw = …`).
  const isOpen = parent !== undefined && (openKinds.has(parent.kind) || (parent.kind === 'function' && symbol.kind === 'method'))
  if (!parent?.exported || !isOpen) return false
  return !symbol.name.startsWith('#') && !/^(?:\w+ )*private /.test(file.facts.symbols[ordinal]?.signature ?? '')
}
