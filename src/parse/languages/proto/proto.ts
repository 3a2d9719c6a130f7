/** Protocol Buffers, as tables: messages, enums, services, and their members. */
import { cleanComment } from '../../doc-comments.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { CodeLanguage, NodeIndex } from '../../language.ts'
import { definedBy, withoutQuotes } from '../defined-by.ts'

const sample = `syntax = "proto3";
package a.b;
import "c/d.proto";
// Doc
message M { repeated a.T x = 1; map<string, int32> y = 2; oneof z { bool w = 3; } enum E { A = 0; } reserved 4; }
service S { rpc R (stream M) returns (M) { option (o) = "v"; } }
`

const field = definedBy({ kind: 'property', name: ['identifier'], type: 'type', opens: 'none' })

/** `google.protobuf.Any`: the last name is the use, the text before it its qualifier. */
function useType(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const parts = tree.namedChildren(node).filter((part) => tree.is(part, 'identifier'))
  const name = parts.at(-1) ?? -1
  const receiver = parts
    .slice(0, -1)
    .map((part) => tree.textOf(part))
    .join('.')
  if (name >= 0) file.use(tree.textOf(name), tree.is(tree.parent(node), 'extend') ? 'extends' : 'uses_type', name, receiver)
}

export const proto: CodeLanguage = {
  kind: 'code',
  grammar: 'proto',
  sample,
  comments: ['comment'],
  wrappers: [],
  decorators: [],
  receiver: { replace: {}, spaced: [], drop: [] },
  declare: {
    message: definedBy({ kind: 'struct', name: ['message_name', 'identifier'], body: 'message_body' }),
    enum: definedBy({ kind: 'enum', name: ['enum_name', 'identifier'], body: 'enum_body' }),
    enum_field: definedBy({ kind: 'constant', name: ['identifier'], opens: 'none' }),
    service: definedBy({ kind: 'interface', name: ['service_name', 'identifier'], body: '{' }),
    rpc: definedBy({ kind: 'method', name: ['rpc_name', 'identifier'], body: '{', opens: 'none' }),
    field,
    map_field: field,
    oneof_field: field,
    group: definedBy({ kind: 'struct', name: ['group_name', 'identifier'], body: 'message_body' }),
    oneof: (node, file) => {
      // Its fields belong to the message.
      const name = file.tree.childOfType(node, 'identifier')
      if (name >= 0)
        file.define({
          node: name,
          kind: 'property',
          name,
          span: node,
          body: file.tree.childOfType(node, '{'),
          owns: false,
          opens: 'none',
          exported: true,
        })
    },
    package: (node, file) => {
      file.facts.package = file.tree.textOf(file.tree.childOfType(node, 'full_ident'))
      file.facts.doc = file.docs.above(node)
    },
    import: (node, file) => {
      const path = file.tree.child(node, 'path')
      const module = withoutQuotes(file.tree.textOf(path))
      if (module !== '') file.addImport({ module, name: '', alias: '', kind: 'wildcard', type_only: false }, path)
    },
  },
  use: { message_or_enum_type: useType, option: { skip: true }, field_options: { skip: true } },
  defined(symbol, node, file) {
    if (symbol.doc !== '') return
    // `string name = 1; // as printed`
    const { tree } = file
    const next = tree.after(symbol.kind === 'property' && tree.is(node, 'identifier') ? tree.parent(node) : node)
    const isBeside = next < tree.count && tree.is(next, 'comment') && tree.line(next) === symbol.end_line
    if (isBeside && ['property', 'constant'].includes(symbol.kind)) symbol.doc = cleanComment(tree.textOf(next))
  },
}
