/** What OCaml code defines and opens. */
import type { SymbolFact } from '../../../contract/facts.ts'
import type { SymbolKind } from '../../../contract/symbol.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex, Visit } from '../../language.ts'

/** `let f x = …` at the top level is a function, `let x = …` a value; nested ones are symbols only if they are functions. */
export function declareLet(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const pattern = tree.child(node, 'pattern')
  const body = tree.child(node, 'body')
  const parameters = tree.namedChildren(node).filter((one) => tree.is(one, 'parameter'))
  const isFunction = parameters.length > 0 || tree.is(body, 'fun_expression', 'function_expression')
  const isLocal = file.isLocalScope(node)
  if (tree.is(pattern, 'value_name', 'parenthesized_operator') && (isFunction || !isLocal)) {
    file.define({
      node,
      kind: isFunction ? 'function' : 'constant',
      name: pattern,
      span: spanOf(node, file),
      nameText: tree.textOf(pattern).replace(/^\(/, '').replace(/\)$/, '').trim(),
      body: tree.childOfType(node, '='),
      arity: parameters.length,
      type: file.typeText(tree.child(node, 'type')),
      exported: !isLocal,
      ...(!isFunction && { opens: 'none' as const }),
    })
    file.notAUse(pattern)
    return
  }
  bindNames(pattern, node, isLocal, file)
}

function bindNames(pattern: NodeIndex, node: NodeIndex, isLocal: boolean, file: FileFactsBuilder): void {
  const { tree } = file
  if (pattern < 0) return
  for (let at = pattern; at < tree.after(pattern); at++) {
    if (!tree.is(at, 'value_name', 'value_pattern')) continue
    if (isLocal) file.bind({ name: at, at: node, role: 'variable' })
    else file.define({ node: at, kind: 'constant', name: at, span: node, opens: 'none', owns: false, exported: true })
  }
}

/** One of `let a = … and b = …` is its own span; alone it spans its whole statement. */
function spanOf(node: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const { tree } = file
  const around = tree.parent(node)
  const isAlike = (one: NodeIndex): boolean => tree.typeOf(one) === tree.typeOf(node)
  const all = tree.namedChildren(around)
  return all.find(isAlike) === all.findLast(isAlike) ? around : node
}

export function defineBound(kind: SymbolKind, nameType: string): Visit {
  return (node, file) => {
    const { tree } = file
    const name = tree.childOfType(node, nameType)
    if (name < 0) return
    const body = tree.child(node, 'body')
    const isRecord = tree.is(body, 'record_declaration')
    const isVariant = tree.is(body, 'variant_declaration')
    file.define({
      node,
      kind: isRecord ? 'struct' : isVariant ? 'enum' : kind,
      name,
      span: spanOf(node, file),
      body: isRecord || isVariant || kind !== 'type' ? body : -1,
      type: kind === 'type' && !isRecord && !isVariant ? file.typeText(body) : '',
      exported: true,
      opens: 'class',
    })
  }
}

/** `open Base`, `include Foo.Bar` */
export function declareOpen(node: NodeIndex, file: FileFactsBuilder): void {
  const module = file.tree.child(node, 'module')
  if (!file.tree.is(module, 'module_path')) return
  file.addImport({ module: file.tree.textOf(module), name: '', alias: '', kind: 'wildcard', type_only: false }, module)
  for (let at = module; at < file.tree.after(module); at++) file.notAUse(at)
}

/** Docs are `(** … *)`, above, or directly below the definition. */
export function completeDefinition(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const around = tree.parent(node)
  // The comment above `let rec a = … and b = …` describes a.
  const isFirst = tree.is(around, 'value_definition', 'type_definition') && tree.namedChildren(around)[0] === node
  symbol.doc = cleaned(symbol.doc || (isFirst ? file.docs.above(around) : ''))
  if (symbol.doc !== '') return
  let whole = node
  while (tree.is(tree.parent(whole), 'value_definition', 'type_definition', 'module_definition', 'exception_definition'))
    whole = tree.parent(whole)
  const next = tree.after(whole)
  if (next >= tree.after(tree.parent(whole)) || !tree.text.startsWith('(**', tree.start(next))) return
  const following = tree.after(next)
  const isAlone = following >= tree.count || tree.line(following) > tree.endLine(next) + 1
  if (isAlone && tree.line(next) <= symbol.end_line + 1) symbol.doc = cleaned(tree.textOf(next))
}

const cleaned = (doc: string): string =>
  doc
    .slice(0, 4000)
    .replaceAll(/^\(\*+\s?|\s*\*+\)$/gm, '')
    .trim()
    .slice(0, 2000)
