/** Extensions of Swift types, by the name of the extended type: any file may contain them. */
import type { SymbolFact } from '../../contract/facts.ts'
import type { Bench } from '../bench.ts'
import { NearFirst } from '../near-first.ts'

/** `hasBases`: it may name protocols that the type conforms to. */
type Extension = { path: string; ordinal: number; qualified: string; hasBases: boolean }

/** A bound on memory. */
const NAMES_KEPT = 2_000

export class SwiftExtensions {
  private readonly bench: Bench
  private readonly byName = new Map<string, readonly Extension[]>()
  private readonly files: NearFirst<ReadonlySet<string>>
  private last: { name: string; files: ReadonlySet<string> } | undefined

  constructor(bench: Bench) {
    this.bench = bench
    this.files = new NearFirst(bench, NAMES_KEPT)
  }

  /** Cached without their tables: a name like `State` is defined in hundreds of files, and extended in few. */
  named(name: string): readonly Extension[] {
    const known = this.byName.get(name)
    if (known) return known
    const found = this.bench.tables(swiftFiles(this.bench, name)).flatMap((table) =>
      table.lastNamed(name).flatMap((ordinal) => {
        const { qualified_name: qualified, signature, ...symbol } = table.symbol(ordinal)
        return isExtension(symbol) ? [{ path: table.path, ordinal, qualified, hasBases: signature.includes(':') }] : []
      }),
    )
    this.byName.set(name, found)
    return found
  }

  /** Is there an extension of this type in a file that defines a symbol of this name? */
  mayAdd(member: string, { name, qualified_name }: SymbolFact): boolean {
    const all = this.named(name)
    if (all.length === 0) return false
    const files = this.defining(member)
    return all.some(({ path, qualified }) => files.has(path) && qualified === qualified_name)
  }

  /** The files that define a symbol of this name: an extension in any other file has no such member. */
  defining(name: string): ReadonlySet<string> {
    // Asked for each ancestor of a class, for one member after another.
    if (this.last?.name === name) return this.last.files
    const known = this.files.get(name)
    const files = known ?? new Set(swiftFiles(this.bench, name))
    if (!known) this.files.set(name, files)
    this.last = { name, files }
    return files
  }
}

export const isExtension = (symbol: Pick<SymbolFact, 'kind'>): boolean => symbol.kind === 'namespace'

export const swiftFiles = (bench: Bench, name: string): readonly string[] =>
  bench.filesDefining(name).filter((path) => path.endsWith('.swift'))
