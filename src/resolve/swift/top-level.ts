/** Which Swift files define a name at the top level, of any module. */
import { groupBy } from '../../base/group-by.ts'
import type { SymbolFact } from '../../contract/facts.ts'
import type { Bench } from '../bench.ts'
import { MODULE_SCOPE } from '../file-table.ts'
import { NearFirst } from '../near-first.ts'
import { isExtension, swiftFiles } from './extensions.ts'

export type TopLevel = { path: string; ordinal: number; symbol: SymbolFact }

/** A bound on memory. */
const NAMES_KEPT = 5_000

const none: readonly TopLevel[] = []

export class TopLevelNames {
  private readonly bench: Bench
  private readonly moduleOf: (path: string) => string
  private readonly known: NearFirst<ReadonlyMap<string, readonly TopLevel[]>>

  constructor(bench: Bench, moduleOf: (path: string) => string) {
    this.bench = bench
    this.known = new NearFirst(bench, NAMES_KEPT)
    this.moduleOf = moduleOf
  }

  /** Cached without their tables: thousands of test files may define one name, and each would be read again for every use of it. */
  inModule(name: string, module: string): readonly TopLevel[] {
    let known = this.known.get(name)
    if (!known) {
      known = this.byModule(name)
      this.known.set(name, known)
    }
    return known.get(module) ?? none
  }

  private byModule(name: string): ReadonlyMap<string, readonly TopLevel[]> {
    const found = this.bench.tables(swiftFiles(this.bench, name)).flatMap((table) =>
      (table.named(MODULE_SCOPE, name)?.symbols ?? []).flatMap((ordinal) => {
        const symbol = table.symbol(ordinal)
        return symbol.exported && !isExtension(symbol) ? [{ path: table.path, ordinal, symbol }] : []
      }),
    )
    return groupBy(found, ({ path }) => this.moduleOf(path))
  }
}
