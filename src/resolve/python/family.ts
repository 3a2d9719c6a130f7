/** Python: modules are files and packages; everything at module level can be imported, imported names included. */
import type { ImportFact, SymbolFact } from '../../contract/facts.ts'
import type { Outline } from '../../contract/facts-codec.ts'
import { standsForAll } from '../../contract/overloads.ts'
import type { EdgeKind } from '../../contract/symbol.ts'
import type { Ask, Family, Rules } from '../family.ts'
import type { FileTable } from '../file-table.ts'
import { baseName, folderOf } from '../folders.ts'
import { type FolderMeaning, type Meaning, type ModuleMeaning, nothing } from '../meaning.ts'
import { memberOf } from '../members.ts'
import type { Project } from '../project.ts'
import { readOnce } from '../read-once.ts'
import type { AddVisible } from '../relinking.ts'
import { moduleName, wildcardName } from '../scope.ts'
import { builtinNames } from './builtins.ts'
import { PythonModules } from './modules.ts'
import { readPythonType } from './read-type.ts'

export const python: Family = {
  languages: ['python', 'notebook'],
  relinking: {
    folderFiles: /(^|\/)__init__\.pyi?$/,
    namesAreTaken: true,
    takesModules: true,
    describeMore: describeImports,
  },
  open: (project) => new PythonRules(project),
}

class PythonRules implements Rules {
  readonly bodyIsScope = true
  readonly selfNames = new Map([
    ['self', 'object'],
    ['cls', 'class'],
  ] as const)
  readonly readType = readOnce(readPythonType)
  private readonly project: Project
  private readonly modules: PythonModules

  constructor(project: Project) {
    this.project = project
    this.modules = new PythonModules(project.bench)
  }

  isBuiltin(name: string): boolean {
    return builtinNames.has(name)
  }

  imported(fact: ImportFact, from: FileTable, asking: Ask): Meaning {
    // `import a.b` binds `a`, not `a.b`.
    const bindsTop = fact.kind === 'namespace' && fact.alias === fact.module.split('.')[0]
    const module = bindsTop ? this.modules.top(fact.module, from.path) : this.modules.find(fact.module, from.path)
    if (fact.name === '') return module
    // `from google.cloud import storage`: the folders above a package of this repo need not be packages themselves.
    const below = module.is === 'package' ? this.modules.inRepo(`${fact.module}.${fact.name}`.split('.'), from.path) : undefined
    return below ?? this.taken(module, fact.name, asking)
  }

  importTarget(fact: ImportFact, from: FileTable): Meaning | undefined {
    return fact.name === '' ? this.modules.find(fact.module, from.path) : undefined
  }

  offered(module: ModuleMeaning | FolderMeaning, name: string, asking: Ask): Meaning {
    if (module.is === 'folder') return this.modules.below(module.folder, name) ?? nothing('not-found')
    const table = this.project.bench.table(module.path)
    const step = `${module.path}\0${name}`
    const first = !asking.seen.has(step)
    asking.seen.add(step)
    const own = table && first ? moduleName(this.project, table, name, asking) : undefined
    if (own && own.is !== 'nothing') return own
    const below = isPackage(module.path) ? this.modules.below(folderOf(module.path), name) : undefined
    if (below) return below
    return own ?? (table && first ? wildcardName(this.project, table, name, asking) : undefined) ?? nothing('not-found')
  }

  pickTwin(twins: readonly SymbolFact[], use: EdgeKind): SymbolFact | undefined {
    const [first] = twins
    if (!first || twins.some((twin) => twin.kind !== first.kind)) return undefined
    if (first.kind === 'property') return use === 'writes' ? twins.at(-1) : first
    // Of a name assigned twice the first is its definition; of a class defined twice the last one is in effect.
    if (first.kind === 'variable' || first.kind === 'constant') return first
    return standsForAll(twins, 'python') ?? twins.at(-1)
  }

  /** `self.x = 1` where a base has a property `x` runs its setter. */
  givesWay(member: SymbolFact, inherited: SymbolFact): boolean {
    return member.kind === 'property' && member.signature.startsWith('self.') && /^(async )?def\b/.test(inherited.signature)
  }

  private taken(module: Meaning, name: string, asking: Ask): Meaning {
    if (module.is === 'module' || module.is === 'folder') return this.offered(module, name, asking)
    return module.is === 'nothing' ? module : memberOf(this.project, module, name, asking.use)
  }
}

const isPackage = (path: string): boolean => baseName(path).startsWith('__init__.')

/** A name that a module imports is an attribute of the module. */
function describeImports(outline: Outline, add: AddVisible, modules: readonly string[]): void {
  for (const { module, name, alias, kind } of outline.imports) {
    if (alias === '') continue
    for (const owner of modules) add({ owner, name: alias }, 'import', module, name, alias, kind, owner)
  }
}
