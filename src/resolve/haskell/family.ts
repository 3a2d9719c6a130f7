/** Haskell: modules by dotted name, below any source root; constructors, fields and class methods are names of their module. */
import type { ImportFact, SymbolFact } from '../../contract/facts.ts'
import type { EdgeKind } from '../../contract/symbol.ts'
import type { Ask, Family, Rules } from '../family.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { baseName } from '../folders.ts'
import {
  agreed,
  type FolderMeaning,
  isCallable,
  isClassLike,
  isValue,
  type Meaning,
  type ModuleMeaning,
  nothing,
  packageMember,
  packageOf,
} from '../meaning.ts'
import { pickSymbol } from '../pick-symbol.ts'
import type { Project } from '../project.ts'
import { prelude } from './prelude.ts'

export const haskell: Family = {
  languages: ['haskell'],
  relinking: { ownerOf: () => '' },
  open: (project) => new HaskellRules(project),
}

/** What `import M (Foo(..))` adds besides the names in it: all members of types. */
const INSIDE = '#inside'
/** `M hiding x y` */
const HIDING = ' hiding '

class HaskellRules implements Rules {
  private readonly project: Project
  private readonly names = new WeakMap<FileTable, Map<string, number[]>>()

  constructor(project: Project) {
    this.project = project
  }

  isBuiltin(name: string): boolean {
    return prelude.has(name)
  }

  /** A constructor may share its type's name; a type is never evaluated. */
  isNoValue(symbol: SymbolFact): boolean {
    return isClassLike(symbol)
  }

  imported(fact: ImportFact, _from: FileTable, asking: Ask): Meaning {
    const [name = '', hidden] = fact.module.split(HIDING)
    const module = this.moduleNamed(name)
    if (module.is === 'package') return fact.name === '' ? module : packageMember(module.target, fact.name)
    if (module.is !== 'module') return module
    if (fact.name !== '') return this.offered(module, fact.name, { ...asking, use: useOf(fact.name, asking.use) })
    if (fact.kind !== 'wildcard') return module
    if (fact.type_only) return { is: 'folder', folder: `${module.path}${INSIDE}`, language: 'haskell' }
    return hidden === undefined ? module : { is: 'folder', folder: `${module.path}${HIDING}${hidden}`, language: 'haskell' }
  }

  importTarget(fact: ImportFact): Meaning | undefined {
    return fact.kind === 'wildcard' ? this.moduleNamed(fact.module.split(HIDING)[0] ?? '') : undefined
  }

  offered(module: ModuleMeaning | FolderMeaning, name: string, asking: Ask): Meaning {
    const [where = '', hidden] = (module.is === 'module' ? module.path : module.folder).split(HIDING)
    if (hidden?.split(' ').includes(name)) return nothing('not-found')
    const path = where.replace(INSIDE, '')
    const key = `${path}\0${name}`
    const table = this.project.bench.table(path)
    if (!table || asking.seen.has(key)) return nothing('not-found')
    asking.seen.add(key)
    const own = this.namedIn(
      table,
      name,
      asking.use,
      (symbol) => symbol.exported && (!where.endsWith(INSIDE) || symbol.parent >= 0),
    )
    return own ?? this.project.bench.deeper(() => this.handedOn(table, name, asking)) ?? nothing('not-found')
  }

  /** Names that types of this file define: constructors, fields, class methods. */
  packageName(name: string, from: FileTable, asking: Ask): Meaning | undefined {
    return this.namedIn(from, name, asking.use, () => true)
  }

  /** A type and its constructor mostly share a name. */
  pickTwin(twins: readonly SymbolFact[], use: EdgeKind): SymbolFact | undefined {
    const wanted = twins.filter((twin) => (isTypeUse(use) ? isClassLike(twin) : isCallable(twin) || isValue(twin)))
    return wanted.length === 1 ? wanted[0] : undefined
  }

  private namedIn(table: FileTable, name: string, use: EdgeKind, isSeen: (symbol: SymbolFact) => boolean): Meaning | undefined {
    const ordinals = this.ofModule(table, name).filter((ordinal) => {
      const symbol = table.symbol(ordinal)
      return isSeen(symbol) && fits(symbol, use)
    })
    return ordinals.length > 0 ? pickSymbol(this.project, table, ordinals, use) : undefined
  }

  private ofModule(table: FileTable, name: string): readonly number[] {
    let names = this.names.get(table)
    if (!names) {
      names = new Map<string, number[]>()
      for (const [ordinal, symbol] of table.outline.symbols.entries())
        if (isOfModule(table, symbol)) names.get(symbol.name)?.push(ordinal) ?? names.set(symbol.name, [ordinal])
      this.names.set(table, names)
    }
    return names.get(name) ?? []
  }

  /** A name that the module imports and exports, or a whole re-exported module (`module X`). */
  private handedOn(table: FileTable, name: string, asking: Ask): Meaning | undefined {
    const { imports, exports } = table.outline
    const whole = new Set(exports.filter((one) => one.name === '*').map((one) => one.module))
    const isListed = exports.some((one) => one.name === name)
    const found = imports
      .filter(
        (fact) =>
          (isListed || whole.has(fact.module.split(HIDING)[0] ?? '') || whole.has(fact.alias)) &&
          (fact.alias === name || fact.kind === 'wildcard'),
      )
      .map((fact) => this.imported(fact, table, asking))
      .map((meaning) => (meaning.is === 'module' || meaning.is === 'folder' ? this.offered(meaning, name, asking) : meaning))
      .filter((meaning) => meaning.is === 'symbol')
    return found.length > 0 ? agreed(found) : undefined
  }

  private moduleNamed(name: string): Meaning {
    const stem = name.replaceAll('.', '/')
    const [only, second] = endings.flatMap((ending) =>
      this.project.bench.folders.named(baseName(stem) + ending).filter((file) => `/${file}`.endsWith(`/${stem}${ending}`)),
    )
    if (only === undefined) return packageOf(`pkg:hackage/${name}`)
    return second === undefined ? { is: 'module', path: only } : nothing('ambiguous')
  }
}

/** A module may be literate, or preprocessed. */
const endings = ['.hs', '.lhs', '.hsc']

const isTypeUse = (use: EdgeKind): boolean => use === 'uses_type' || use === 'extends' || use === 'implements'
const fits = (symbol: SymbolFact, use: EdgeKind): boolean =>
  use === 'imports' || use === 'references' || isClassLike(symbol) === isTypeUse(use)

/** An imported name: a capital letter marks a type. */
const useOf = (name: string, use: EdgeKind): EdgeKind =>
  use === 'imports' ? (/^\p{Lu}/u.test(name) ? 'uses_type' : 'reads') : use

/** Not names inside a function, nor those an instance defines for a class. */
function isOfModule(table: FileTable, symbol: SymbolFact): boolean {
  if (symbol.parent === MODULE_SCOPE) return symbol.qualified_name === symbol.name
  return isClassLike(table.symbol(symbol.parent))
}
