/** PHP: classes, functions and constants belong to namespaces, not files; a name without one is of the file's own namespace. */
import type { ImportFact } from '../../contract/facts.ts'
import { basesOf } from '../class-line.ts'
import type { Ask, Family, Rules } from '../family.ts'
import type { FileTable } from '../file-table.ts'
import { folderOf, joinPath } from '../folders.ts'
import {
  type FolderMeaning,
  factOf,
  isClassLike,
  type Meaning,
  type ModuleMeaning,
  nothing,
  type SymbolMeaning,
} from '../meaning.ts'
import { pickByCall } from '../pick-symbol.ts'
import type { Project } from '../project.ts'
import { readOnce } from '../read-once.ts'
import { isBuiltinFunction, isBuiltinName } from './builtins.ts'
import { Namespaces } from './namespaces.ts'
import { elementOfPhpType, readPhpType } from './read-type.ts'

export const php: Family = {
  languages: ['php'],
  relinking: {
    manifests: /(^|\/)composer\.json$/,
    basesInBody: true,
    /** A class is found by its namespace, whatever its file is called. */
    seenWith: (_symbol, outline) => outline.package,
  },
  open: (project) => new PhpRules(project),
}

class PhpRules implements Rules {
  readonly superIsParent = true
  readonly selfNames = new Map([
    ['$this', 'object'],
    ['self', 'class'],
    ['static', 'class'],
    ['parent', 'super'],
  ] as const)
  readonly readType = readOnce(readPhpType)
  readonly elementType = readOnce(elementOfPhpType)
  readonly isBuiltin = isBuiltinName
  /** Reads of a constant and of a static property are not distinguished. */
  readonly pickTwin = pickByCall
  private readonly project: Project
  private readonly namespaces: Namespaces

  constructor(project: Project) {
    this.project = project
    this.namespaces = new Namespaces(project)
  }

  imported(fact: ImportFact, from: FileTable, asking: Ask): Meaning {
    if (fact.kind === 'side-effect') return this.included(fact.module, from.path)
    const found = this.namespaces.find(fact.module, fact.name, asking.use)
    return found ?? this.namespaces.inRepo(`${fact.module}\\${fact.name}`) ?? this.outside(fact.module, fact.name)
  }

  /** `folder` is the name of a namespace here. */
  offered(module: ModuleMeaning | FolderMeaning, name: string, asking: Ask): Meaning {
    if (module.is !== 'folder') return nothing('not-found')
    return this.namespaces.find(module.folder, name, asking.use) ?? this.outside(module.folder, name)
  }

  /** A qualified name, or one of the file's own namespace; functions and constants may also be global. */
  packageName(name: string, from: FileTable, asking: Ask): Meaning | undefined {
    if (name.endsWith('\\')) return { is: 'folder', folder: namespaceOf(name, from), language: 'php' }
    if (name.includes('\\')) {
      const [namespace, last] = split(expand(name, from))
      return this.namespaces.find(namespace, last, asking.use) ?? this.outside(namespace, last)
    }
    // Variables do not belong to a namespace; and not every `count` of the repo is read at every `count(…)`.
    if (name.startsWith('$') || (isBuiltinFunction(name) && !this.namespaces.mayDefine(name))) return undefined
    const here = this.namespaces.find(from.package, name, asking.use)
    if (here || from.package === '') return here
    const global = this.namespaces.find('', name, asking.use)
    return global?.is === 'symbol' && !isClassLike(factOf(global)) ? global : undefined
  }

  /** Traits come before inherited members. */
  inherited(owner: SymbolMeaning): readonly Meaning[] {
    const bases = basesOf(this.project, owner)
    const isTrait = (base: Meaning): boolean => base.is === 'symbol' && factOf(base).kind === 'trait'
    return [...bases.filter(isTrait), ...bases.filter((base) => !isTrait(base))]
  }

  /** What a built-in function returns (`end($handlers)`) is mostly one of the program's own values. */
  staysBuiltin(steps: readonly { called: boolean }[]): boolean {
    return steps.every((step) => !step.called)
  }

  private included(path: string, from: string): Meaning {
    const beside = joinPath(folderOf(from), path)
    const found = [beside, joinPath('', path)].find((one) => one !== undefined && this.project.bench.has(one))
    return found === undefined ? nothing('module-not-found') : { is: 'module', path: found }
  }

  private outside(namespace: string, name: string): Meaning {
    if (namespace === '') return nothing(isBuiltinName(name) ? 'builtin' : 'not-found')
    return this.namespaces.outside(namespace, name)
  }
}

/** `A\B\` → `A\B`, its first name as imported; `\A\` → `A`; `namespace\` → the file's own. */
const namespaceOf = (name: string, from: FileTable): string => (name === '\\' ? '' : expand(name.slice(0, -1), from))

/** The full name for a name that contains a backslash, or precedes one. */
function expand(name: string, from: FileTable): string {
  if (name.startsWith('\\')) return name.slice(1)
  const [first = '', ...rest] = name.split('\\')
  if (first.toLowerCase() === 'namespace') return [from.package, ...rest].filter(Boolean).join('\\')
  const alias = from.outline.imports.find((fact) => fact.alias === first && fact.kind === 'named')
  const start = alias ? [alias.module, alias.name] : [from.package, first]
  return [...start, ...rest].filter(Boolean).join('\\')
}

function split(whole: string): [namespace: string, name: string] {
  const slash = whole.lastIndexOf('\\')
  return slash < 0 ? ['', whole] : [whole.slice(0, slash), whole.slice(slash + 1)]
}
