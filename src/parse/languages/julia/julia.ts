/** Julia: functions in both forms, types, modules, macros; the string above a definition is its doc. */
import type { SymbolFact } from '../../../contract/facts.ts'
import { type FileFactsBuilder, NOT_A_USE } from '../../facts-builder.ts'
import type { CodeLanguage, NodeIndex } from '../../language.ts'
import {
  declareArrow,
  declareAssignment,
  declareImports,
  declareMacroCall,
  declareTypeParameters,
  defineFunction,
  defineModule,
  defineStruct,
  exportNames,
} from './declare.ts'

const sample = `module A
using B: c, d
import E
export f
"""Doc"""
function f(x::Int, y=1; k...)::Int where {T}
  g(x) = x.a[1] + "s $(x) t"
  for i in 1:10 if i == 1 && true continue end end
end
struct P{T} <: Q a::Int; b end
const C = x -> x
macro m(e) esc(e) end
@enum Color red green
end
`

/** A string directly above it, or before it on the same line. */
function completeDefinition(symbol: SymbolFact, _node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const last = lastStrings.get(file)
  if (last === undefined || tree.endLine(last) < symbol.start_line - 1 || tree.endLine(last) > symbol.start_line) return
  symbol.doc = tree
    .textOf(last)
    .replaceAll(/^"+|(?<!")"+$/g, '')
    .trim()
    .slice(0, 2000)
  lastStrings.delete(file)
}

const lastStrings = new WeakMap<FileFactsBuilder, NodeIndex>()

export const julia: CodeLanguage = {
  kind: 'code',
  grammar: 'julia',
  sample,
  comments: ['line_comment', 'block_comment'],
  wrappers: [],
  decorators: [],
  receiver: { replace: { argument_list: '()', string_literal: '""', vector_expression: '[]' }, spaced: [], drop: ['(', ')'] },
  declare: {
    module_definition: defineModule,
    function_definition: defineFunction,
    macro_definition: defineFunction,
    assignment: declareAssignment,
    struct_definition: defineStruct,
    abstract_definition: defineStruct,
    primitive_definition: defineStruct,
    macrocall_expression: declareMacroCall,
    using_statement: declareImports,
    import_statement: declareImports,
    export_statement: exportNames,
    string_literal: (node, file) => {
      if (file.tree.is(file.tree.parent(node), 'source_file', 'block')) lastStrings.set(file, node)
    },
    let_statement: { scope: 'block' },
    arrow_function_expression: declareArrow,
    curly_expression: declareTypeParameters,
    do_clause: { scope: 'function' },
  },
  use: {
    identifier: { name: 'reads' },
    call_expression: (node, file) => file.intend(file.tree.children(node)[0] ?? -1, 'calls'),
    broadcast_call_expression: (node, file) => file.intend(file.tree.children(node)[0] ?? -1, 'calls'),
    field_expression: (node, file) => {
      const { tree } = file
      const [object = -1, name = -1] = tree.namedChildren(node)
      if (!tree.is(name, 'identifier') || file.intents[name] === NOT_A_USE) return
      file.notAUse(name)
      file.use(tree.textOf(name), file.intentOf(node) ?? 'reads', name, file.receiverText(object))
    },
    macro_identifier: (node, file) => {
      const name = file.tree.childOfType(node, 'identifier')
      file.notAUse(name)
      if (name >= 0) file.use(file.tree.textOf(name), 'calls', name)
    },
    typed_expression: (node, file) => file.intend(file.tree.namedChildren(node)[1] ?? -1, 'uses_type'),
    parametrized_type_expression: (node, file) => {
      const intent = file.intentOf(node)
      if (intent) file.intend(file.tree.namedChildren(node)[0] ?? -1, intent)
    },
    assignment: (node, file) => file.intend(file.tree.children(node)[0] ?? -1, 'writes'),
    using_statement: { skip: true },
    import_statement: { skip: true },
    export_statement: { skip: true },
    quote_expression: { skip: true },
  },
  defined: completeDefinition,
  declared(file) {
    file.facts.doc = file.docs.ofModule(0)
    const exported = new Set(file.facts.exports.map((fact) => fact.name))
    for (const symbol of file.facts.symbols) if (exported.has(symbol.name) && symbol.kind !== 'property') symbol.exported = true
  },
}
