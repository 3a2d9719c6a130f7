/** Uses of Rust that a table cannot express: calls with paths, fields, struct literals and patterns, impls, attributes. */

import type { EdgeKind } from '../../../contract/symbol.ts'
import { type FileFactsBuilder, NOT_A_USE } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { implHeader } from './impl-header.ts'
import { receiverOf } from './value-type.ts'

/** A bare name. The name of `r#type` is `type`; `Self` means the enclosing type, as `self` means the value. */
export function useIdentifier(node: NodeIndex, file: FileFactsBuilder): void {
  const text = file.tree.textOf(node)
  if (text === 'Self' || text === '_' || file.intents[node] === NOT_A_USE) return
  const before = file.facts.uses.length
  file.useName(node, file.tree.is(node, 'type_identifier') ? 'uses_type' : 'reads')
  const made = file.facts.uses[before]
  if (made && text.startsWith('r#')) made.name = text.slice(2)
}

/** A macro takes tokens, a function arguments: only calls of functions have an argument count. */
export function useCall(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const count = tree.namedChildren(tree.child(node, 'arguments')).filter((one) => !isAside(one, file)).length
  let callee = tree.child(node, 'function')
  if (tree.is(callee, 'generic_function')) callee = tree.child(callee, 'function')
  if (tree.is(callee, 'identifier')) useBare(callee, 'calls', count, file)
  else if (tree.is(callee, 'scoped_identifier')) usePath(callee, 'calls', file, count)
  else if (tree.is(callee, 'field_expression')) useField(callee, file, 'calls', count)
}

const isAside = (node: NodeIndex, file: FileFactsBuilder): boolean =>
  file.tree.is(node, 'line_comment', 'block_comment', 'attribute_item')

function useBare(node: NodeIndex, use: EdgeKind, count: number, file: FileFactsBuilder): void {
  const before = file.facts.uses.length
  file.intend(node, use)
  useIdentifier(node, file)
  file.notAUse(node)
  const made = file.facts.uses[before]
  if (made) made.arguments = count
}

/** `a::b::c`: c gets the intent, with receiver `a::b`; the path before it is referenced. */
function usePath(node: NodeIndex, fallback: EdgeKind, file: FileFactsBuilder, count = -1): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const path = tree.child(node, 'path')
  file.intend(path, 'references')
  const use = file.intentOf(node) ?? fallback
  file.notAUse(node)
  const text = tree.textOf(name).replace(/^r#/, '')
  const isNamed = tree.is(name, 'identifier', 'type_identifier')
  file.notAUse(name)
  if (isNamed && text !== '') file.use(text, use, name, `${receiverOf(path, file)}::`, { count, types: '' })
}

export function useScoped(node: NodeIndex, file: FileFactsBuilder): void {
  if (file.intents[node] !== NOT_A_USE) usePath(node, file.tree.is(node, 'scoped_type_identifier') ? 'uses_type' : 'reads', file)
}

function useField(node: NodeIndex, file: FileFactsBuilder, fallback: EdgeKind = 'reads', count = -1): void {
  const { tree } = file
  const field = tree.child(node, 'field')
  if (file.intents[field] === NOT_A_USE || !tree.is(field, 'field_identifier')) return
  const use = file.intentOf(node) ?? fallback
  file.notAUse(field)
  file.use(tree.textOf(field).replace(/^r#/, ''), use, field, receiverOf(tree.child(node, 'value'), file), { count, types: '' })
}

export const useFieldExpression = (node: NodeIndex, file: FileFactsBuilder): void => useField(node, file)

export function useMacro(node: NodeIndex, file: FileFactsBuilder): void {
  const macro = file.tree.child(node, 'macro')
  if (file.tree.is(macro, 'scoped_identifier')) usePath(macro, 'calls', file)
  else useBare(macro, 'calls', -1, file)
}

/** `Point { x: 1 }` writes the field `x` of a Point; `Point { x }` also reads the variable. */
export function useInitializer(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const literal = tree.parent(tree.parent(node))
  const field = tree.is(node, 'field_initializer') ? tree.child(node, 'field') : tree.childOfType(node, 'identifier')
  useFieldOf(field, 'writes', tree.child(literal, 'name'), file)
}

/** `Point { x, .. }` in a pattern reads the field. */
export function useFieldPattern(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  useFieldOf(tree.child(node, 'name'), 'reads', tree.child(tree.parent(node), 'type'), file)
}

function useFieldOf(field: NodeIndex, use: EdgeKind, type: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  if (!tree.is(field, 'field_identifier', 'shorthand_field_identifier', 'identifier')) return
  file.use(tree.textOf(field).replace(/^r#/, ''), use, field, `${receiverOf(type, file)}{}`)
}

/** `impl Trait for Type`: the type implements the trait, wherever the impl is; here its symbol is known only in its own file. */
export function useImpl(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const trait = tree.child(node, 'trait')
  if (trait < 0 || tree.childOfType(node, '!') >= 0) return
  file.intend(trait, 'implements')
  const around = file.symbol(file.ownerOf(node))?.qualified_name
  const { name, type } = implHeader(node, file)
  const owner = file.ordinalNamed(around === undefined ? name : `${around}.${name}`)
  if (!type.startsWith(name) || !typeKinds.has(file.symbol(owner)?.kind ?? '')) return
  for (let at = trait; at < tree.after(trait); at++) file.owner[at] = owner
}

const typeKinds: ReadonlySet<string> = new Set(['struct', 'enum', 'trait', 'type'])

/** `trait A: B + C` inherits from B and C. */
export function useTrait(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  for (const bound of tree.namedChildren(tree.child(node, 'bounds')))
    if (tree.is(bound, 'type_identifier', 'scoped_type_identifier', 'generic_type')) file.intend(bound, 'extends')
}

/** Attributes of the language itself are not uses. */
const marks = new Set(
  `allow warn deny forbid expect cfg cfg_attr derive doc inline cold test bench ignore should_panic must_use repr path macro_use
  macro_export no_mangle export_name link link_name link_section no_std no_main feature deprecated non_exhaustive track_caller
  target_feature global_allocator panic_handler proc_macro proc_macro_derive proc_macro_attribute automatically_derived unsafe used
  recursion_limit type_length_limit crate_name crate_type windows_subsystem rustfmt clippy default serde clap arg command error
  source from backtrace pin serde_as`.split(/\s+/),
)

/** `#[tokio::main]`, `#[derive(Clone, Serialize)]` */
export function useAttribute(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const [path = -1] = tree.namedChildren(node)
  const tokens = tree.child(node, 'arguments')
  const first = /^\w*/.exec(tree.textOf(path))?.[0] ?? ''
  if (first === 'derive') useDerived(tokens, file)
  for (let at = tokens; tokens >= 0 && at < tree.after(tokens); at++) file.notAUse(at)
  if (marks.has(first)) {
    for (let at = path; at >= 0 && at < tree.after(path); at++) file.notAUse(at)
  } else if (tree.is(path, 'scoped_identifier')) usePath(path, 'decorates', file)
  else file.intend(path, 'decorates')
}

/** Each path between the commas. */
function useDerived(tokens: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  let path: string[] = []
  for (const token of tree.children(tokens)) {
    if (tree.is(token, ',')) path = []
    if (!tree.is(token, 'identifier', 'crate', 'self', 'super')) continue
    const isLast = !tree.is(tree.after(token), '::')
    if (isLast) file.use(tree.textOf(token), 'decorates', token, path.map((one) => `${one}::`).join(''))
    path.push(tree.textOf(token))
  }
}
