/** Edges for which the text contains no name: from a method to the inherited one that it overrides. */
import type { SymbolFact } from '../contract/facts.ts'
import type { DerivedLink } from '../contract/links.ts'
import { inheritedBy, lineOf } from './class-line.ts'
import type { Rules } from './family.ts'
import type { FileTable } from './file-table.ts'
import { factOf, isClassLike, isSameSymbol, type SymbolMeaning, symbolAt } from './meaning.ts'
import { wholeAt } from './parts.ts'
import type { Project } from './project.ts'

export function overridesIn(project: Project, table: FileTable): DerivedLink[] {
  const links: DerivedLink[] = []
  const rules = project.rules(table.language)
  for (const [ordinal, symbol] of table.outline.symbols.entries()) {
    if (symbol.kind !== 'method') continue
    const own = project.bench.bounded([], () => rules.overridden?.(table, ordinal))
    if (!own && (symbol.static || symbol.parent < 0 || !isType(rules, table.symbol(symbol.parent)))) continue
    const source_key = table.handle(ordinal).key
    for (const target of own ?? project.bench.bounded([], () => overridden(project, table, ordinal))) {
      links.push({
        source_key,
        edge: 'overrides',
        target: target.table.handle(target.ordinal),
        line: symbol.name_line,
        column: symbol.name_column,
      })
    }
  }
  return links
}

/** The nearest method of that name in each line of bases. Of overloads only the one with the same parameters counts. */
function overridden(project: Project, table: FileTable, ordinal: number): SymbolMeaning[] {
  const { parent, name, tag } = table.symbol(ordinal)
  const alone = (table.named(parent, name)?.symbols.length ?? 0) === 1
  const found: SymbolMeaning[] = []
  const rules = project.rules(table.language)
  const owner = wholeAt(project, table, parent)
  const bases = [...inheritedBy(project, owner)]
  // A default implementation is in an extension of the protocol itself.
  if (!isSameSymbol(owner, symbolAt(table, parent)) && factOf(owner).kind === 'interface') bases.unshift(owner)
  for (const base of bases) {
    if (base.is !== 'symbol' || !isClassLike(factOf(base))) continue
    for (const type of lineOf(project, base).types) {
      const methods = methodsOf(type, name)
      if (methods.length === 0) continue
      const same = methods.filter((method) => factOf(method).tag === tag)
      const [target, second] = same.length > 0 ? same : methods
      const may = target && rules.canOverride?.(table.symbol(ordinal), factOf(target)) !== false
      const certain =
        target &&
        may &&
        second === undefined &&
        (same.length === 1 || (alone && (rules.isSameMethod?.(table.symbol(ordinal), factOf(target)) ?? true)))
      if (certain && !found.some((known) => isSameSymbol(known, target))) found.push(target)
      break
    }
  }
  return found
}

function methodsOf(type: SymbolMeaning, name: string): SymbolMeaning[] {
  const ordinals = type.table.named(type.ordinal, name)?.symbols ?? []
  return ordinals
    .map((ordinal) => symbolAt(type.table, ordinal))
    .filter((method) => factOf(method).kind === 'method' && !factOf(method).static)
}

const isType = (rules: Rules, symbol: SymbolFact): boolean => isClassLike(symbol) || (rules.isPart?.(symbol) ?? false)
