/** Java: classes in packages; bare names see the members of enclosing classes, and inherited ones. */
import type { ImportFact, SymbolFact } from '../../contract/facts.ts'
import type { Ask, Asked, Family, Rules } from '../family.ts'
import type { FileTable } from '../file-table.ts'
import { besideJava, memberBesideJava } from '../jvm/beside-java.ts'
import { JvmPackages, joined } from '../jvm/packages.ts'
import { javaRelinking } from '../jvm/relinking.ts'
import { type FolderMeaning, isCallable, isValue, type Meaning, type ModuleMeaning, nothing } from '../meaning.ts'
import { memberOf } from '../members.ts'
import { pickByCall } from '../pick-symbol.ts'
import type { Project } from '../project.ts'
import { readOnce } from '../read-once.ts'
import { builtinNames } from './builtins.ts'
import { JavaPackages } from './packages.ts'
import { erased, isTypeVariable, mayBeOne, parameterTypes } from './parameter-types.ts'
import { readJavaType } from './read-type.ts'

export const java: Family = { languages: ['java'], relinking: javaRelinking, open: (project) => new JavaRules(project) }

class JavaRules implements Rules {
  readonly bareMembers = true
  readonly selfNames = new Map([['this', 'object']] as const)
  readonly readType = readOnce(readJavaType)
  readonly pickTwin = pickByCall
  private readonly project: Project
  private readonly packages: JavaPackages
  /** Kotlin and Scala of the same repo. */
  private readonly others: JvmPackages

  constructor(project: Project) {
    this.project = project
    this.packages = new JavaPackages(project.bench)
    this.others = new JvmPackages(project.bench)
  }

  isBuiltin(name: string): boolean {
    return builtinNames.has(name)
  }

  imported(fact: ImportFact, from: FileTable, asking: Ask): Meaning {
    const whole = fact.name === '' ? fact.module : `${fact.module}.${fact.name}`
    if (fact.kind === 'wildcard' && this.packages.folders(fact.module).length > 0) {
      return { is: 'folder', folder: fact.module, language: 'java' }
    }
    if (fact.kind !== 'static' || fact.name === '') return this.find(whole, from)
    const owner = this.find(fact.module, from)
    return owner.is === 'nothing' ? owner : memberOf(this.project, owner, fact.name, asking.use, asking.given)
  }

  /** `folder` is the package's dotted name here: one package may be below several source roots. */
  offered(module: ModuleMeaning | FolderMeaning, name: string): Meaning {
    return (module.is === 'folder' ? this.packages.classIn(module.folder, name, '') : undefined) ?? nothing('not-found')
  }

  packageName(name: string, from: FileTable): Meaning | undefined {
    // Only classes are names of a package; reading all its files for every method would be wasteful.
    if (!/^[\p{Lu}_$]/u.test(name)) return undefined
    const own = this.packages.classIn(from.package, name, from.path)
    return own ?? besideJava(this.project, this.others, joined(from.package, name), from)
  }

  takes(member: SymbolFact, owner: SymbolFact, given: number): boolean {
    // Only methods can be called; the components of a record are, through generated methods.
    if (isValue(member)) return given === 0 && /\brecord\b/.test(owner.signature)
    const types = isCallable(member) ? parameterTypes(member) : undefined
    if (types === undefined) return true
    return types.at(-1)?.endsWith('...') ? given >= types.length - 1 : given === types.length
  }

  /** Then the call cannot mean any other overload, whatever else that would accept. */
  pickOverload(overloads: readonly SymbolFact[], types: readonly string[]): SymbolFact | undefined {
    const wanted = types.map(erased)
    if (wanted.some((type) => type === '' || isTypeVariable(type))) return undefined
    const exact = overloads.filter((one) => parameterTypes(one)?.join() === wanted.join())
    return exact.length === 1 ? exact[0] : undefined
  }

  replaces(method: SymbolFact, inherited: SymbolFact): boolean {
    // A private method is not inherited at all.
    if (/\bprivate\b/.test(inherited.signature)) return true
    const [own, other] = [parameterTypes(method), parameterTypes(inherited)]
    return own === undefined || other === undefined || own.every((type, at) => mayBeOne(type, other[at] ?? ''))
  }

  behindDot(owner: Meaning, name: string, asked: Asked, usual: () => Meaning): Meaning {
    return memberBesideJava(this.project, owner, name, asked, usual) ?? usual()
  }

  private find(name: string, from: FileTable): Meaning {
    const found = this.packages.find(name, from.path, (owner, inner) => memberOf(this.project, owner, inner, 'references'))
    if (found.is === 'symbol') return found
    return besideJava(this.project, this.others, name, from) ?? found
  }
}
