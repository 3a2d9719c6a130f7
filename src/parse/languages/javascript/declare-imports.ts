/** `import` statements. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { plainString } from './declare-require.ts'

export function declareImport(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const type_only = tree.childOfType(node, 'type', 'typeof') >= 0
  const equals = tree.childOfType(node, 'import_require_clause')
  if (equals >= 0) {
    declareImportEquals(equals, type_only, file)
    return
  }
  const source = tree.child(node, 'source')
  const module = plainString(source, file)
  if (module === undefined) return
  const clause = tree.childOfType(node, 'import_clause')
  if (clause < 0) {
    file.addImport({ module, name: '', alias: '', kind: 'side-effect', type_only }, source)
    return
  }
  for (const part of tree.namedChildren(clause)) declareClausePart(part, { module, type_only }, file)
}

type Source = { module: string; type_only: boolean }

function declareClausePart(part: NodeIndex, source: Source, file: FileFactsBuilder): void {
  const { tree } = file
  switch (tree.typeOf(part)) {
    case 'identifier':
      file.addImport({ ...source, name: 'default', alias: tree.textOf(part), kind: 'default' }, part)
      return
    case 'namespace_import': {
      const name = tree.childOfType(part, 'identifier')
      file.addImport({ ...source, name: '', alias: tree.textOf(name), kind: 'namespace' }, name < 0 ? part : name)
      return
    }
    case 'named_imports':
      for (const specifier of tree.namedChildren(part))
        if (tree.is(specifier, 'import_specifier')) declareSpecifier(specifier, source, file)
  }
}

function declareSpecifier(specifier: NodeIndex, source: Source, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(specifier, 'name')
  const alias = tree.child(specifier, 'alias')
  const written = plainString(name, file) ?? tree.textOf(name)
  const type_only = source.type_only || tree.childOfType(specifier, 'type', 'typeof') >= 0
  const kind = written === 'default' ? 'default' : 'named'
  file.addImport({ module: source.module, type_only, name: written, alias: tree.textOf(alias) || written, kind }, name)
}

/** `import x = require('y')` */
function declareImportEquals(clause: NodeIndex, type_only: boolean, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.childOfType(clause, 'identifier')
  const module = plainString(tree.child(clause, 'source'), file)
  if (name < 0 || module === undefined) return
  file.addImport({ module, name: '', alias: tree.textOf(name), kind: 'require', type_only }, name)
}
