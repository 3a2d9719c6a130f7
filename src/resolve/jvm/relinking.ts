/**
 * What others see of a Java, Kotlin or Scala file. To Java a Kotlin property is a method, and the reverse; in Kotlin and Scala a
 * function may be called without naming what it belongs to.
 */
import type { SymbolFact } from '../../contract/facts.ts'
import type { Outline } from '../../contract/facts-codec.ts'
import type { AddVisible, Relinking } from '../relinking.ts'
import { starsOf, usualOwner, visibleSymbols } from '../visible-names.ts'

export const javaRelinking: Relinking = { packagesAreSaid: true, describeMore: describeProperties }

export const scalaRelinking: Relinking = {
  packagesAreSaid: true,
  leadsBySignature: () => true,
  ownerOf,
  /** What a file's types mean depends on its package and on the packages that it imports as a whole. */
  seenWith: (_symbol, outline) => [outline.package, ...starsOf(outline)].join(' '),
  describeMore(outline, add) {
    describeImports(outline, add)
    describeProperties(outline, add)
    describeAccessors(outline, add)
  },
}

export const kotlinRelinking: Relinking = {
  ...scalaRelinking,
  /** To Java the functions of `Orders.kt` belong to a class `OrdersKt`. */
  moduleNames: (own) => [own, `${own}Kt`],
}

/** Members of a companion are reached through its class; extensions and symbols of a package object by their name alone. */
function ownerOf(symbol: SymbolFact, outline: Outline): string | undefined {
  const around = outline.symbols[symbol.parent]
  const isExtension = symbol.qualified_name !== (around ? `${around.qualified_name}.${symbol.name}` : symbol.name)
  if (isExtension || around?.kind === 'namespace' || /(?:^|\s)package object /.test(around?.signature ?? '')) return ''
  if (!/(?:^|\s)companion object\b/.test(around?.signature ?? '')) return undefined
  return outline.symbols[around?.parent ?? -1]?.name
}

const ownerIn = (symbol: SymbolFact, outline: Outline): string => ownerOf(symbol, outline) ?? usualOwner(symbol, outline)

/** What a type in the file means depends on its imports. */
function describeImports(outline: Outline, add: AddVisible): void {
  for (const { module, name, alias } of outline.imports)
    if (alias !== '') add({ owner: '', name: alias }, 'import', module, name, alias)
}

/** `getTotal()` is `total` to Kotlin. */
function describeProperties(outline: Outline, add: AddVisible): void {
  for (const symbol of visibleSymbols(outline)) {
    const { name, kind, tag, type } = symbol
    const [, property] = /^(?:get|set|is)(\p{Lu}.*)$/u.exec(name) ?? []
    if (kind !== 'method' || !property) continue
    const owner = ownerIn(symbol, outline)
    add({ owner, name: property.slice(0, 1).toLowerCase() + property.slice(1) }, 'accessor', owner, name, tag, type)
  }
}

/** `total` is `getTotal()` to Java. */
function describeAccessors(outline: Outline, add: AddVisible): void {
  for (const symbol of visibleSymbols(outline)) {
    const { name, kind, tag, type } = symbol
    if (kind !== 'property') continue
    const owner = ownerIn(symbol, outline)
    const capital = name.slice(0, 1).toUpperCase() + name.slice(1)
    for (const prefix of ['get', 'set', 'is']) add({ owner, name: prefix + capital }, 'accessor', owner, name, prefix, tag, type)
  }
}
