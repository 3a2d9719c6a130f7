/** Items of Rust: functions and methods, types with their fields and variants, traits, modules, constants, macros. */
import type { SymbolFact } from '../../../contract/facts.ts'
import type { SymbolKind } from '../../../contract/symbol.ts'
import { callableKinds, type FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { bindGenerics } from './declare-generics.ts'
import { implHeader } from './impl-header.ts'
import { attributeTexts, docOf, isBehindInner, preludeOf } from './prelude.ts'

/** The impl whose body contains the node, or -1. */
function implAround(node: NodeIndex, file: FileFactsBuilder): NodeIndex {
  const around = file.tree.parent(file.tree.parent(node))
  return file.tree.is(around, 'impl_item') ? around : -1
}

/** Members of an impl are outside of their type, often in another file: the head of the impl names the type. */
function membershipOf(node: NodeIndex, file: FileFactsBuilder): { qualifier?: string; binds?: boolean; distinct: string } {
  const impl = implAround(node, file)
  const build = buildOf(node, file)
  if (impl < 0) return { distinct: build.join() }
  const around = file.symbol(file.ownerAround(node))?.qualified_name
  const { name, distinct } = implHeader(impl, file)
  return { qualifier: around === undefined ? name : `${around}.${name}`, binds: false, distinct: `${distinct}${build.join()}` }
}

/** The build conditions of a definition: `#[cfg(unix)]`, `cfg_rt! {…}`. */
function buildOf(node: NodeIndex, file: FileFactsBuilder): string[] {
  const macros = macrosAround(node, file).filter((name) => /cfg/i.test(name))
  return [...attributeTexts(node, file).filter((text) => text.startsWith('cfg(')), ...macros]
}

const macrosAround = (node: NodeIndex, { tree }: FileFactsBuilder): string[] =>
  tree.wrappings.filter(({ from, to }) => from <= tree.start(node) && tree.end(node) <= to).map(({ name }) => name.name)

/** The name of `r#type` is `type`. */
const plainName = (name: NodeIndex, file: FileFactsBuilder): { name: NodeIndex; nameText?: string } => {
  const text = file.tree.textOf(name)
  if (!text.startsWith('r#')) return { name }
  file.notAUse(name)
  return { name, nameText: text.slice(2) }
}

export function defineFunction(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name < 0 || tree.start(name) === tree.end(name)) return
  const parameters = tree.child(node, 'parameters')
  const isMember = tree.is(tree.parent(tree.parent(node)), 'impl_item', 'trait_item')
  const ordinal = file.define({
    node,
    kind: isMember ? 'method' : 'function',
    ...plainName(name, file),
    parameters,
    body: tree.child(node, 'body'),
    type: file.typeText(tree.child(node, 'return_type')),
    static: isMember && !takesSelf(parameters, file),
    ...membershipOf(node, file),
  })
  bindGenerics(node, ordinal, implAround(node, file), file)
}

function takesSelf(parameters: NodeIndex, file: FileFactsBuilder): boolean {
  const { tree } = file
  const first = tree.namedChildren(parameters).find((one) => tree.is(one, 'self_parameter', 'parameter')) ?? -1
  return tree.is(first, 'self_parameter') || tree.is(tree.child(first, 'pattern'), 'self')
}

const typeKinds: Readonly<Record<string, SymbolKind>> = {
  struct_item: 'struct',
  union_item: 'struct',
  enum_item: 'enum',
  trait_item: 'trait',
  type_item: 'type',
  associated_type: 'type',
}

export function defineType(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const kind = typeKinds[tree.typeOf(node)]
  if (name < 0 || !kind || tree.start(name) === tree.end(name)) return
  const body = tree.child(node, 'body')
  const ordinal = file.define({
    node,
    kind,
    ...plainName(name, file),
    // The fields of a tuple are part of its head.
    body: tree.is(body, 'ordered_field_declaration_list') ? -1 : body,
    type: kind === 'type' ? file.typeText(tree.child(node, 'type')) : '',
    opens: 'class',
    ...membershipOf(node, file),
  })
  bindGenerics(node, ordinal, implAround(node, file), file)
  bindTuple(body, ordinal, file)
}

/** The fields of a tuple have no names, but types. */
function bindTuple(body: NodeIndex, scope: number, file: FileFactsBuilder): void {
  const { tree } = file
  if (!tree.is(body, 'ordered_field_declaration_list')) return
  for (const [at, type] of tree.childrenIn(body, 'type').entries())
    file.bind({ name: String(at), at: body, role: 'field', scope, type: file.typeText(type) })
}

export function defineField(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name < 0) return
  const type = file.typeText(tree.child(node, 'type'))
  const plain = plainName(name, file)
  const scope = file.ownerAround(node)
  file.define({ node, kind: 'property', ...plain, type, opens: 'none', distinct: membershipOf(node, file).distinct })
  file.bind({ name: plain.nameText ?? name, at: node, role: 'field', scope, type })
}

export function defineVariant(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  if (name < 0) return
  const scope = file.ownerAround(node)
  const type = file.symbol(scope)?.name ?? ''
  const plain = plainName(name, file)
  const { distinct } = membershipOf(node, file)
  const ordinal = file.define({ node, kind: 'property', ...plain, type, static: true, opens: 'class', distinct })
  bindTuple(tree.child(node, 'body'), ordinal, file)
}

/** `const _: () = …` has no name; in a function a constant is a local. */
export function defineValue(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const written = file.typeText(tree.child(node, 'type'))
  // Names declared by `thread_local!` are reached through a key.
  const type = macrosAround(node, file).includes('thread_local') ? `LocalKey<${written}>` : written
  if (name < 0 || tree.textOf(name) === '_') {
    file.notAUse(name)
    return
  }
  const isMember = tree.is(tree.parent(tree.parent(node)), 'impl_item', 'trait_item')
  if (file.isLocalScope(node) && !isMember) {
    file.bind({ name, at: node, role: 'variable', type })
    return
  }
  const value = tree.child(node, 'value')
  const isLong = tree.end(node) - tree.start(node) > 160
  const ordinal = file.define({
    node,
    kind: tree.is(node, 'const_item') ? 'constant' : 'variable',
    ...plainName(name, file),
    type,
    body: isLong ? value : -1,
    static: isMember,
    opens: 'none',
    ...membershipOf(node, file),
  })
  bindGenerics(node, ordinal, implAround(node, file), file)
}

/** `mod a { … }`, and `mod a;`, whose body is another file. */
export function defineModule(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const name = tree.child(node, 'name')
  const body = tree.child(node, 'body')
  if (name < 0) return
  const test = attributeTexts(node, file).some(isTestBuild)
  const { distinct } = membershipOf(node, file)
  file.define({ node, kind: 'module', ...plainName(name, file), body, opens: body < 0 ? 'none' : 'class', test, distinct })
}

export function defineMacro(node: NodeIndex, file: FileFactsBuilder): void {
  const name = file.tree.child(node, 'name')
  if (name < 0) return
  const text = file.tree.textOf(name)
  file.define({
    node,
    kind: 'macro',
    ...plainName(name, file),
    signature: `macro_rules! ${text}`,
    distinct: membershipOf(node, file).distinct,
  })
}

/** Runs right after every definition. */
export function completeDefinition(symbol: SymbolFact, node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const prelude = preludeOf(node, file)
  const doc = docOf(prelude)
  // Without a doc comment, plain comments above count; those of the file (`//!`) do not.
  if (doc !== '') symbol.doc = doc
  else if (isBehindInner(node, file)) symbol.doc = ''
  const marks = attributeTexts(node, file)
  symbol.exported = isVisible(symbol, node, marks, file)
  if (callableKinds.has(symbol.kind) && marks.some(isTestMark)) symbol.test = true
  if (marks.some(isTestBuild)) symbol.test = true
  if (symbol.signature.length > 200 && tree.is(node, 'struct_item')) symbol.signature = `${symbol.signature.slice(0, 200)}…`
}

/** Only what is built for tests alone: not `cfg(any(test, feature = "x"))`. */
const isTestBuild = (text: string): boolean => /^cfg\((?:test\)|all\((?:[^()]*,)?test[,)])/.test(text)

const isTestMark = (text: string): boolean =>
  /^(?:[\w:]+::)?(?:test|bench|rstest|test_case|quickcheck|proptest|test_log|wasm_bindgen_test|should_panic)(?:\(|$)/.test(text)

function isVisible(symbol: SymbolFact, node: NodeIndex, marks: readonly string[], file: FileFactsBuilder): boolean {
  const { tree } = file
  const around = file.symbol(symbol.parent)
  if (around && callableKinds.has(around.kind)) return false
  if (symbol.kind === 'macro') return marks.some((mark) => mark.startsWith('macro_export'))
  const visibility = tree.childOfType(node, 'visibility_modifier')
  if (visibility >= 0) return tree.childOfType(visibility, 'self') < 0
  if (tree.is(node, 'enum_variant')) return around?.exported ?? false
  const holder = tree.parent(tree.parent(node))
  if (tree.is(holder, 'trait_item', 'enum_variant')) return around?.exported ?? false
  return tree.is(holder, 'impl_item') && tree.child(holder, 'trait') >= 0
}
