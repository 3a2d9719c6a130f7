/** What a JavaScript module offers: its exports, through any number of barrels, and `module.exports` as a whole. */
import type { ExportFact, SymbolFact } from '../../contract/facts.ts'
import type { EdgeKind } from '../../contract/symbol.ts'
import { type Ask, ask } from '../family.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import {
  agreed,
  type FolderMeaning,
  type Meaning,
  type ModuleMeaning,
  nothing,
  type SymbolMeaning,
  symbolAt,
} from '../meaning.ts'
import { memberOf } from '../members.ts'
import { pickSymbol } from '../pick-symbol.ts'
import type { Project } from '../project.ts'
import { moduleName } from '../scope.ts'
import type { JavaScriptModules } from './modules.ts'

export class JavaScriptExports {
  private readonly project: Project
  private readonly modules: JavaScriptModules
  private readonly barrels = new WeakMap<FileTable, readonly ModuleMeaning[]>()

  constructor(project: Project, modules: JavaScriptModules) {
    this.project = project
    this.modules = modules
  }

  offered(module: ModuleMeaning | FolderMeaning, name: string, asking: Ask): Meaning {
    const table = module.is === 'module' ? this.project.bench.table(module.path) : undefined
    if (!table) return nothing('not-found')
    // Only a lookup that starts here is complete: one that came along a circle omits the modules it came from.
    if (asking.seen.size > 0) return this.offeredBy(table, name, asking)
    const question = `offered\0${table.path}\0${name}\0${asking.use}\0${asking.locals}\0${asking.given}`
    return this.project.bench.remember<Meaning>(question, nothing('not-found'), () => this.offeredBy(table, name, asking))
  }

  private offeredBy(table: FileTable, name: string, asking: Ask): Meaning {
    const step = `${table.path}\0${name}`
    if (asking.seen.has(step)) return nothing('not-found')
    asking.seen.add(step)
    return this.project.bench.deeper(
      () =>
        this.exportedAs(table, name, asking) ??
        this.exportedSymbol(table, name, asking.use) ??
        this.offeredByAll(table, name, asking) ??
        this.offeredByWhole(table, name, asking) ??
        nothing('not-found'),
    )
  }

  /** Another export of the module whose whole export this symbol is. */
  beside(owner: SymbolMeaning, name: string, use: EdgeKind): Meaning | undefined {
    const { table } = owner
    const whole = this.exportedAs(table, 'default', ask(use))
    if (whole?.is !== 'symbol' || whole.table !== table || whole.ordinal !== owner.ordinal) return undefined
    return this.exportedAs(table, name, ask(use)) ?? this.exportedSymbol(table, name, use)
  }

  /** What `export { a as b }`, `export { a } from './x'` or `export default a` means by this name. */
  private exportedAs(table: FileTable, name: string, asking: Ask): Meaning | undefined {
    const facts = table.exportsNamed(name)
    return facts.length === 0 ? undefined : agreed(facts.map((fact) => this.behindExport(table, fact, asking)))
  }

  private behindExport(table: FileTable, fact: ExportFact, asking: Ask): Meaning {
    if (fact.module !== '') {
      const module = this.modules.find(fact.module, table.path)
      return fact.local === '' || fact.local === '*' ? module : this.taken(module, fact.local, asking)
    }
    const local = fact.local === '' ? fact.name : fact.local
    // `exports.etag = make()` next to `const etag = require('etag')`: the export itself says which one it is.
    const exact = table.qualified(local).find((ordinal) => isAt(table.symbol(ordinal), fact))
    if (exact !== undefined && table.named(MODULE_SCOPE, local)?.symbols.length === 1) return symbolAt(table, exact)
    return moduleName(this.project, table, local, asking) ?? this.defined(table, local, asking.use) ?? nothing('not-found')
  }

  private exportedSymbol(table: FileTable, name: string, use: EdgeKind): Meaning | undefined {
    const symbols = table.named(MODULE_SCOPE, name)?.symbols.filter((ordinal) => table.symbol(ordinal).exported) ?? []
    return symbols.length > 0 ? pickSymbol(this.project, table, symbols, use) : undefined
  }

  /** `export * from './x'`, which never re-exports a default. */
  private offeredByAll(table: FileTable, name: string, asking: Ask): Meaning | undefined {
    if (name === 'default') return undefined
    const found: Meaning[] = []
    for (const module of this.handedOn(table)) {
      const meaning = this.offered(module, name, asking)
      if (meaning.is !== 'nothing' || meaning.reason === 'ambiguous') found.push(meaning)
    }
    return found.length > 0 ? agreed(found) : undefined
  }

  /** The modules of `export *`, cached because a barrel is searched for every name imported from it. */
  private handedOn(table: FileTable): readonly ModuleMeaning[] {
    const known = this.barrels.get(table)
    if (known) return known
    const modules = table.outline.exports
      .filter((fact) => fact.name === '*' && fact.module !== '')
      .map((fact) => this.modules.find(fact.module, table.path))
      .filter((module) => module.is === 'module')
    this.barrels.set(table, modules)
    return modules
  }

  /** A member of the value of `module.exports = …`. */
  private offeredByWhole(table: FileTable, name: string, asking: Ask): Meaning | undefined {
    const whole = name === 'default' ? undefined : this.exportedAs(table, 'default', asking)
    if (!whole || whole.is === 'nothing') return undefined
    const member = memberOf(this.project, whole, name, asking.use)
    return member.is === 'nothing' ? undefined : member
  }

  /**
   * What `require` returns: the value of `module.exports`, else the module with all its exports. Two modules may each contain
   * `module.exports = require(…)` of the other: then each means itself.
   */
  required(module: Meaning, asking: Ask): Meaning {
    const table = module.is === 'module' ? this.project.bench.table(module.path) : undefined
    if (!table) return module
    return this.project.bench.follow(`require ${table.path}`, module, () => this.wholeOf(table, module, asking))
  }

  private wholeOf(table: FileTable, module: Meaning, asking: Ask): Meaning {
    const whole = this.exportedAs(table, 'default', asking)
    if (whole && whole.is !== 'nothing') return whole
    const [only, second] = table.outline.exports
    // `module.exports = require('./lib')`: the file re-exports the other as a whole.
    return only?.name !== '*' || second ? module : this.required(this.modules.find(only.module, table.path), asking)
  }

  taken(module: Meaning, name: string, asking: Ask): Meaning {
    if (module.is === 'nothing') return module
    if (module.is === 'module') return this.project.rulesOfModule(module)?.offered?.(module, name, asking) ?? nothing('not-found')
    return memberOf(this.project, module, name, asking.use)
  }

  /** A symbol by its qualified name, for exports that are not names of the module (`exports.a = function …`). */
  private defined(table: FileTable, qualified: string, use: EdgeKind): Meaning | undefined {
    const [only, second] = table.qualified(qualified)
    if (only === undefined) return undefined
    return second === undefined ? symbolAt(table, only) : pickSymbol(this.project, table, table.qualified(qualified), use)
  }
}

const isAt = (symbol: SymbolFact, { line, column }: ExportFact): boolean =>
  symbol.name_line === line && symbol.name_column === column
