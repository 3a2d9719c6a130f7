/**
 * Types by namespace and name. Any file may open any namespace, so types are found through the files that define the name. One
 * part represents a type with several parts.
 */
import type { Answer } from '../asked.ts'
import type { Bench } from '../bench.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { baseName, folderOf, foldersAround } from '../folders.ts'
import { factOf, isClassLike, type SymbolMeaning, symbolAt } from '../meaning.ts'
import { readOnce } from '../read-once.ts'
import { headOf, isPartial } from './head.ts'

/** A type at the top level of a file. */
export type TopType = { namespace: string; arity: number; path: string; ordinal: number; isPartial: boolean; project: string }

/** More than one type fits, and nothing tells them apart. */
export const SEVERAL = 'several'

export class Namespaces {
  private readonly bench: Bench
  private readonly types = new Map<string, readonly TopType[]>()
  private readonly projects = new Map<string, Answer<string>>()
  private last = { path: '', folder: '' }

  constructor(bench: Bench) {
    this.bench = bench
  }

  /** Every top-level type of this name, ordered by path. */
  named(name: string): readonly TopType[] {
    const known = this.types.get(name)
    if (known) return known
    const files = this.bench.filesDefining(name).filter((path) => this.bench.languageOf(path) === 'csharp')
    const found = this.bench.tables(files).flatMap((table) => this.topTypes(table, name))
    this.types.set(name, found)
    return found
  }

  private topTypes(table: FileTable, name: string): TopType[] {
    const ordinals = table.qualified(name).filter((ordinal) => isClassLike(table.symbol(ordinal)))
    return ordinals.map((ordinal) => ({
      namespace: namespaceOf(table, ordinal),
      arity: headOf(table.symbol(ordinal)).typeParameters.length,
      path: table.path,
      ordinal,
      isPartial: isPartial(table.symbol(ordinal)),
      project: this.projectOf(table.path),
    }))
  }

  /** The type of a namespace, as seen from the file `near`; undefined when there is none. */
  find(namespace: string, name: string, arity: number, near: string): SymbolMeaning | typeof SEVERAL | undefined {
    const all = this.named(name)
    if (all.length === 0) return undefined
    const found = all.filter((type) => type.arity === arity && type.namespace === namespace)
    return found.length === 0 ? undefined : this.only(found, near)
  }

  /** A file's own type comes first, then that of its project, then all others. */
  private only(found: readonly TopType[], near: string): SymbolMeaning | typeof SEVERAL {
    const project = this.projectOf(near)
    const own = found.filter((type) => type.path === near)
    const close = found.filter((type) => type.project === project)
    const meant = own.length > 0 && !own[0]?.isPartial ? own : close.length > 0 ? close : found
    const [first] = meant
    if (!first) return SEVERAL
    const isOne =
      meant.every((type) => type.isPartial && type.project === first.project) || meant.every((type) => type.path === first.path)
    return isOne ? this.at(chief(meant, nameOf(this.bench, first))) : SEVERAL
  }

  /** All declarations of this symbol's type; the one that represents the type comes first. */
  parts(type: SymbolMeaning): readonly SymbolMeaning[] {
    const fact = factOf(type)
    if (!isPartial(fact)) return [type]
    const tops = this.partsOfTop(type)
    const arity = headOf(fact).typeParameters.length
    const parts = tops.flatMap((top) =>
      top.table
        .qualified(fact.qualified_name)
        .filter((ordinal) => isWithin(top.table, ordinal, top.ordinal))
        .filter(
          (ordinal) =>
            isClassLike(top.table.symbol(ordinal)) && headOf(top.table.symbol(ordinal)).typeParameters.length === arity,
        )
        .map((ordinal) => symbolAt(top.table, ordinal)),
    )
    return parts.length === 0 ? [type] : parts
  }

  private partsOfTop({ table, ordinal }: SymbolMeaning): SymbolMeaning[] {
    const top = topOf(table, ordinal)
    const { name } = table.symbol(top)
    const namespace = namespaceOf(table, top)
    const arity = headOf(table.symbol(top)).typeParameters.length
    const project = this.projectOf(table.path)
    const found = this.named(name).filter(
      (type) => type.isPartial && type.namespace === namespace && type.arity === arity && type.project === project,
    )
    const first = chief(found, name)
    return [first, ...found.filter((type) => type !== first)].flatMap((type) => (type ? [this.at(type)] : []))
  }

  private at(type: TopType | undefined): SymbolMeaning {
    const table = type && this.bench.table(type.path)
    if (!type || !table) throw new RangeError('a type whose file is gone')
    return symbolAt(table, type.ordinal)
  }

  /** The folder of the project file nearest above; '' when there is none. */
  projectOf(path: string): string {
    if (this.last.path !== path) this.last = { path, folder: folderOf(path) }
    const { folder } = this.last
    const hasProject = (around: string): boolean => this.bench.folders.files(around, '.csproj').length > 0
    return this.bench.asked.kept(this.projects, folder, true, () => [...foldersAround(folder)].find(hasProject) ?? '')
  }
}

/** The part in the file named like the type; a generated part only when there is no other. */
function chief(parts: readonly TopType[], name: string): TopType | undefined {
  const written = parts.filter(({ path }) => !/\.(?:g|g\.i|designer|generated)\.cs$/i.test(path))
  const among = written.length > 0 ? written : parts
  return among.find(({ path }) => baseName(path) === `${name}.cs`) ?? among[0]
}

const nameOf = (bench: Bench, { path, ordinal }: TopType): string => bench.table(path)?.symbol(ordinal).name ?? ''

/** The outermost type around a symbol, or itself. */
function topOf(table: FileTable, ordinal: number): number {
  let at = ordinal
  for (let up = table.parent(at); up !== MODULE_SCOPE && table.symbol(up).kind !== 'namespace'; up = table.parent(at)) at = up
  return at
}

function isWithin(table: FileTable, ordinal: number, around: number): boolean {
  let at = ordinal
  while (at !== MODULE_SCOPE && at !== around) at = table.parent(at)
  return at === around
}

/** The namespace around a scope: the enclosing declaration where a file has several, else the file's own. */
export function namespaceOf(table: FileTable, scope: number): string {
  for (let at = scope; at !== MODULE_SCOPE; at = table.parent(at)) {
    const symbol = table.symbol(at)
    if (symbol.kind === 'namespace') return symbol.name
  }
  return table.package
}

/** `A.B.C`, `A.B`, `A`. */
export const namespacesAround: (namespace: string) => readonly string[] = readOnce((namespace) => {
  const parts = namespace === '' ? [] : namespace.split('.')
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('.'))
})
