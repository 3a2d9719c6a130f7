/** C and C++: a file sees what it includes; names belong to namespaces and classes that any file may add to. */
import type { ImportFact, SymbolFact } from '../../contract/facts.ts'
import type { DerivedLink } from '../../contract/links.ts'
import type { EdgeKind } from '../../contract/symbol.ts'
import type { Ask, Family, Rules } from '../family.ts'
import type { FileTable } from '../file-table.ts'
import { factOf, isClassLike, type Meaning, nothing, packageOf, type SymbolMeaning, symbolName } from '../meaning.ts'
import { memberOf, memberOfClass } from '../members.ts'
import { pickByCall } from '../pick-symbol.ts'
import type { Project } from '../project.ts'
import { readOnce } from '../read-once.ts'
import { builtinNames } from './builtins.ts'
import { choose, withoutSpecial } from './choose.ts'
import { Definitions } from './definitions.ts'
import { Includes } from './includes.ts'
import { NamesSeen } from './names-seen.ts'
import { elementOfCType, readCType } from './read-type.ts'
import { takes } from './signature.ts'
import { type Visible, visibleFrom } from './visible.ts'

export const c: Family = {
  languages: ['c', 'cpp'],
  relinking: {
    modulesArePaths: true,
    readByPath: true,
    /** A constant of an enumeration, and a name of a namespace that is opened, are reached by their names alone. */
    ownerOf: (symbol, outline) => (isBare(outline.symbols[symbol.parent]) ? '' : undefined),
  },
  open: (project) => new CRules(project),
}

const isBare = (around: SymbolFact | undefined): boolean =>
  around?.kind === 'namespace' || (around?.kind === 'enum' && !/\benum\s+(?:class|struct)\b/.test(around.signature))

/** `work`: what choosing costs again, when what it needs of other files is known. */
type Picked = { meaning: Meaning; work: number }

class CRules implements Rules {
  readonly bareMembers = true
  readonly selfNames = new Map([['this', 'object']] as const)
  readonly readType = readOnce(readCType)
  readonly elementType = readOnce(elementOfCType)
  readonly pickTwin = pickByCall
  private readonly project: Project
  private readonly includes: Includes
  private readonly definitions: Definitions
  private readonly names = new NamesSeen()
  private readonly picked = new WeakMap<readonly SymbolMeaning[], Map<EdgeKind, Map<number, Picked>>>()
  private readonly paths = new WeakMap<FileTable, Map<number, readonly string[]>>()
  /** What the file being linked sees, until what is remembered for it is forgotten. */
  private linking: { seen: Visible; file: string; forgotten: number } | undefined

  constructor(project: Project) {
    this.project = project
    this.includes = new Includes(project.bench)
    this.definitions = new Definitions(project.bench, this.includes)
  }

  isBuiltin(name: string): boolean {
    return builtinNames.has(name)
  }

  imported(fact: ImportFact, from: FileTable, asking: Ask): Meaning {
    if (fact.kind !== 'wildcard') return this.used(fact, from, asking)
    const path = this.includes.find(fact.module, from.path)
    if (path !== undefined) return { is: 'module', path }
    return fact.module.startsWith('<') ? packageOf(`pkg:c/${fact.module.slice(1, -1)}`) : nothing('module-not-found')
  }

  /** `using a::b`, `namespace x = a::b`, `using namespace a`. */
  private used(fact: ImportFact, from: FileTable, asking: Ask): Meaning {
    const path = [...fact.module.split('::'), ...(fact.name === '' ? [] : [fact.name])].filter((part) => part !== '')
    return this.project.bench.follow(`using ${from.path} ${fact.line} ${fact.column}`, nothing('not-found'), () => {
      let meaning: Meaning | undefined
      for (const [at, part] of path.entries()) {
        const use: EdgeKind = at === path.length - 1 ? asking.use : 'references'
        const doing = { ...asking, use: use === 'imports' ? 'references' : use, seen: asking.seen }
        meaning = meaning
          ? memberOf(this.project, meaning, part, doing.use, at === path.length - 1 ? asking.given : -1)
          : this.bareName(part, from, doing, fact.scope, fact)
      }
      return meaning ?? nothing('not-found')
    })
  }

  takes(member: SymbolFact, _owner: SymbolFact, given: number): boolean {
    return takes(member, given)
  }

  canOverride(method: SymbolFact, inherited: SymbolFact): boolean {
    return /\b(?:override|final)\b/.test(method.signature) || /\b(?:virtual|override)\b/.test(inherited.signature)
  }

  derived(table: FileTable): DerivedLink[] {
    return this.definitions.declaredBy(table, this.seenFrom(table))
  }

  /** The class that a method defined outside of it belongs to. */
  selfType(table: FileTable, scope: number): SymbolMeaning | undefined {
    const seen = this.seenFrom(table)
    for (const path of this.pathsAround(table, scope)) {
      const type = this.typeAt(seen, path)
      if (type) return type
    }
    return undefined
  }

  bareName(name: string, table: FileTable, asking: Ask, scope: number, without?: ImportFact): Meaning {
    const seen = this.seenFrom(table)
    for (let at = scope; asking.locals && at >= 0; at = table.parent(at)) {
      const here = table.named(at, name)
      if (!here || asking.use === 'uses_type') continue
      const bindings = here.bindings.filter(({ role }) => role !== 'field')
      if (bindings.length > 0) return { is: 'variable', table, bindings }
    }
    for (const path of this.pathsAround(table, scope)) {
      const found = this.atPath(seen, path, name, asking) ?? this.using(seen, path, name, asking, without)
      if (found) return found
    }
    for (const opened of seen.opened) {
      const symbols = seen.namedIn(opened, name)
      if (symbols.length > 0) return this.pick(symbols, asking.use, asking.given)
    }
    return (
      (asking.use === 'references' ? seen.openedBy(name) : undefined) ?? nothing(this.isBuiltin(name) ? 'builtin' : 'not-found')
    )
  }

  /** Members of a class, of a namespace in all its files, or of a struct defined inline for a variable. */
  ownMember(
    owner: SymbolMeaning,
    name: string,
    use: EdgeKind,
    _side: unknown,
    _asked: SymbolMeaning,
    given: number,
  ): Meaning | undefined {
    const fact = factOf(owner)
    const seen = this.seenFrom(owner.table)
    const path = fact.kind === 'macro' ? seen.openedOf(fact.name) : fact.qualified_name
    const named = this.counted(path === '' ? [] : seen.namedIn(path, name))
    if (named.length === 0) return undefined
    const symbols = membersSeen(seen, named, owner, name)
    if (symbols.length === 0) return undefined
    const known = this.picked.get(symbols)?.get(use)?.get(given)
    // Counted each time, so that where the work for a file ends does not depend on what was kept.
    if (known) this.project.bench.spend(known.work)
    const meaning = known?.meaning ?? this.pick(symbols, use, given)
    return meaning.is === 'nothing' && meaning.reason === 'not-found' ? undefined : meaning
  }

  private atPath(seen: Visible, path: string, name: string, asking: Ask): Meaning | undefined {
    const type = path === '' ? undefined : this.typeAt(seen, path)
    if (type) {
      const member = memberOfClass(this.project, type, name, asking.use, { given: asking.given })
      if (member.is !== 'nothing' || member.reason === 'ambiguous') return member
      return factOf(type).name === name ? type : undefined
    }
    const symbols = seen.namedIn(path, name)
    if (symbols.length === 0) return undefined
    return this.pick(symbols, asking.use, asking.given)
  }

  /** A `using` or an alias in the scope of this path. */
  private using(seen: Visible, path: string, name: string, asking: Ask, without: ImportFact | undefined): Meaning | undefined {
    const usings = seen.usings(name)
    this.project.bench.spend(usings.length)
    for (const { table, fact, scope } of usings) {
      if (fact === without || scope !== path) continue
      const meaning = this.used(fact, table, asking)
      if (meaning.is !== 'nothing') return meaning
    }
    return undefined
  }

  private typeAt(seen: Visible, path: string): SymbolMeaning | undefined {
    const known = seen.types.get(path)
    if (known) {
      this.project.bench.spend(known.work)
      return known.type
    }
    const named = this.counted(seen.named(path))
    const types = withoutSpecial(named.filter((one) => isClassLike(factOf(one)) && factOf(one).kind !== 'type'))
    const type = types.length === 1 ? types[0] : undefined
    seen.types.set(path, { type, work: named.length })
    return type
  }

  /** The same for every use of one name, and a name may have thousands of symbols (`APIENTRYP` in glext.h). */
  private pick(symbols: readonly SymbolMeaning[], use: EdgeKind, given: number): Meaning {
    const known = this.picked.get(symbols)?.get(use)?.get(given)
    if (known) return known.meaning
    const found = this.pickNow(symbols, use, given)
    const byUse = this.picked.get(symbols) ?? new Map<EdgeKind, Map<number, Picked>>()
    this.picked.set(symbols, byUse)
    byUse.set(use, (byUse.get(use) ?? new Map<number, Picked>()).set(given, found))
    return found.meaning
  }

  private counted(symbols: readonly SymbolMeaning[]): readonly SymbolMeaning[] {
    this.project.bench.spend(symbols.length)
    return symbols
  }

  private pickNow(symbols: readonly SymbolMeaning[], use: EdgeKind, given: number): Picked {
    let work = symbols.length
    const spend = (pairs: number): void => {
      work += pairs
      this.project.bench.spend(pairs)
    }
    const find = (declared: readonly SymbolMeaning[]): SymbolMeaning => this.definitions.of(declared)
    const meaning = choose(withoutSpecial(this.counted(symbols)), use, given, find, spend)
    return { meaning, work }
  }

  /** What the file being linked sees, if it sees this one too: what a header means depends on what was included before it. */
  private seenFrom(table: FileTable): Visible {
    const { bench } = this.project
    const file = bench.linking === '' ? table.path : bench.linking
    if (this.linking?.file !== file || this.linking.forgotten !== bench.forgotten)
      this.linking = { seen: this.visible(file), file, forgotten: bench.forgotten }
    const { seen } = this.linking
    return seen.has(table.path) ? seen : this.visible(table.path)
  }

  private visible(path: string): Visible {
    return visibleFrom(this.project.bench, this.includes, this.names, path)
  }

  /** `a.b.f`, `a.b`, `a` and '' for code in `a::b::f`. */
  private pathsAround(table: FileTable, scope: number): readonly string[] {
    const known = this.paths.get(table)?.get(scope)
    if (known) return known
    const paths = pathsAround(scope < 0 ? '' : table.symbol(scope).qualified_name)
    this.paths.set(table, (this.paths.get(table) ?? new Map<number, readonly string[]>()).set(scope, paths))
    return paths
  }
}

function pathsAround(qualified: string): string[] {
  const paths: string[] = []
  for (let path = qualified; path !== ''; ) {
    paths.push(path)
    const dot = path.lastIndexOf('.')
    path = dot < 0 ? '' : path.slice(0, dot)
  }
  return [...paths, '']
}

function membersSeen(
  seen: Visible,
  named: readonly SymbolMeaning[],
  owner: SymbolMeaning,
  name: string,
): readonly SymbolMeaning[] {
  let byOwner = seen.members.get(named)
  if (!byOwner) {
    byOwner = new Map()
    seen.members.set(named, byOwner)
  }
  const known = byOwner.get(symbolName(owner))
  if (known) return known
  const symbols = membersAmong(named, owner, name)
  byOwner.set(symbolName(owner), symbols)
  return symbols
}

/** Those of the class itself come before others of its name. */
function membersAmong(named: readonly SymbolMeaning[], owner: SymbolMeaning, name: string): readonly SymbolMeaning[] {
  const all = named.filter((one) => isMemberOf(one, owner, name))
  const own = all.filter((one) => one.table === owner.table && factOf(one).parent === owner.ordinal)
  return isClassLike(factOf(owner)) && own.length > 0 ? own : all
}

function isMemberOf(one: SymbolMeaning, owner: SymbolMeaning, name: string): boolean {
  const { kind } = factOf(one)
  // `Foo::Foo` refers to the class; its constructors are called by the class's name.
  return !(kind === 'constructor' && name === factOf(owner).name)
}
