/**
 * What others see of a Rust file. Through a glob or a bare `super` a file may use any name of another without naming the path to
 * it, so names affect others directly.
 */

import type { SymbolFact } from '../../contract/facts.ts'
import type { Outline } from '../../contract/facts-codec.ts'
import type { AddVisible, Relinking } from '../relinking.ts'

export const rustRelinking: Relinking = {
  manifests: /(^|\/)Cargo\.toml$/,
  folderFiles: /(^|\/)mod\.rs$/,
  globsStay: true,
  basesInBody: true,
  ownerOf,
  describeMore,
  /** The existing files, and the globs, decide what every path means. */
  concernsAll: ({ changed, cameOrWent }) => cameOrWent || changed.module,
}

/** Fields and methods are reached through their type; everything else, variants too, by its name alone. */
function ownerOf(symbol: SymbolFact, outline: Outline): string {
  const isMember = symbol.kind === 'method' || (symbol.kind === 'property' && !symbol.static)
  const isAside = outline.symbols[symbol.parent]?.qualified_name !== symbol.qualified_name.slice(0, -symbol.name.length - 1)
  if (!isMember && !(isAside && symbol.qualified_name !== symbol.name)) return ''
  return symbol.qualified_name.split('.').at(-2) ?? ''
}

/** Modules below see what a module imports, and a call on a type of another crate may mean a method of any type. */
function describeMore(outline: Outline, add: AddVisible): void {
  for (const { module, name, alias, kind, scope } of outline.imports) {
    const isInside = scope >= 0 && kind !== 'reexport' && kind !== 'require'
    if (isInside) continue
    if (kind === 'require' || alias === '') add('module', 'brought in', module, name, alias, kind, outline.symbols[scope]?.name)
    else add({ owner: '', name: alias }, 'import', module, name, alias, kind)
  }
  for (const { kind, name } of outline.symbols) if (kind === 'method') add({ owner: '', name }, 'method of any type', name)
}
