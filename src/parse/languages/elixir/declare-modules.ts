/** Modules, protocols and their implementations. */
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { pendingFor } from './file-state.ts'
import { argumentsOf, keywordOf, moduleAround, moduleText } from './heads.ts'

/** `defmodule Foo.Bar do`: named `Bar`, found as `Foo.Bar`; inside another module, below it. */
export function defineModule(node: NodeIndex, kind: 'module' | 'interface', file: FileFactsBuilder): void {
  const [name = -1] = argumentsOf(node, file)
  const written = moduleText(name, file).replace(/^Elixir\./, '')
  const isWhole = file.tree.textOf(name).startsWith('__MODULE__')
  const around = isWhole ? '' : moduleAround(file.tree.parent(node), file)
  define(node, name, kind, [around, written].filter(Boolean).join('.'), file)
}

/** `defimpl Size, for: Map` is the module `Size.Map`; without `for` it is for the enclosing module. */
export function defineImplementation(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [protocol = -1] = argumentsOf(node, file)
  const target = keywordOf(node, 'for', file)
  const [first = target] = tree.is(target, 'list') ? tree.namedChildren(target) : []
  const text = first < 0 ? moduleAround(tree.parent(node), file) : moduleText(first, file)
  define(node, protocol, 'module', `${moduleText(protocol, file)}.${text}`, file, false)
}

function define(
  node: NodeIndex,
  name: NodeIndex,
  kind: 'module' | 'interface',
  qualified: string,
  file: FileFactsBuilder,
  isOwnName = true,
): void {
  const { tree } = file
  if (!/^[\p{L}_][\p{L}\p{N}_]*(\.[\p{L}_][\p{L}\p{N}_]*)*$/u.test(qualified)) return
  const dot = qualified.lastIndexOf('.')
  const body = tree.childOfType(node, 'do_block')
  const ordinal = file.define({
    node,
    kind,
    name,
    nameText: qualified.slice(dot + 1),
    qualifier: dot < 0 ? '' : qualified.slice(0, dot),
    signature: headText(node, body, file),
    exported: true,
    opens: 'class',
    binds: false,
  })
  const symbol = file.symbol(ordinal)
  const documented = pendingFor(node, file)?.doc
  if (symbol && documented !== undefined) symbol.doc = documented
  if (!isOwnName) return
  file.notAUse(name)
  if (symbol) symbol.name_column += tree.textOf(name).lastIndexOf('.') + 1
}

export function headText(node: NodeIndex, body: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const end = body < 0 ? tree.end(node) : tree.start(body)
  return tree.text
    .slice(tree.start(node), Math.min(end, tree.start(node) + 300))
    .replaceAll(/\s+/g, ' ')
    .trim()
}
