/** Every name that a file sees, its own and those of all it includes, by qualified name. */
import type { ImportFact } from '../../contract/facts.ts'
import type { Bench } from '../bench.ts'
import type { FileTable } from '../file-table.ts'
import { factOf, type SymbolMeaning } from '../meaning.ts'
import type { Includes } from './includes.ts'
import { type Names, type NamesSeen, ownNames } from './names-seen.ts'

/** A `using` or an alias; `scope` is the qualified name of what it is written in. */
export type Using = { table: FileTable; fact: ImportFact; scope: string }

export type Visible = {
  /** Namespaces opened by `using namespace a::b` in the file or a header. */
  opened: readonly string[]
  /** The same list whenever it is asked for a name. */
  named(qualified: string): readonly SymbolMeaning[]
  /** As `named`, of a name in an owner; '' is what is outside of all. */
  namedIn(owner: string, name: string): readonly SymbolMeaning[]
  /** Each `using` of this name, in the order of the files. */
  usings(alias: string): readonly Using[]
  /** The macro that opens a namespace of this name for whole files. */
  openedBy(namespace: string): SymbolMeaning | undefined
  /** The namespace that a macro opens; '' for none. */
  openedOf(macro: string): string
  has(path: string): boolean
  /** What was found out with it, by name; of members by the list of their name, and by their owner. */
  readonly types: Map<string, TypeSeen>
  readonly members: Map<readonly SymbolMeaning[], Map<string, readonly SymbolMeaning[]>>
}
/** `work`: how many symbols have the name. */
export type TypeSeen = { type: SymbolMeaning | undefined; work: number }

const none: readonly SymbolMeaning[] = []
const noNames: Names = { byName: new Map(), owners: new Set() }
const noUsings: readonly Using[] = []
const nothingSeen = (): Visible => ({
  opened: [],
  named: () => none,
  namedIn: () => none,
  usings: () => noUsings,
  openedBy: () => undefined,
  openedOf: () => '',
  has: () => false,
  types: new Map(),
  members: new Map(),
})

export function visibleFrom(bench: Bench, includes: Includes, names: NamesSeen, from: string): Visible {
  return bench.remember<Visible>(`visible ${from}`, nothingSeen(), () => {
    const paths = includes.visible(from)
    const tables = bench.tables(paths)
    const { macros, opened, usings, looks } = openedIn(tables)
    // Macros, symbols and namespaces of each file are looked for.
    bench.spend(2 * looks)
    const symbols = new Symbols(from, tables, names, macros)
    const own = new Set(paths)
    const macroOf = (namespace: string) => [...macros].find(([, name]) => name === namespace)?.[0] ?? ''
    return {
      opened,
      named: (qualified) => symbols.named(qualified),
      namedIn: (owner, name) => symbols.namedIn(owner, name),
      usings: (alias) => usings.get(alias) ?? noUsings,
      openedBy: (namespace) => symbols.named(macroOf(namespace))[0],
      openedOf: (macro) => macros.get(macro) ?? '',
      has: (path) => own.has(path),
      types: new Map(),
      members: new Map(),
    }
  })
}

/** What the files open: namespaces by macros and by `using namespace`, single names by `using` and aliases. */
function openedIn(tables: readonly FileTable[]) {
  const macros = new Map<string, string>()
  const opened: string[] = []
  const usings = new Map<string, Using[]>()
  let looks = 0
  for (const table of tables) {
    const { imports, exports } = table.outline
    looks += imports.length + exports.length
    for (const { local, name } of exports) macros.set(local, name)
    for (const fact of imports) {
      const { kind, alias, module, scope } = fact
      if (kind === 'namespace' && alias === '' && scope < 0) opened.push(module.replaceAll('::', '.'))
      if (kind === 'wildcard' && alias === '') continue
      const using = { table, fact, scope: scope < 0 ? '' : table.symbol(scope).qualified_name }
      const known = usings.get(alias)
      if (known) known.push(using)
      else usings.set(alias, [using])
    }
  }
  return { macros, opened, usings, looks }
}

/** The symbols of some files by name, in the order of the files; `from` sees what its functions define, too. */
class Symbols {
  private readonly own: FileTable | undefined
  private readonly ownNames: Names
  private readonly all: Names
  /** The place of each file. */
  private readonly places: ReadonlyMap<FileTable, number>
  /** Files that a macro puts into a namespace, by the namespace. */
  private readonly around = new Map<string, Set<FileTable>>()
  private readonly found = new Map<string, readonly SymbolMeaning[]>()

  constructor(from: string, tables: readonly FileTable[], names: NamesSeen, macros: ReadonlyMap<string, string>) {
    this.own = tables[0]?.path === from ? tables[0] : undefined
    this.ownNames = this.own ? ownNames(this.own) : noNames
    this.all = names.of(tables)
    this.places = new Map(tables.map((table, at) => [table, at]))
    for (const table of macros.size === 0 ? [] : tables) {
      const namespace = macros.get(table.package) ?? ''
      if (namespace === '') continue
      const files = this.around.get(namespace)
      if (files) files.add(table)
      else this.around.set(namespace, new Set([table]))
    }
  }

  namedIn(owner: string, name: string): readonly SymbolMeaning[] {
    if (owner === '') return this.named(name)
    const mayBe = this.around.size > 0 || this.ownNames.owners.has(owner) || this.all.owners.has(owner)
    return mayBe ? this.named(`${owner}.${name}`) : none
  }

  named(qualified: string): readonly SymbolMeaning[] {
    const known = this.found.get(qualified)
    if (known) return known
    const found = this.under(qualified)
    for (const [namespace, files] of this.around) {
      if (!qualified.startsWith(`${namespace}.`)) continue
      const inner = this.under(qualified.slice(namespace.length + 1))
      found.push(...inner.filter((one) => files.has(one.table) && factOf(one).kind !== 'macro'))
    }
    if (found.length > 1) found.sort((one, other) => this.placeOf(one) - this.placeOf(other) || one.ordinal - other.ordinal)
    const list = found.length === 0 ? none : found
    this.found.set(qualified, list)
    return list
  }

  /** In no order. */
  private under(qualified: string): SymbolMeaning[] {
    const found: SymbolMeaning[] = [...(this.ownNames.byName.get(qualified) ?? none)]
    for (const one of this.all.byName.get(qualified) ?? none)
      if (one.table !== this.own && this.places.has(one.table)) found.push(one)
    return found
  }

  private placeOf({ table }: SymbolMeaning): number {
    return this.places.get(table) ?? 0
  }
}
