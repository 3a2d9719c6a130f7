/** Lua: a module is the table its file returns, and `require` finds the file by its dotted name. */
import type { ImportFact, SymbolFact } from '../../contract/facts.ts'
import type { Ask, Family, Rules } from '../family.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { type FolderMeaning, isValue, type Meaning, type ModuleMeaning, nothing } from '../meaning.ts'
import { memberOf } from '../members.ts'
import { pickSymbol } from '../pick-symbol.ts'
import type { Project } from '../project.ts'
import { moduleName } from '../scope.ts'
import { LuaModules } from './modules.ts'

export const lua: Family = {
  languages: ['lua'],
  relinking: { folderFiles: /(^|\/)init\.lua$/ },
  open: (project) => new LuaRules(project),
}

class LuaRules implements Rules {
  readonly selfNames = new Map([['self', 'object']] as const)
  private readonly project: Project
  private readonly modules: LuaModules

  constructor(project: Project) {
    this.project = project
    this.modules = new LuaModules(project.bench)
  }

  isBuiltin(name: string): boolean {
    return builtinNames.has(name)
  }

  imported(fact: ImportFact, from: FileTable, asking: Ask): Meaning {
    const module = this.modules.find(fact.module, from.path)
    return fact.name === '' || module.is === 'nothing' ? module : memberOf(this.project, module, fact.name, asking.use)
  }

  /** What the file returns: a table by its name, or a table literal. */
  offered(module: ModuleMeaning | FolderMeaning, name: string, asking: Ask): Meaning {
    const table = module.is === 'module' ? this.project.bench.table(module.path) : undefined
    if (!table || asking.seen.has(table.path)) return nothing('not-found')
    asking.seen.add(table.path)
    const { exports } = table.outline
    const whole = exports.find((fact) => fact.name === 'default')
    if (whole) {
      const returned = moduleName(this.project, table, whole.local, asking)
      return returned ? memberOf(this.project, returned, name, asking.use) : nothing('receiver-unknown')
    }
    const local = exports.find((fact) => fact.name === name)?.local
    if (local === undefined) return nothing('not-found')
    const symbols = table.named(MODULE_SCOPE, local)?.symbols ?? []
    if (symbols.length > 0) return pickSymbol(this.project, table, symbols, asking.use)
    return moduleName(this.project, table, local, asking) ?? nothing('not-found')
  }

  /** Of a value assigned in several places the first is its definition; of functions it depends on the branch taken. */
  pickTwin(twins: readonly SymbolFact[]): SymbolFact | undefined {
    return twins.every(isValue) ? twins[0] : undefined
  }

  /** Fields of a nameless table are reached through that table alone. */
  fits(symbol: SymbolFact): boolean {
    return symbol.kind !== 'method'
  }
}

const builtinNames: ReadonlySet<string> = new Set(
  `_G _ENV _VERSION assert collectgarbage dofile error getfenv getmetatable ipairs load loadfile loadstring next pairs pcall print
  rawequal rawget rawlen rawset require select setfenv setmetatable tonumber tostring type unpack xpcall arg
  coroutine debug io math os package string table utf8 bit bit32 jit ffi`.split(/\s+/),
)
