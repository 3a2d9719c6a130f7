/** Methods defined without `def`: accessors, aliases, `define_method`, delegation, members of a Struct. */
import type { SymbolKind } from '../../../contract/symbol.ts'
import type { FileFactsBuilder } from '../../facts-builder.ts'
import type { NodeIndex } from '../../language.ts'
import { spanOfShared } from '../span-of-shared.ts'
import { isHolder, stateOf } from './file-state.ts'

type Named = { node: NodeIndex; name: string }

/** The symbols and strings among the arguments of a call: `:a, "b"`. */
export function namesGiven(call: NodeIndex, file: FileFactsBuilder): Named[] {
  const { tree } = file
  return tree.namedChildren(tree.child(call, 'arguments')).flatMap((node) => {
    const name = nameIn(node, file)
    return name === '' ? [] : [{ node, name }]
  })
}

/** The name in a symbol or a string; '' where it is interpolated, or not a name. */
export function nameIn(node: NodeIndex, file: FileFactsBuilder): string {
  const { tree } = file
  const isText = tree.is(node, 'string', 'delimited_symbol')
  if (!isText && !tree.is(node, 'simple_symbol')) return ''
  const content = tree.childOfType(node, 'string_content')
  const text = isText ? (tree.namedChildren(node).length === 1 ? tree.textOf(content) : '') : tree.textOf(node).slice(1)
  return /^(?:[\p{L}_][\p{L}\p{N}_]*[?!=]?|[-+*/%<>=~!&|^[\]]+@?)$/u.test(text) ? text : ''
}

type Looks = { kind: SymbolKind; static?: boolean; suffix?: string }

/** A symbol for each name given, with the whole call as its span. */
export function defineNames(call: NodeIndex, names: readonly Named[], looks: Looks, file: FileFactsBuilder): void {
  const { tree } = file
  const parent = file.ownerAround(call)
  for (const { node, name } of names) {
    const suffix = looks.suffix ?? ''
    const ordinal = file.define({
      node,
      kind: looks.kind,
      name: node,
      nameText: `${name}${suffix}`,
      span: names.length > 1 ? spanOfShared(tree, call, node) : call,
      parent,
      static: looks.static ?? isSingleton(call, file),
      ...(looks.static || isSingleton(call, file) ? { distinct: '.self' } : {}),
      opens: 'none',
      binds: false,
      owns: false,
    })
    const symbol = file.symbol(ordinal)
    if (!symbol) continue
    // The colon or the quote before it is not part of the name.
    symbol.name_column += 1
    if (stateOf(file).visibility.get(tree.parent(call)) === 'private') symbol.exported = false
  }
}

const isSingleton = (node: NodeIndex, file: FileFactsBuilder): boolean =>
  file.tree.is(file.tree.ancestor(node, 'singleton_class', 'class', 'module'), 'singleton_class')

/** `attr_accessor :a` defines `a` and `a=`; `a` returns the value of `@a`. */
export function defineAccessors(call: NodeIndex, word: string, file: FileFactsBuilder): void {
  const parent = file.ownerAround(call)
  const names = namesGiven(call, file)
  const isStatic = !word.startsWith('attr')
  const looks = { kind: 'property' as const, ...(isStatic && { static: true }) }
  if (!word.endsWith('writer')) {
    defineNames(call, names, looks, file)
    for (const { name } of names)
      file.bind({ name, at: call, role: 'field', scope: parent, from_call: `=${isStatic ? '@@' : '@'}${name}` })
  }
  if (/writer|accessor|attribute/.test(word) || word === 'attr_internal')
    defineNames(call, names, { ...looks, suffix: '=' }, file)
}

/** `alias a b`, `alias_method :a, :b` */
export function defineAlias(node: NodeIndex, file: FileFactsBuilder): void {
  const { tree } = file
  const written = tree.child(node, 'name')
  const isSymbol = tree.is(written, 'simple_symbol', 'delimited_symbol')
  const text = isSymbol ? tree.textOf(written).slice(1) : tree.textOf(written)
  if (text === '' || tree.is(written, 'global_variable')) return
  const around = file.symbol(file.ownerAround(node))
  const ordinal = file.define({
    node,
    kind: isHolder(around) ? 'method' : 'function',
    name: written,
    nameText: text,
    static: isSingleton(node, file),
    ...(isSingleton(node, file) && { distinct: '.self' }),
    opens: 'none',
    binds: false,
  })
  file.notAUse(written)
  const symbol = file.symbol(ordinal)
  if (symbol && isSymbol) symbol.name_column += 1
}

/** `define_method(:name) { |a| … }`: the content of the block belongs to the method. */
export function defineByName(call: NodeIndex, looks: Looks, file: FileFactsBuilder): void {
  const { tree } = file
  const [first] = namesGiven(call, file)
  if (!first) return
  const block = tree.child(call, 'block')
  const ordinal = file.define({
    node: call,
    kind: looks.kind,
    name: first.node,
    nameText: first.name,
    parameters: tree.child(block, 'parameters'),
    body: block,
    static: looks.static ?? isSingleton(call, file),
    ...(looks.static || isSingleton(call, file) ? { distinct: '.self' } : {}),
    opens: 'function',
    binds: false,
  })
  const symbol = file.symbol(ordinal)
  if (symbol) symbol.name_column += 1
}

/** `Struct.new(:x, :y)`, `Data.define(:x)`: methods of these names read the members. */
export function structMembers(call: NodeIndex, owner: number, file: FileFactsBuilder): void {
  const { tree } = file
  if (!/^(?:::)?(?:Struct\.new|Data\.define)$/.test(calleeOf(call, file))) return
  for (const { node, name } of namesGiven(call, file)) {
    if (tree.is(node, 'string')) continue
    const ordinal = file.define({
      node,
      kind: 'property',
      name: node,
      nameText: name,
      parent: owner,
      opens: 'none',
      binds: false,
      owns: false,
    })
    const symbol = file.symbol(ordinal)
    if (symbol) symbol.name_column += 1
  }
}

/** `Struct.new` */
export const calleeOf = (call: NodeIndex, file: FileFactsBuilder): string =>
  `${file.tree.textOf(file.tree.child(call, 'receiver'))}.${file.tree.textOf(file.tree.child(call, 'method'))}`
