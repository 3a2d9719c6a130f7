/** Swift: a module's files share one scope; any extension, in any file, may contain a type's members. */
import { groupBy } from '../../base/group-by.ts'
import type { ImportFact, SymbolFact } from '../../contract/facts.ts'
import { type Ask, ask, type Family, type Rules, type WantedOfPart } from '../family.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import {
  agreed,
  type FolderMeaning,
  factOf,
  isCallable,
  isClassLike,
  type Meaning,
  type ModuleMeaning,
  nothing,
  packageMember,
  packageOf,
  type SymbolMeaning,
  symbolAt,
} from '../meaning.ts'
import { memberOf } from '../members.ts'
import { pickByCall, pickSymbol } from '../pick-symbol.ts'
import type { Project } from '../project.ts'
import { readOnce } from '../read-once.ts'
import { builtinNames } from './builtins.ts'
import { isExtension, SwiftExtensions } from './extensions.ts'
import { ImportedHere } from './imported-here.ts'
import { SwiftModules } from './modules.ts'
import { haveSameLabels, takesCount, takesLabels, typeParametersOf } from './parameters.ts'
import { elementOfSwiftType, readSwiftType } from './read-type.ts'
import { TopLevelNames } from './top-level.ts'

export const swift: Family = {
  languages: ['swift'],
  relinking: { manifests: /(^|\/)Package\.swift$/ },
  open: (project) => new SwiftRules(project),
}

/** A module in which more files than this define a name at the top level is a folder of samples or tests. */
const MOST_FILES = 50

class SwiftRules implements Rules {
  readonly bareMembers = true
  readonly superIsParent = true
  readonly openBuiltins = true
  readonly selfNames = new Map([
    ['self', 'object'],
    ['Self', 'class'],
  ] as const)
  readonly readType = readOnce(readSwiftType)
  readonly elementType = readOnce(elementOfSwiftType)
  readonly isSameMethod = haveSameLabels
  readonly pickTwin = pickByCall
  readonly isPart = isExtension
  private readonly project: Project
  private readonly modules: SwiftModules
  private readonly extensions: SwiftExtensions
  private readonly topLevel: TopLevelNames
  private readonly importedHere: ImportedHere

  constructor(project: Project) {
    this.project = project
    this.modules = new SwiftModules(project.bench)
    this.extensions = new SwiftExtensions(project.bench)
    this.importedHere = new ImportedHere(project.bench)
    this.topLevel = new TopLevelNames(project.bench, (path) => this.modules.of(path))
  }

  isBuiltin(name: string): boolean {
    return builtinNames.has(name)
  }

  /** Extensions add members to any type: a member of a built-in value may be of this repo. */
  staysBuiltin(): boolean {
    return false
  }

  imported(fact: ImportFact, from: FileTable, asking: Ask): Meaning {
    if (fact.name !== '') return this.importedNow(fact, from, asking)
    return this.importedHere.of(fact, from, () => this.importedNow(fact, from, asking))
  }

  private importedNow(fact: ImportFact, from: FileTable, asking: Ask): Meaning {
    const [first = ''] = fact.module.split('.')
    const module = this.modules.named(first, from.path)
    if (module === undefined)
      return fact.name === '' ? packageOf(`pkg:swift/${first}`) : packageMember(`pkg:swift/${first}`, fact.name)
    const folder: FolderMeaning = { is: 'folder', folder: `${module}@${this.modules.of(from.path)}`, language: 'swift' }
    return fact.name === '' ? folder : this.offered(folder, fact.name, asking)
  }

  /** Tests see non-public names: they import with `@testable`. */
  offered(module: ModuleMeaning | FolderMeaning, name: string, asking: Ask): Meaning {
    if (module.is !== 'folder') return nothing('not-found')
    const [key = '', from = ''] = partsOf(module.folder)
    const isTest = this.modules.isTest(from)
    return this.inModule(key, '', name, asking, (symbol) => isTest || isPublic(symbol)) ?? nothing('not-found')
  }

  packageName(name: string, from: FileTable, asking: Ask): Meaning | undefined {
    return this.inModule(this.modules.of(from.path), from.path, name, asking, () => true) ?? this.importedAs(name, from, asking)
  }

  folderFile(folder: string): string | undefined {
    return this.modules.fileOf(folder.split('@')[0] ?? '')
  }

  takes(member: SymbolFact, _owner: SymbolFact, given: number): boolean {
    return !isCallable(member) || takesCount(member, given)
  }

  accepts(member: SymbolFact, labels: readonly string[]): boolean {
    return !isCallable(member) || takesLabels(member, labels)
  }

  /** The type that an extension extends, when it is of this repo. */
  wholeOf(part: SymbolMeaning): SymbolMeaning | undefined {
    const { table } = part
    const [first = '', ...rest] = factOf(part).qualified_name.split('.')
    let type = this.typeNamed(first, table)
    for (const name of rest) type = type && memberOf(this.project, type, name, 'uses_type')
    return type?.is === 'symbol' && isClassLike(factOf(type)) ? type : undefined
  }

  /** The extensions of a type: in its own module, and in modules that import it. */
  partsOf(owner: SymbolMeaning, wanted: WantedOfPart): readonly SymbolMeaning[] {
    const { qualified_name, name } = factOf(owner)
    const home = this.modules.of(owner.table.path)
    const all = this.extensions.named(name)
    if (all.length === 0) return []
    const defining = wanted === 'bases' ? undefined : this.extensions.defining(wanted.member)
    const parts = all.filter(
      ({ qualified, path, hasBases }) => (defining ? defining.has(path) : hasBases) && qualified === qualified_name,
    )
    if (parts.length === 0) return []
    this.project.bench.wantTables(parts.map(({ path }) => path).filter((path) => path !== owner.table.path))
    return parts.flatMap(({ path, ordinal }) => {
      if (path === owner.table.path && ordinal === owner.ordinal) return []
      const table = path === owner.table.path ? owner.table : this.project.bench.table(path)
      return table && (this.modules.of(path) === home || this.imports(table, home)) ? [symbolAt(table, ordinal)] : []
    })
  }

  mayAdd(owner: SymbolMeaning, member: string): boolean {
    return this.extensions.mayAdd(member, factOf(owner))
  }

  typeParameter(table: FileTable, scope: number, name: string): string | undefined {
    for (let at = scope; at !== MODULE_SCOPE; at = table.parent(at)) {
      const symbol = table.symbol(at)
      const whole = isExtension(symbol) ? this.wholeOf(symbolAt(table, at)) : undefined
      const bound = typeParametersOf(whole ? factOf(whole) : symbol).get(name)
      if (bound !== undefined) return bound
    }
    return undefined
  }

  /** Without enclosing scopes: an extension is at the top level of its file. */
  private typeNamed(name: string, table: FileTable): Meaning | undefined {
    const asking = ask('uses_type')
    const here = (table.named(MODULE_SCOPE, name)?.symbols ?? []).filter((ordinal) => !isExtension(table.symbol(ordinal)))
    if (here.length > 0) return pickSymbol(this.project, table, here, 'uses_type')
    const near = this.packageName(name, table, asking)
    if (near) return near
    const found = table.outline.imports
      .filter((fact) => fact.kind === 'wildcard' || fact.alias === name)
      .map((fact) => this.imported(fact, table, asking))
      .map((module) => (module.is === 'folder' ? this.offered(module, name, asking) : module))
      .filter((meaning) => meaning.is === 'symbol')
    return found.length > 0 ? agreed(found) : undefined
  }

  /** `Kit.Money`: a module before the dot, unless it contains a symbol of its own name. */
  private importedAs(name: string, from: FileTable, asking: Ask): Meaning | undefined {
    const fact = from.outline.imports.find(({ kind, module }) => kind === 'wildcard' && module === name)
    const module = fact && asking.use === 'references' ? this.imported(fact, from, asking) : undefined
    if (module?.is !== 'folder') return undefined
    return this.offered(module, name, asking).is === 'nothing' ? module : undefined
  }

  private imports(table: FileTable, module: string): boolean {
    return table.outline.imports.some((fact) => this.modules.named(fact.module.split('.')[0] ?? '', table.path) === module)
  }

  private inModule(
    key: string,
    except: string,
    name: string,
    asking: Ask,
    isSeen: (symbol: SymbolFact) => boolean,
  ): Meaning | undefined {
    const named = this.topLevel.inModule(name, key)
    if (named.length === 0) return undefined
    const byFile = groupBy(
      named.filter(({ path, symbol }) => path !== except && isSeen(symbol)),
      ({ path }) => path,
    )
    // Definitions in several files are ambiguous in any case. Reading all of them would only tell by which arguments they differ.
    if (byFile.size > MOST_FILES) return nothing('ambiguous')
    const found = this.project.bench.tables([...byFile.keys()]).map((table) => {
      const ordinals = (byFile.get(table.path) ?? []).map(({ ordinal }) => ordinal)
      return pickSymbol(this.project, table, ordinals, asking.use)
    })
    return found.length > 0 ? agreed(found) : undefined
  }
}

/** A module, and the module that sees it. */
const partsOf = readOnce((folder) => folder.split('@'))

const isPublic = ({ signature }: SymbolFact): boolean => /^[^({=]*\b(?:public|open|package)\b/.test(signature)
