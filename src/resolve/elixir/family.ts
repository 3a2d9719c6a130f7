/** Elixir: modules are found by their full names, whatever their file is called; functions by name and arity. */
import type { ImportFact, SymbolFact } from '../../contract/facts.ts'
import type { EdgeKind } from '../../contract/symbol.ts'
import { type Ask, ask, type Family, type Rules } from '../family.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import {
  agreed,
  type FolderMeaning,
  factOf,
  type Meaning,
  type ModuleMeaning,
  nothing,
  packageMember,
  type SymbolMeaning,
  symbolAt,
} from '../meaning.ts'
import { memberOf } from '../members.ts'
import type { Project } from '../project.ts'
import { meaningOfName } from '../scope.ts'
import { standardModules } from './builtins.ts'

export const elixir: Family = {
  languages: ['elixir'],
  /** An argument that got a default may be left out in calls. */
  open: (project) => new ElixirRules(project),
}

class ElixirRules implements Rules {
  private readonly project: Project

  constructor(project: Project) {
    this.project = project
  }

  imported(fact: ImportFact, from: FileTable, asking: Ask): Meaning {
    const module = this.find(fact, from)
    if (fact.name === '' || module.is === 'nothing') return module
    return memberOf(this.project, module, fact.name, asking.use, asking.given)
  }

  /** `folder` is the beginning of module names: `Shop` in `Shop.Accounts`. */
  offered(module: ModuleMeaning | FolderMeaning, name: string): Meaning {
    if (module.is !== 'folder') return nothing('not-found')
    const whole = `${module.folder}.${name}`
    const [top = ''] = module.folder.split('.')
    if (isModuleName(name)) return this.module(whole) ?? namespace(whole)
    if (standardModules.has(top)) return nothing('builtin')
    return this.module(top) ? nothing('module-not-found') : packageMember(`pkg:hex/${underscored(top)}`, whole)
  }

  below(module: SymbolMeaning, name: string): Meaning | undefined {
    const whole = `${factOf(module).qualified_name}.${name}`
    return isModuleName(name) ? (this.module(whole) ?? namespace(whole)) : undefined
  }

  packageName(name: string, from: FileTable, asking: Ask, scope: number): Meaning | undefined {
    // Any package may add modules to `Mix.Tasks`.
    const isClosed = standardModules.has(name) && name !== 'Mix'
    if (isModuleName(name)) return this.module(name) ?? (isClosed ? nothing('builtin') : namespace(name))
    return this.fromImports(name, from, asking, scope)
  }

  /** Clauses at different places are one function; a behaviour's callback is not what is called. */
  pickTwin(twins: readonly SymbolFact[]): SymbolFact | undefined {
    const [first, ...rest] = twins.filter((twin) => twin.kind !== 'method')
    return first && rest.every((twin) => withoutNumber(twin.tag) === withoutNumber(first.tag)) ? first : undefined
  }

  fits(symbol: SymbolFact, use: EdgeKind, given: number): boolean {
    switch (use) {
      case 'calls':
        return isFunction(symbol) && takesSoMany(symbol, given)
      case 'reads':
      case 'writes':
        return symbol.kind === 'constant'
      case 'uses_type':
        return symbol.kind === 'type' || isModule(symbol)
      default:
        return isModule(symbol)
    }
  }

  /** Only public functions can be called by their module's name. */
  takes(member: SymbolFact, _owner: SymbolFact, given: number): boolean {
    return isFunction(member) && member.exported && takesSoMany(member, given)
  }

  /** What `import` adds, from modules of this repo. */
  private fromImports(name: string, from: FileTable, asking: Ask, scope: number): Meaning | undefined {
    const found: Meaning[] = []
    for (const fact of from.outline.imports) {
      if (fact.kind !== 'wildcard' || !isAround(from, fact.scope, scope)) continue
      const module = this.find(fact, from)
      if (module.is === 'symbol') found.push(memberOf(this.project, module, name, asking.use, asking.given))
    }
    const meaning = agreed(found)
    return meaning.is === 'nothing' && meaning.reason !== 'ambiguous' ? undefined : meaning
  }

  /** The first part of a name may be an alias itself, but not the one being defined. */
  private find({ module, alias, scope }: ImportFact, from: FileTable): Meaning {
    const [first = '', ...rest] = module.split('.')
    const step = `alias ${from.path} ${scope} ${module}`
    const start = (): Meaning =>
      first === alias || rest.length === 0
        ? (this.packageName(first, from, ask('references'), MODULE_SCOPE) ?? nothing('not-found'))
        : meaningOfName(this.project, from, scope, first, ask('references'))
    const top = this.project.bench.follow<Meaning>(step, nothing('not-found'), start)
    return rest.reduce((meaning, name) => memberOf(this.project, meaning, name, 'references'), top)
  }

  /** The module of this full name, if the repo has it. */
  private module(whole: string): Meaning | undefined {
    const { bench } = this.project
    const found: Meaning[] = []
    const files = bench.filesDefining(whole.slice(whole.lastIndexOf('.') + 1))
    for (const table of bench.tables(files.filter((path) => bench.languageOf(path) === 'elixir'))) {
      for (const ordinal of table.qualified(whole)) if (isModule(table.symbol(ordinal))) found.push(symbolAt(table, ordinal))
    }
    return found.length > 0 ? agreed(found) : undefined
  }
}

const namespace = (folder: string): FolderMeaning => ({ is: 'folder', folder, language: 'elixir' })
const isModuleName = (name: string): boolean => /^\p{Lu}/u.test(name)
const isModule = (symbol: SymbolFact): boolean => symbol.kind === 'module' || symbol.kind === 'interface'
const isFunction = (symbol: SymbolFact): boolean => symbol.kind === 'function' || symbol.kind === 'macro'
const withoutNumber = (tag: string): string => tag.replace(/#\d+$/, '')
const underscored = (name: string): string => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()

const defaultsIn = (signature: string): number => signature.split('\\\\').length - 1

/** `# add/2, 3 clauses`: two arguments, or fewer where some have defaults. */
function takesSoMany({ signature }: SymbolFact, given: number): boolean {
  const arity = /\/(\d+)(?:, \d+ clauses)?$/.exec(signature)?.[1]
  if (given < 0 || arity === undefined) return true
  const optional = defaultsIn(signature)
  return given <= Number(arity) && given >= Number(arity) - optional
}

function isAround(table: FileTable, outer: number, scope: number): boolean {
  for (let at = scope; at !== MODULE_SCOPE; at = table.parent(at)) if (at === outer) return true
  return outer === MODULE_SCOPE
}
