/** Extensions of Swift types, by the name of the extended type: any file may contain them. */
import type { SymbolFact } from '../../contract/facts.ts'
import type { Bench } from '../bench.ts'

type Extension = { path: string; ordinal: number; qualified: string }

export class SwiftExtensions {
  private readonly bench: Bench
  private readonly byName = new Map<string, readonly Extension[]>()

  constructor(bench: Bench) {
    this.bench = bench
  }

  /** Cached without their tables: a name like `State` is defined in hundreds of files, and extended in few. */
  named(name: string): readonly Extension[] {
    const known = this.byName.get(name)
    if (known) return known
    const files = swiftFiles(this.bench, name)
    this.bench.wantTables(files)
    const found = files.flatMap((path) =>
      (this.bench.table(path)?.lastNamed(name) ?? []).flatMap((ordinal) => {
        const symbol = this.bench.table(path)?.symbol(ordinal)
        return symbol && isExtension(symbol) ? [{ path, ordinal, qualified: symbol.qualified_name }] : []
      }),
    )
    this.byName.set(name, found)
    return found
  }
}

export const isExtension = (symbol: SymbolFact): boolean => symbol.kind === 'namespace'

export const swiftFiles = (bench: Bench, name: string): readonly string[] =>
  bench.filesDefining(name).filter((path) => path.endsWith('.swift'))
