/**
 * Packages of Kotlin and Scala, and of Java in the same repo. The `package` lines define a package, not folders: so a name is
 * searched in the files that define it.
 */
import type { SymbolFact } from '../../contract/facts.ts'
import type { Answer } from '../asked.ts'
import type { Bench } from '../bench.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { type Meaning, packageMember, packageOf, type SymbolMeaning, symbolAt } from '../meaning.ts'
import { extendedType } from './heads.ts'

const jvmFile = /\.(?:java|kts?|scala|sc)$/

export class JvmPackages {
  private readonly bench: Bench
  private readonly own = new Map<string, Answer<boolean>>()
  private readonly known = new Map<string, NamedSymbols>()

  constructor(bench: Bench) {
    this.bench = bench
  }

  /** Everything that a package has under a name, in any language; extensions are separate. */
  named(packageName: string, name: string, isWanted: (path: string) => boolean = () => true): SymbolMeaning[] {
    this.bench.spendOnText(packageName)
    return this.at(this.symbolsNamed(name).ofPackage.get(packageName) ?? [], isWanted)
  }

  /** Every extension of this name; `home`: the package or object that an import of it must name. */
  extensions(name: string, isWanted: (path: string) => boolean, home?: string): SymbolMeaning[] {
    const { extensions } = this.symbolsNamed(name)
    return this.at(home === undefined ? extensions : extensions.filter((one) => one.home === home), isWanted)
  }

  /** Each of them is a look at a candidate: a name may have thousands in one package. */
  private at(symbols: readonly NamedSymbol[], isWanted: (path: string) => boolean): SymbolMeaning[] {
    this.bench.spend(symbols.length)
    const found: SymbolMeaning[] = []
    for (const { path, ordinal } of symbols) {
      const table = isWanted(path) ? this.bench.table(path) : undefined
      if (table) found.push(symbolAt(table, ordinal))
    }
    return found
  }

  /** Cached: a name like `apply` is defined in hundreds of files, and each would be opened for every linked file. */
  private symbolsNamed(name: string): NamedSymbols {
    const known = this.known.get(name)
    if (known) return known
    const paths = this.bench.filesDefining(name).filter((path) => jvmFile.test(path))
    const symbols = grouped(this.bench.tables(paths).flatMap((table) => symbolsIn(table, name)))
    this.known.set(name, symbols)
    return symbols
  }

  /** Is it a package of this repo? Decided by folders named like its last part: otherwise every file would have to be read. */
  isOwn(packageName: string): boolean {
    this.bench.spendOnText(packageName)
    const last = packageName.slice(packageName.lastIndexOf('.') + 1)
    return this.bench.asked.kept(this.own, packageName, true, () => {
      const files = this.bench.folders
        .endingIn(last)
        .flatMap((folder) => this.bench.folders.content(folder).filter((path) => jvmFile.test(path)))
      return this.bench.tables(files).some(({ outline }) => outline.package === packageName)
    })
  }
}

/** A symbol that is a name of a package, or an extension. */
type NamedSymbol = { path: string; ordinal: number; module: string | undefined; home: string; isExtension: boolean }

/** All of one name. Grouped once: every bare name is looked for in each package that a file imports. */
type NamedSymbols = { ofPackage: ReadonlyMap<string, readonly NamedSymbol[]>; extensions: readonly NamedSymbol[] }

function grouped(symbols: readonly NamedSymbol[]): NamedSymbols {
  const ofPackage = new Map<string, NamedSymbol[]>()
  for (const symbol of symbols) {
    if (symbol.module === undefined) continue
    const known = ofPackage.get(symbol.module)
    if (known) known.push(symbol)
    else ofPackage.set(symbol.module, [symbol])
  }
  return { ofPackage, extensions: symbols.filter(({ isExtension }) => isExtension) }
}

function symbolsIn(table: FileTable, name: string): NamedSymbol[] {
  return table.lastNamed(name).flatMap((ordinal) => {
    const symbol = table.symbol(ordinal)
    if (isPackageObject(symbol)) return []
    const around = symbol.parent === MODULE_SCOPE ? '' : table.symbol(symbol.parent).qualified_name
    const isExtension = extendedType(table, ordinal) !== undefined
    const module = packageAround(table, ordinal)
    if (module === undefined && !isExtension) return []
    return [{ path: table.path, ordinal, module, home: joined(table.package, around), isExtension }]
  })
}

/** The package that a symbol is a name of; undefined for members, locals and extensions. */
function packageAround(table: FileTable, ordinal: number): string | undefined {
  const { name, qualified_name, parent } = table.symbol(ordinal)
  const own = table.package
  if (parent === MODULE_SCOPE) return qualified_name === name ? own : undefined
  const around = table.symbol(parent)
  if (qualified_name !== `${around.qualified_name}.${name}`) return undefined
  // Symbols in a package object, or in a package inside the file, are names of that package.
  const isPackage = around.kind === 'namespace' || isPackageObject(around)
  return isPackage && around.parent === MODULE_SCOPE ? joined(own, around.name) : undefined
}

/** Its name is that of a package, and refers to the package. */
export const isPackageObject = ({ signature }: SymbolFact): boolean => /(?:^|\s)package object /.test(signature)

/**
 * `a.b.C.D` as a package, a name and the dotted names behind it: every way, the longest package first, until `look` finds something.
 * Nothing is put together again for each way: a name may have thousands of parts.
 */
export function firstOfParted<Found>(
  path: string,
  look: (packageName: string, name: string, behind: string) => Found | undefined,
): Found | undefined {
  for (let end = path.length; end > 0; ) {
    const dot = path.lastIndexOf('.', end - 1)
    const found = look(path.slice(0, Math.max(dot, 0)), path.slice(dot + 1, end), path.slice(end + 1))
    if (found !== undefined) return found
    end = dot
  }
  return undefined
}

/** What `C.D` of `behind` means, starting at the owner; '' is the owner itself. */
export const membersBehind = <Owner>(owner: Owner, behind: string, member: (owner: Owner, name: string) => Owner): Owner =>
  behind === '' ? owner : behind.split('.').reduce(member, owner)

export const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('.')

/** The class with a Kotlin file's functions, as Java sees it: `Orders.kt` is `OrdersKt`. */
export const facadeFile = (className: string): string | undefined =>
  className.endsWith('Kt') ? `${className.slice(0, -2)}.kt` : undefined

/** Packages are lowercase, classes start with a capital: `java.util.Map.Entry` is `Map.Entry` of `java.util`. */
export function outside(parts: readonly string[]): Meaning {
  const at = parts.findIndex((part) => /^\p{Lu}/u.test(part))
  const length = at < 0 ? Math.max(1, parts.length - 1) : at
  const target = packageOf(`pkg:maven/${parts.slice(0, length).join('.')}`)
  return parts.slice(length).reduce((meaning, part) => packageMember(meaning.target, part), target)
}
