/** What Kotlin and Scala share: packages, imports, extensions, overloads. */
import type { ImportFact, SymbolFact } from '../../contract/facts.ts'
import type { EdgeKind } from '../../contract/symbol.ts'
import type { Ask, Asked } from '../family.ts'
import type { FileTable } from '../file-table.ts'
import {
  type FolderMeaning,
  factOf,
  isCallable,
  isClassLike,
  isSameSymbol,
  isValue,
  type Meaning,
  type ModuleMeaning,
  nothing,
  packageOf,
  symbolAt,
} from '../meaning.ts'
import { memberOf } from '../members.ts'
import type { Project } from '../project.ts'
import { resultOf, valueHeld } from '../values.ts'
import { offeredToJava } from './beside-java.ts'
import { choose } from './choose.ts'
import { Extensions } from './extensions.ts'
import { erased, parametersOf, takesCount, typeParameter } from './heads.ts'
import { firstOfParted, JvmPackages, joined, membersBehind, outside } from './packages.ts'

export abstract class JvmRules {
  readonly bareMembers = true
  readonly selfNames = new Map([['this', 'object']] as const)
  readonly typeParameter = typeParameter
  protected readonly project: Project
  protected readonly packages: JvmPackages
  protected readonly extensions: Extensions
  protected abstract readonly builtins: ReadonlyMap<string, string>

  constructor(project: Project, language: RegExp) {
    this.project = project
    this.packages = new JvmPackages(project.bench)
    this.extensions = new Extensions(project, this.packages, language)
  }

  /** Standard library names belong to a package; only keywords are the language's own. */
  isBuiltin(name: string): boolean {
    return name === 'this' || name === 'super' || name === 'null'
  }

  imported(fact: ImportFact, from: FileTable, asking: Ask): Meaning {
    if (fact.kind === 'wildcard' || fact.name === '') return this.allOf(fact.module, from)
    const own = this.inPackage(fact.module, fact.name, from, asking)
    if (own) return own
    const added = this.extensions.named(fact.name, fact.module)
    if (added.length > 0) return added.length === 1 && added[0] ? added[0] : nothing('ambiguous')
    const owner = this.find(fact.module, from)
    if (owner?.is === 'symbol') return this.member(owner, fact.name, asking.use, asking.given, from)
    return this.packages.isOwn(fact.module) ? nothing('module-not-found') : outside([...parts(fact.module), fact.name])
  }

  /** `import a.b.*`: a package, or an object. Found out once for a file: every bare name of the file asks for it. */
  protected allOf(module: string, from: FileTable): Meaning {
    const otherwise = packageOf(`pkg:maven/${module}`)
    return this.project.bench.remember<Meaning>(`all of ${from.path}\0${module}`, otherwise, () => this.readAllOf(module, from))
  }

  private readAllOf(module: string, from: FileTable): Meaning {
    const object = this.find(module, from)
    if (object?.is === 'symbol') return object
    return this.packages.isOwn(module) ? this.folder(module) : packageOf(`pkg:maven/${module}`)
  }

  protected folder(module: string): FolderMeaning {
    return { is: 'folder', folder: module, language: this.language }
  }
  protected abstract readonly language: string

  /** `folder` is the package's dotted name here: a package may span several folders. A module is a file with its own names. */
  offered(module: ModuleMeaning | FolderMeaning, name: string, asking: Ask): Meaning {
    if (module.is === 'folder')
      return (
        this.inPackage(module.folder, name, undefined, asking) ?? this.packageBelow(module.folder, name) ?? nothing('not-found')
      )
    const table = this.project.bench.table(module.path)
    const all = table ? offeredToJava(table, name).map((ordinal) => symbolAt(table, ordinal)) : []
    // To Java an extension's receiver is the first argument, so the argument count says nothing.
    return table && all.length > 0 ? choose(this.project, all, asking.use, -1, table) : nothing('not-found')
  }

  /** What a package of this repo has under a name; undefined when nothing fits. */
  protected inPackage(module: string, name: string, from: FileTable | undefined, asking: Ask): Meaning | undefined {
    const all = this.packages.named(module, name)
    const [first] = all
    if (!first) return undefined
    const meaning = choose(this.project, all, asking.use, asking.given, from ?? first.table)
    return meaning.is === 'nothing' && meaning.reason !== 'ambiguous' ? undefined : meaning
  }

  /** `a.b.C.D`: a package of this repo, then classes and objects; undefined when there is none. */
  protected find(path: string, from: FileTable): Meaning | undefined {
    return firstOfParted(path, (packageName, name, behind) => {
      const all = this.packages.named(packageName, name).filter((one) => isClassLike(factOf(one)))
      if (all.length === 0) return undefined
      const first = choose(this.project, all, 'references', -1, from)
      return membersBehind(first, behind, (owner, part) => memberOf(this.project, owner, part, 'references'))
    })
  }

  /** Names visible in a file, in the language's order; then the standard library. */
  packageName(name: string, from: FileTable, asking: Ask): Meaning | undefined {
    for (const look of this.around()) {
      const found = look(name, from, asking)
      if (found) return found
    }
    const target = this.builtins.get(name)
    return target === undefined ? this.packageBelow('', name, from) : packageOf(target)
  }

  /** `shop.orders.Order` as a full name: as long as the names are packages, they are folders. */
  protected packageBelow(around: string, name: string, _from?: FileTable): FolderMeaning | undefined {
    const module = joined(around, name)
    if (!/^\p{Ll}/u.test(name) || this.project.bench.folders.endingIn(module.replaceAll('.', '/')).length === 0) return undefined
    return this.folder(module)
  }

  protected abstract around(): readonly ((name: string, from: FileTable, asking: Ask) => Meaning | undefined)[]

  protected ownPackage = (name: string, from: FileTable, asking: Ask): Meaning | undefined =>
    this.inPackage(from.package, name, from, asking)

  protected starImports = (name: string, from: FileTable, asking: Ask): Meaning | undefined => {
    const found: Meaning[] = []
    for (const { module } of from.wildcards) {
      const own = this.inPackage(module, name, from, asking)
      if (own) found.push(own)
      else if (/(?:^|\.)\p{Lu}[^.]*$/u.test(module)) {
        const object = this.find(module, from)
        const member = object?.is === 'symbol' ? this.member(object, name, asking.use, asking.given, from) : undefined
        if (member && member.is === 'symbol') found.push(member)
      }
    }
    const [first, ...rest] = found
    if (!first || rest.every((other) => isSame(first, other))) return first
    return nothing('ambiguous')
  }

  /** A member of a class or object by the language's own rules. */
  protected member(owner: Meaning, name: string, use: EdgeKind, given: number, from: FileTable): Meaning {
    return this.behindDot(owner, name, { use, given, from }, () => memberOf(this.project, owner, name, use, given))
  }

  /** A function named without brackets is called, as is the accessor of a Java property. */
  protected heldOrGiven(owner: Meaning): Meaning {
    const value = valueHeld(this.project, owner)
    return value.is === 'symbol' && isCallable(factOf(value)) ? resultOf(this.project, value) : value
  }

  abstract behindDot(owner: Meaning, name: string, asked: Asked, usual: () => Meaning): Meaning

  fits(symbol: SymbolFact, use: EdgeKind, given: number): boolean {
    if (use !== 'calls') return true
    return given < 0 || !isCallable(symbol) || takesCount(symbol, given)
  }

  takes(member: SymbolFact, _owner: SymbolFact, given: number): boolean {
    return !isCallable(member) || takesCount(member, given)
  }

  pickTwin(twins: readonly SymbolFact[], use: EdgeKind): SymbolFact | undefined {
    const types = twins.filter(isClassLike)
    const isType = use === 'uses_type' || use === 'extends' || use === 'implements'
    const values = twins.filter(isValue)
    const others = use === 'calls' ? twins.filter((twin) => !isValue(twin)) : values.length > 0 ? values : twins
    const fitting = isType ? types : others
    return fitting.length === 1 ? fitting[0] : undefined
  }

  pickOverload(overloads: readonly SymbolFact[], types: readonly string[]): SymbolFact | undefined {
    const wanted = types.map(erased)
    if (wanted.some((type) => type === '' || /^\p{Lu}\d?$/u.test(type))) return undefined
    const exact = overloads.filter((one) => typesOf(one)?.slice(0, wanted.length).join() === wanted.join())
    return exact.length === 1 ? exact[0] : undefined
  }

  replaces(method: SymbolFact, inherited: SymbolFact): boolean {
    if (/\bprivate\b/.test(inherited.signature)) return true
    const [own, other] = [typesOf(method), typesOf(inherited)]
    return own === undefined || other === undefined || own.every((type, at) => mayBeOne(type, other[at] ?? ''))
  }
}

const typesOf = (symbol: SymbolFact): string[] | undefined => parametersOf(symbol)?.map(({ type }) => type)
const mayBeOne = (type: string, other: string): boolean =>
  type === other || /^\p{Lu}\d?$/u.test(type) || /^\p{Lu}\d?$/u.test(other)
const parts = (module: string): string[] => (module === '' ? [] : module.split('.'))

const isSame = (a: Meaning, b: Meaning): boolean => a.is === 'symbol' && b.is === 'symbol' && isSameSymbol(a, b)
