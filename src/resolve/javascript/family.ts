/** JavaScript and TypeScript: a file is a module, and offers what it exports (`exports.ts`). */
import type { BindingFact, ImportFact, SymbolFact } from '../../contract/facts.ts'
import { standsForAll } from '../../contract/overloads.ts'
import type { EdgeKind } from '../../contract/symbol.ts'
import type { Ask, Family, Rules } from '../family.ts'
import { type FileTable, MODULE_SCOPE, type NamedHere } from '../file-table.ts'
import {
  type FolderMeaning,
  isCallable,
  isClassLike,
  type Meaning,
  type ModuleMeaning,
  nothing,
  type SymbolMeaning,
} from '../meaning.ts'
import type { Project } from '../project.ts'
import { readOnce } from '../read-once.ts'
import { builtinNames, staysBuiltin } from './builtins.ts'
import { JavaScriptExports } from './exports.ts'
import { JavaScriptModules } from './modules.ts'
import { readJavaScriptType } from './read-type.ts'
import { javascriptRelinking } from './relinking.ts'

export const javascript: Family = {
  languages: ['javascript', 'typescript', 'tsx', 'vue', 'svelte', 'html'],
  relinking: javascriptRelinking,
  open: (project) => new JavaScriptRules(project),
}

class JavaScriptRules implements Rules {
  readonly selfNames = new Map([['this', 'object']] as const)
  readonly readType = readOnce(readJavaScriptType)
  readonly staysBuiltin = staysBuiltin
  readonly strictSides = true
  private readonly modules: JavaScriptModules
  private readonly exports: JavaScriptExports

  constructor(project: Project) {
    this.modules = new JavaScriptModules(project.bench)
    this.exports = new JavaScriptExports(project, this.modules)
  }

  isBuiltin(name: string): boolean {
    return builtinNames.has(name)
  }

  imported(fact: ImportFact, from: FileTable, asking: Ask): Meaning {
    const module = this.modules.find(fact.module, from.path)
    if (fact.kind === 'require' && fact.alias !== '') return this.exports.required(module, asking)
    // A called namespace means the whole export of its module: TypeScript imported CommonJS this way for long.
    if (fact.kind === 'namespace' && asking.use === 'calls') return this.exports.required(module, asking)
    if (fact.name === '') return module
    const taken = this.exports.taken(module, fact.name, asking)
    // A default import of a module without a default means the whole module: this is how CommonJS is imported.
    return fact.name === 'default' && isMissing(taken) ? this.exports.required(module, asking) : taken
  }

  offered(module: ModuleMeaning | FolderMeaning, name: string, asking: Ask): Meaning {
    return this.exports.offered(module, name, asking)
  }

  memberBeside(owner: SymbolMeaning, name: string, use: EdgeKind): Meaning | undefined {
    return this.exports.beside(owner, name, use)
  }

  pickTwin(twins: readonly SymbolFact[], use: EdgeKind): SymbolFact | undefined {
    if (twins.every((twin) => isCallable(twin))) return standsForAll(twins, 'typescript')
    if (twins.every((twin) => twin.kind === 'property')) return accessor(twins, use)
    const kinds = new Set(twins.map((twin) => twin.kind))
    // Only these merge several declarations; two classes or types of one name are in different callbacks.
    if (kinds.size === 1)
      return mergedKinds.has(twins[0]?.kind ?? '') && twins.every((twin) => twin.exported) ? twins[0] : undefined
    // A value and the type of the same name are imported together.
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
   * Nameless functions have no scope of their own here: where one of them has a variable with the name of an outer symbol or
   * import, it is unknown which of the two is the receiver.
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

  rebindsThis(symbol: SymbolFact): boolean {
    return symbol.kind === 'function' && /^(?:export |default |async )*function\b/.test(symbol.signature)
  }
}

const mergedKinds: ReadonlySet<string> = new Set(['interface', 'namespace', 'enum'])
const chiefKinds = ['class', 'function', 'enum', 'constant', 'variable', 'namespace', 'interface', 'type'] as const

/** A getter and its setter are one property. Those of the branches of a union are not: the value decides which is used. */
function accessor(twins: readonly SymbolFact[], use: EdgeKind): SymbolFact | undefined {
  if (!twins.every((twin) => /\b[gs]et\b/.test(twin.signature))) return undefined
  return use === 'writes' ? twins.at(-1) : twins[0]
}

/** Is the binding a different variable than the symbols of that name? */
function isApart({ role, line }: BindingFact, { symbols }: NamedHere, table: FileTable): boolean {
  return role !== 'field' && symbols.every((ordinal) => table.symbol(ordinal).name_line !== line)
}

const isMissing = (meaning: Meaning): boolean => meaning.is === 'nothing' && meaning.reason === 'not-found'
