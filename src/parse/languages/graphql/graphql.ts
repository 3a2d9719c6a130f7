/** GraphQL, as tables: the types of a schema with their fields; operations and fragments of documents. */
import type { SymbolFact } from '../../../contract/facts.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { CodeLanguage, NodeIndex } from '../../language.ts'
import { definedBy } from '../defined-by.ts'

const sample = `"""Doc"""
type A implements B & C @d(x: "y") { "f" f(a: Int = 1): [A!]! }
interface B { f: ID } input I { x: String = "a" } enum E { X Y } union U = A | B scalar S directive @d(x: String) on OBJECT
extend type A { g: U } schema { query: A }
query Q($v: ID!) { f(a: $v) { ...F } } fragment F on A { f }
`

const fields = ['fields_definition', 'input_fields_definition', 'enum_values_definition', 'selection_set']

function defineField(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.childOfType(node, 'name')
  const parameters = tree.childOfType(node, 'arguments_definition')
  // The arguments of a directive or a field are part of its head.
  if (name < 0 || tree.is(tree.parent(node), 'arguments_definition')) return
  const start = tree.start(name)
  file.define({
    node,
    kind: parameters >= 0 ? 'method' : 'property',
    name,
    ...(parameters >= 0 && { parameters }),
    type: file.typeText(tree.childOfType(node, 'type')),
    signature: tree.text.slice(start, Math.min(tree.end(node), start + 300)).replaceAll(/\s+/g, ' '),
    exported: true,
    opens: 'none',
  })
}

function completeDefinition(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const text = tree.textOf(tree.childOfType(node, 'description'))
  if (text !== '')
    symbol.doc = text
      .replaceAll(/^"+|(?<!")"+$/g, '')
      .replaceAll(/^[ \t]+/gm, '')
      .trim()
      .slice(0, 2000)
  // The description belongs to the node; the head starts after it.
  symbol.signature = symbol.signature.replace(/^(?:"""[\s\S]*?"""|"[^"]*")\s*/, '')
  if (text !== '') symbol.start_line = Math.min(symbol.name_line, tree.line(tree.after(tree.childOfType(node, 'description'))))
}

const type = (kind: 'class' | 'interface' | 'struct' | 'enum' | 'type' | 'macro', body?: string) =>
  definedBy({ kind, name: ['name'], ...(body !== undefined && { body }) })

export const graphql: CodeLanguage = {
  kind: 'code',
  grammar: 'graphql',
  sample,
  comments: ['comment'],
  wrappers: [
    'type_definition',
    'type_system_definition',
    'executable_definition',
    'definition',
    'type_extension',
    'type_system_extension',
  ],
  decorators: [],
  receiver: { replace: {}, spaced: [], drop: [] },
  declare: {
    object_type_definition: type('class', fields[0]),
    object_type_extension: type('class', fields[0]),
    interface_type_definition: type('interface', fields[0]),
    interface_type_extension: type('interface', fields[0]),
    input_object_type_definition: type('struct', fields[1]),
    input_object_type_extension: type('struct', fields[1]),
    enum_type_definition: type('enum', fields[2]),
    enum_type_extension: type('enum', fields[2]),
    union_type_definition: type('type'),
    scalar_type_definition: type('type'),
    directive_definition: definedBy({ kind: 'macro', name: ['name'], opens: 'none' }),
    field_definition: defineField,
    input_value_definition: defineField,
    enum_value_definition: definedBy({ kind: 'constant', name: ['enum_value', 'name'], opens: 'none' }),
    operation_definition: definedBy({ kind: 'function', name: ['name'], body: fields[3] ?? '' }),
    fragment_definition: definedBy({ kind: 'function', name: ['fragment_name', 'name'], body: fields[3] ?? '' }),
  },
  use: {
    named_type: (node, file) => {
      const { tree } = file
      const name = tree.childOfType(node, 'name')
      const isImplemented = tree.is(tree.parent(node), 'implements_interfaces')
      if (!standard.has(tree.textOf(name))) file.use(tree.textOf(name), isImplemented ? 'implements' : 'uses_type', name)
    },
    directive: (node, file) => {
      const name = file.tree.childOfType(node, 'name')
      if (!/^(?:deprecated|include|skip|specifiedBy)$/.test(file.tree.textOf(name)))
        file.use(file.tree.textOf(name), 'decorates', name)
    },
    fragment_spread: (node, file) => {
      const name = file.tree.childOfType(file.tree.childOfType(node, 'fragment_name'), 'name')
      if (name >= 0) file.use(file.tree.textOf(name), 'references', name)
    },
    field: (node, file) => {
      const name = file.tree.childOfType(node, 'name')
      if (name >= 0) file.use(file.tree.textOf(name), 'reads', name)
    },
  },
  defined: completeDefinition,
}

const standard: ReadonlySet<string> = new Set(['ID', 'String', 'Int', 'Float', 'Boolean'])
