/**
 * Constants of Ruby by their whole name, wherever they are declared. A class may be opened in many files: they are one thing,
 * and the place that stands for it is the one its name leads to by the usual rule (`A::FooBar` in `a/foo_bar.rb`).
 */
import { Lru } from '../../base/lru.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { isClassLike, type Meaning, nothing, symbolAt } from '../meaning.ts'
import type { Project } from '../project.ts'

export type Declaration = { path: string; qualified: string; ordinal: number; isFirst: boolean }

/** Names of constants whose places are known. */
const NAMES_KEPT = 20_000

export class Constants {
  private readonly project: Project
  private readonly known = new Lru<string, readonly Declaration[]>(NAMES_KEPT)

  constructor(project: Project) {
    this.project = project
  }

  /** Every place that declares the constant of this whole name (`A.B`). */
  places(qualified: string): readonly Declaration[] {
    const name = qualified.slice(qualified.lastIndexOf('.') + 1)
    return this.named(name).filter((one) => one.qualified === qualified)
  }

  /** `near`: the file that asks. Undefined when there is no such constant; `certain`: of several places only one that surely stands for all. */
  find(qualified: string, near: string, options: { certain: boolean }): Meaning | undefined {
    const places = this.places(qualified)
    if (places.length === 0) return undefined
    const place = standing(places, qualified, near) ?? (options.certain ? undefined : places[0])
    const table = place && this.project.bench.table(place.path)
    return table ? symbolAt(table, place.ordinal) : nothing('ambiguous')
  }

  private named(name: string): readonly Declaration[] {
    const known = this.known.get(name)
    if (known) return known
    const { bench } = this.project
    const found: Declaration[] = []
    for (const path of bench.filesDefining(name)) {
      const table = bench.languageOf(path) === 'ruby' ? bench.table(path) : undefined
      if (table) found.push(...declaredIn(table, name))
    }
    this.known.set(name, found)
    return found
  }
}

function declaredIn(table: FileTable, name: string): Declaration[] {
  const { path } = table
  return table.outline.symbols.flatMap((symbol, ordinal) => {
    if (symbol.name !== name || !(isClassLike(symbol) || symbol.kind === 'constant')) return []
    const isFirst = symbol.kind === 'constant' || / < |=/.test(symbol.signature)
    return [{ path, qualified: symbol.qualified_name, ordinal, isFirst }]
  })
}

/** The only place; else the one in the file the name leads to, in the asking file, with a superclass, outside of tests. */
function standing(places: readonly Declaration[], qualified: string, near: string): Declaration | undefined {
  const [only, second] = places
  if (second === undefined) return only
  const usual = flat(qualified.replaceAll('.', '/'))
  for (const canStand of [
    ({ path }: Declaration) => isAt(path, usual),
    ({ path }: Declaration) => path === near,
    ({ isFirst }: Declaration) => isFirst,
    ({ path }: Declaration) => !/(?:^|\/)(?:tests?|specs?|features|examples?)\//.test(path),
  ]) {
    const standing = places.filter(canStand)
    if (standing.length > 0 && new Set(standing.map(({ path }) => path)).size === 1)
      return standing.find(({ isFirst }) => isFirst) ?? standing[0]
  }
  return undefined
}

function isAt(path: string, usual: string): boolean {
  const stem = flat(path.replace(/\.[^./]*$/, ''))
  return stem === usual || stem.endsWith(`/${usual}`)
}

/** `HTTPClient` and `http_client` are spelt alike without case and underscores. */
const flat = (text: string): string => text.replaceAll(/[_-]/g, '').toLowerCase()

/** The class or module around a scope, or MODULE_SCOPE. */
export function holderOf(table: FileTable, scope: number): number {
  let at = scope
  while (at !== MODULE_SCOPE && !isClassLike(table.symbol(at))) at = table.parent(at)
  return at
}
