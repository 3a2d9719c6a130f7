/** SQL: what is created, with the columns of tables. Statements that the grammar does not know are found by how they begin. */
import type { SymbolKind } from '../../../contract/symbol.ts'
import { type FileFactsBuilder, NOT_A_USE } from '../../facts-builder.ts'
import type { CodeLanguage, NodeIndex, Visit } from '../../language.ts'
import { withoutQuotes } from '../defined-by.ts'
import { defineUnread } from './unread.ts'

const sample = `-- doc
CREATE TABLE a.b (id int PRIMARY KEY, c text REFERENCES d(e));
CREATE OR REPLACE VIEW v AS SELECT x.* FROM b x JOIN d ON d.e = x.c WHERE f(x.id) > 1;
CREATE FUNCTION f(a int) RETURNS int AS $$ BEGIN RETURN a + 1; END; $$ LANGUAGE plpgsql;
CREATE INDEX i ON b (c);
INSERT INTO b (id) VALUES (1);
`

function created(kind: SymbolKind): Visit {
  return (node, file) => {
    const { tree } = file
    const reference = tree.childOfType(node, 'object_reference')
    const name = reference < 0 ? tree.childOfType(node, 'identifier') : tree.child(reference, 'name')
    if (name >= 0) define(node, kind, name, tree.textOf(tree.child(reference, 'schema')), file)
  }
}

/** The grammar has no reference node for the name of an index, only for its table. */
function createIndex(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.childOfType(node, 'identifier')
  if (name >= 0) define(node, 'constant', name, '', file)
}

function define(node: NodeIndex, kind: SymbolKind, name: NodeIndex, schema: string, file: FileFactsBuilder): void {
  const { tree } = file
  const parameters = tree.childOfType(node, 'function_arguments')
  const ends = tree.childOfType(node, 'column_definitions', 'create_query', 'function_body')
  // The statement ends with its semicolon.
  const statement = tree.is(tree.parent(node), 'statement') ? tree.parent(node) : node
  const ordinal = file.define({
    node,
    kind,
    name,
    nameText: withoutQuotes(tree.textOf(name)),
    ...(schema !== '' && { qualifier: withoutQuotes(schema) }),
    span: statement,
    ...(parameters >= 0 && { parameters }),
    body: ends,
    exported: true,
    binds: false,
  })
  file.notAUse(tree.parent(name))
  const symbol = file.symbol(ordinal)
  if (symbol) symbol.signature = symbol.signature.replace(/(?<!\s)\s+AS$/i, '')
}

function defineColumn(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const parent = file.ownerAround(node)
  // `ALTER TABLE … ADD COLUMN` does not say where the table is.
  if (name < 0 || parent < 0) return
  file.define({
    node,
    kind: 'property',
    name,
    nameText: withoutQuotes(tree.textOf(name)),
    type: file.typeText(tree.child(node, 'type')),
    exported: true,
    opens: 'none',
  })
}

/** A table, view or function by its name; the enclosing node decides the kind of use. */
function useReference(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const around = tree.typeOf(tree.parent(node))
  const name = tree.child(node, 'name')
  // `u.id`: the name before a column is an alias more often than a table.
  if (name < 0 || file.intents[node] === NOT_A_USE || around === 'field' || around === 'all_fields') return
  const outer = around === 'relation' ? tree.typeOf(tree.parent(tree.parent(node))) : ''
  const use = usesBy[outer === 'update' ? outer : around] ?? 'references'
  const receiver = withoutQuotes(tree.textOf(tree.child(node, 'schema')))
  file.use(withoutQuotes(tree.textOf(name)), use, name, receiver)
}

const usesBy: Readonly<Record<string, 'reads' | 'writes' | 'calls'>> = {
  relation: 'reads',
  from: 'reads',
  insert: 'writes',
  update: 'writes',
  delete: 'writes',
  invocation: 'calls',
}

export const sql: CodeLanguage = {
  kind: 'code',
  grammar: 'sql',
  sample,
  comments: ['comment', 'marginalia'],
  wrappers: ['statement'],
  decorators: [],
  receiver: { replace: {}, spaced: [], drop: [] },
  declare: {
    create_table: created('struct'),
    create_view: created('type'),
    create_materialized_view: created('type'),
    create_function: created('function'),
    create_procedure: created('function'),
    create_trigger: created('function'),
    create_type: created('type'),
    create_domain: created('type'),
    create_schema: created('namespace'),
    create_sequence: created('variable'),
    create_index: createIndex,
    column_definition: defineColumn,
  },
  use: { object_reference: useReference },
  declared(file) {
    defineUnread(file)
    file.facts.doc = file.docs.ofModule(0)
  },
}
