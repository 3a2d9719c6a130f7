/** Names that a module need not import: macros of the crate, other crates, the prelude. */
import type { Bench } from '../bench.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { agreed, type Meaning, nothing, packageOf, symbolAt } from '../meaning.ts'
import { builtinNames, standardCrates, standardMacros } from './builtins.ts'
import type { Cargo } from './cargo.ts'
import type { RustModule } from './module-tree.ts'
import type { Side } from './sides.ts'

export class Beyond {
  private readonly bench: Bench
  private readonly cargo: Cargo

  constructor(bench: Bench, cargo: Cargo) {
    this.bench = bench
    this.cargo = cargo
  }

  name(name: string, from: FileTable, side: Side): Meaning | undefined {
    if (side === 'macro') return this.macro(name, from)
    const crate = side === 'value' ? undefined : this.crate(name, from)
    if (crate) return crate
    return builtinNames.has(name) ? nothing('builtin') : undefined
  }

  /** A macro is known after its definition, also in files of later `mod` lines; found by name if the crate has only one. */
  private macro(name: string, from: FileTable): Meaning | undefined {
    const own = this.cargo.packageOf(from.path)
    const files = standardMacros.has(name) ? [] : this.bench.filesDefining(name)
    const here = files.filter((path) => path.endsWith('.rs') && this.cargo.packageOf(path) === own)
    const found = this.bench.tables(here).flatMap((table) => macrosIn(table, name))
    if (found.length > 0) return agreed(found)
    return standardMacros.has(name) ? nothing('builtin') : undefined
  }

  /** Macros marked `#[macro_export]` belong to the root of their crate, wherever they are written. */
  exported(module: RustModule, name: string, side: Side): Meaning | undefined {
    const isRoot = module.scope === MODULE_SCOPE && this.cargo.packageOf(module.table.path)?.library === module.table.path
    if (!isRoot || side === 'type' || side === 'value') return undefined
    const found = this.macro(name, module.table)
    return found?.is === 'symbol' ? found : undefined
  }

  /** A crate by its name in code: the library of the same package, a dependency, the standard library. */
  crate(name: string, from: FileTable): Meaning | undefined {
    const own = this.cargo.packageOf(from.path)
    if (own?.library !== undefined && own.crate === name && own.library !== from.path) return { is: 'module', path: own.library }
    if (standardCrates.has(name)) return packageOf(`pkg:rust/${name}`)
    const wanted = own?.dependencies.get(name)
    if (wanted === undefined) return undefined
    const here = this.cargo.named(wanted).flatMap(({ library }) => (library === undefined ? [] : [library]))
    if (here.length > 1) return nothing('ambiguous')
    return here[0] === undefined ? packageOf(`pkg:cargo/${wanted}`) : { is: 'module', path: here[0] }
  }
}

const macrosIn = (table: FileTable, name: string): Meaning[] =>
  table.lastNamed(name).flatMap((ordinal) => (table.symbol(ordinal).kind === 'macro' ? [symbolAt(table, ordinal)] : []))
