/** JavaScript and TypeScript: a file is a module, and offers what it exports, through as many barrels as there are. */
import type { BindingFact, ExportFact, ImportFact, SymbolFact } from '../../contract/facts.ts'
import { standsForAll } from '../../contract/overloads.ts'
import type { EdgeKind } from '../../contract/symbol.ts'
import { type Ask, ask, type Family, type Rules } from '../family.ts'
import { type FileTable, MODULE_SCOPE, type NamedHere } from '../file-table.ts'
import {
  agreed,
  type FolderMeaning,
  isCallable,
  isClassLike,
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
import { builtinNames, staysBuiltin } from './builtins.ts'
import { JavaScriptModules } from './modules.ts'
import { readJavaScriptType } from './read-type.ts'
import { javascriptRelinking } from './relinking.ts'

export const javascript: Family = {
  languages: ['javascript', 'typescript', 'tsx', 'vue', 'svelte', 'html'],
  relinking: javascriptRelinking,
  open: (project) => new JavaScriptRules(project),
}

/** Is it another variable than the symbol that is bound there? */
function isApart({ role, line }: BindingFact, { symbols }: NamedHere, table: FileTable): boolean {
  return role !== 'field' && symbols.every((ordinal) => table.symbol(ordinal).name_line !== line)
}

class JavaScriptRules implements Rules {
  readonly selfNames = new Map([['this', 'object']] as const)
  readonly readType = readJavaScriptType
  readonly staysBuiltin = staysBuiltin
  readonly strictSides = true
  private readonly project: Project
  private readonly modules: JavaScriptModules
  private readonly barrels = new WeakMap<FileTable, readonly ModuleMeaning[]>()

  constructor(project: Project) {
    this.project = project
    this.modules = new JavaScriptModules(project.bench)
  }

  isBuiltin(name: string): boolean {
    return builtinNames.has(name)
  }

  imported(fact: ImportFact, from: FileTable, asking: Ask): Meaning {
    const module = this.modules.find(fact.module, from.path)
    if (fact.kind === 'require' && fact.alias !== '') return this.required(module, asking)
    // A namespace that is called stands for what its module is: that is how TypeScript imported CommonJS for long.
    if (fact.kind === 'namespace' && asking.use === 'calls') return this.required(module, asking)
    if (fact.name === '') return module
    const taken = this.taken(module, fact.name, asking)
    // A default import of a module without a default gives the whole of it: that is how CommonJS is imported.
    return fact.name === 'default' && isMissing(taken) ? this.required(module, asking) : taken
  }

  offered(module: ModuleMeaning | FolderMeaning, name: string, asking: Ask): Meaning {
    const table = module.is === 'module' ? this.project.bench.table(module.path) : undefined
    if (!table) return nothing('not-found')
    // Only a question that starts here has a whole answer: one that came along a circle leaves out where it came from.
    if (asking.seen.size > 0) return this.offeredBy(table, name, asking)
    const question = `offered ${table.path} ${name} ${asking.use}`
    return this.project.bench.remember<Meaning>(question, nothing('not-found'), () => this.offeredBy(table, name, asking))
  }

  private offeredBy(table: FileTable, name: string, asking: Ask): Meaning {
    const step = `${table.path} ${name}`
    if (asking.seen.has(step)) return nothing('not-found')
    asking.seen.add(step)
    return (
      this.exportedAs(table, name, asking) ??
      this.exportedSymbol(table, name, asking.use) ??
      this.offeredByAll(table, name, asking) ??
      this.offeredByWhole(table, name, asking) ??
      nothing('not-found')
    )
  }

  pickTwin(twins: readonly SymbolFact[], use: EdgeKind): SymbolFact | undefined {
    if (twins.every((twin) => isCallable(twin))) return standsForAll(twins, 'typescript')
    if (twins.every((twin) => twin.kind === 'property')) return accessor(twins, use)
    const kinds = new Set(twins.map((twin) => twin.kind))
    // Only these are put together from several declarations; two classes or types of one name stand in different callbacks.
    if (kinds.size === 1)
      return mergedKinds.has(twins[0]?.kind ?? '') && twins.every((twin) => twin.exported) ? twins[0] : undefined
    // A value and the type named after it are imported as one.
    for (const kind of chiefKinds) {
      const [chief, second] = twins.filter((twin) => twin.kind === kind)
      if (chief) return second ? undefined : chief
    }
    return undefined
  }

  isNoValue(symbol: SymbolFact): boolean {
    return symbol.kind === 'interface' || symbol.kind === 'type'
  }

  /**
   * Nameless functions have no scope of their own here: where one of them has a variable by the name of a symbol or import
   * around it, nobody can tell which of the two stands before a dot.
   */
  bareName(name: string, from: FileTable, asking: Ask, scope: number): Meaning | undefined {
    if (!asking.locals || asking.use === 'uses_type') return undefined
    for (let at = scope; ; at = from.parent(at)) {
      const here = from.named(at, name)
      const isClass = at !== MODULE_SCOPE && isClassLike(from.symbol(at))
      if (here && !isClass && here.symbols.length + here.imports.length > 0)
        return here.bindings.some((binding) => isApart(binding, here, from)) ? nothing('ambiguous') : undefined
      if (at === MODULE_SCOPE) return undefined
    }
  }

  /** `exports.load()` in the file itself. */
  packageName(name: string, from: FileTable): Meaning | undefined {
    return name === 'exports' ? { is: 'module', path: from.path } : undefined
  }

  memberBeside(owner: SymbolMeaning, name: string, use: EdgeKind): Meaning | undefined {
    const { table } = owner
    const whole = this.exportedAs(table, 'default', ask(use))
    if (whole?.is !== 'symbol' || whole.table !== table || whole.ordinal !== owner.ordinal) return undefined
    return this.exportedAs(table, name, ask(use)) ?? this.exportedSymbol(table, name, use)
  }

  rebindsThis(symbol: SymbolFact): boolean {
    return symbol.kind === 'function' && /^(?:export |default |async )*function\b/.test(symbol.signature)
  }

  /** What `export { a as b }`, `export { a } from './x'` or `export default a` says of this name. */
  private exportedAs(table: FileTable, name: string, asking: Ask): Meaning | undefined {
    const facts = table.outline.exports.filter((fact) => fact.name === name)
    return facts.length === 0 ? undefined : agreed(facts.map((fact) => this.behindExport(table, fact, asking)))
  }

  private behindExport(table: FileTable, fact: ExportFact, asking: Ask): Meaning {
    if (fact.module !== '') {
      const module = this.modules.find(fact.module, table.path)
      return fact.local === '' || fact.local === '*' ? module : this.taken(module, fact.local, asking)
    }
    const local = fact.local === '' ? fact.name : fact.local
    // `exports.etag = make()` beside `const etag = require('etag')`: the export says itself which one it is.
    const exact = table.qualified(local).find((ordinal) => isAt(table.symbol(ordinal), fact))
    if (exact !== undefined && table.named(MODULE_SCOPE, local)?.symbols.length === 1) return symbolAt(table, exact)
    return moduleName(this.project, table, local, asking) ?? this.defined(table, local, asking.use) ?? nothing('not-found')
  }

  private exportedSymbol(table: FileTable, name: string, use: EdgeKind): Meaning | undefined {
    const symbols = table.named(MODULE_SCOPE, name)?.symbols.filter((ordinal) => table.symbol(ordinal).exported) ?? []
    return symbols.length > 0 ? pickSymbol(this.project, table, symbols, use) : undefined
  }

  /** `export * from './x'`, which never hands on a default. */
  private offeredByAll(table: FileTable, name: string, asking: Ask): Meaning | undefined {
    if (name === 'default') return undefined
    const found: Meaning[] = []
    for (const module of this.handedOn(table)) {
      const meaning = this.offered(module, name, asking)
      if (meaning.is !== 'nothing' || meaning.reason === 'ambiguous') found.push(meaning)
    }
    return found.length > 0 ? agreed(found) : undefined
  }

  /** The modules behind `export *`; a barrel is asked for every name that is imported from it. */
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

  /** A member of what `module.exports = …` gives. */
  private offeredByWhole(table: FileTable, name: string, asking: Ask): Meaning | undefined {
    const whole = name === 'default' ? undefined : this.exportedAs(table, 'default', asking)
    if (!whole || whole.is === 'nothing') return undefined
    const member = memberOf(this.project, whole, name, asking.use)
    return member.is === 'nothing' ? undefined : member
  }

  /** What `require` gives: what `module.exports` was set to, else the module with all it exports. */
  private required(module: Meaning, asking: Ask): Meaning {
    const table = module.is === 'module' ? this.project.bench.table(module.path) : undefined
    if (!table) return module
    const whole = this.exportedAs(table, 'default', asking)
    if (whole && whole.is !== 'nothing') return whole
    const [only, second] = table.outline.exports
    const step = `require ${table.path}`
    if (only?.name !== '*' || second || asking.seen.has(step)) return module
    // `module.exports = require('./lib')`: one file stands for the other.
    asking.seen.add(step)
    return this.required(this.modules.find(only.module, table.path), asking)
  }

  private taken(module: Meaning, name: string, asking: Ask): Meaning {
    if (module.is === 'nothing') return module
    if (module.is === 'module') return this.project.rulesOfModule(module)?.offered?.(module, name, asking) ?? nothing('not-found')
    return memberOf(this.project, module, name, asking.use)
  }

  /** A symbol by its qualified name, for exports of what is no name of the module (`exports.a = function …`). */
  private defined(table: FileTable, qualified: string, use: EdgeKind): Meaning | undefined {
    const [only, second] = table.qualified(qualified)
    if (only === undefined) return undefined
    return second === undefined ? symbolAt(table, only) : pickSymbol(this.project, table, table.qualified(qualified), use)
  }
}

const mergedKinds: ReadonlySet<string> = new Set(['interface', 'namespace', 'enum'])
const chiefKinds = ['class', 'function', 'enum', 'constant', 'variable', 'namespace', 'interface', 'type'] as const

/** A getter and its setter are one property. Those of the branches of a union are not: which is meant depends on the value. */
function accessor(twins: readonly SymbolFact[], use: EdgeKind): SymbolFact | undefined {
  if (!twins.every((twin) => /\b[gs]et\b/.test(twin.signature))) return undefined
  return use === 'writes' ? twins.at(-1) : twins[0]
}

const isAt = (symbol: SymbolFact, { line, column }: ExportFact): boolean =>
  symbol.name_line === line && symbol.name_column === column

const isMissing = (meaning: Meaning): boolean => meaning.is === 'nothing' && meaning.reason === 'not-found'
