/** Bash: a script knows what it sources as if it were its own text. Functions and variables are separate namespaces. */
import type { ImportFact, SymbolFact } from '../../contract/facts.ts'
import type { EdgeKind } from '../../contract/symbol.ts'
import type { Ask, Family, Rules } from '../family.ts'
import type { FileTable } from '../file-table.ts'
import { folderOf, joinPath } from '../folders.ts'
import { type FolderMeaning, isCallable, isValue, type Meaning, type ModuleMeaning, nothing } from '../meaning.ts'
import type { Project } from '../project.ts'
import { moduleName, wildcardName } from '../scope.ts'

export const bash: Family = {
  languages: ['bash'],
  relinking: { modulesArePaths: true, dollarIsNoName: true },
  open: (project) => new BashRules(project),
}

class BashRules implements Rules {
  private readonly project: Project

  constructor(project: Project) {
    this.project = project
  }

  imported(fact: ImportFact, from: FileTable): Meaning {
    const path = this.sourced(fact.module, from.path)
    return path === undefined ? nothing('module-not-found') : { is: 'module', path }
  }

  offered(module: ModuleMeaning | FolderMeaning, name: string, asking: Ask): Meaning {
    if (module.is === 'folder' || asking.seen.has(module.path)) return nothing('not-found')
    asking.seen.add(module.path)
    const table = this.project.bench.table(module.path)
    const found = table && (moduleName(this.project, table, name, asking) ?? wildcardName(this.project, table, name, asking))
    return found ?? nothing('not-found')
  }

  fits(symbol: SymbolFact, use: EdgeKind): boolean {
    return use === 'reads' || use === 'writes' ? isValue(symbol) : isCallable(symbol)
  }

  /**
   * `./lib.sh`, `"$(dirname "$0")/lib.sh"`: next to the script. After any other variable only the end of the path is known: then
   * exactly one file of the repo must end so.
   */
  private sourced(written: string, from: string): string | undefined {
    const computed = /^.*[$`)}]\w*["']?\//s.exec(written)?.[0] ?? ''
    const rest = written.slice(computed.length)
    if (rest === '' || /[$`*?{]/.test(rest) || written.startsWith('/') || written.startsWith('~')) return undefined
    const { bench } = this.project
    const isBeside = computed === '' || /\bdirname\b|\bBASH_SOURCE\b|\$\{?0|%\/\*/.test(computed)
    const beside = isBeside ? joinPath(folderOf(from), rest) : undefined
    if (beside !== undefined && bench.has(beside)) return beside
    const end = rest.replace(/^(?:\.{1,2}\/)+/, '')
    const ending = bench.folders.named(end.slice(end.lastIndexOf('/') + 1)).filter((path) => `/${path}`.endsWith(`/${end}`))
    return ending.length === 1 ? ending[0] : undefined
  }
}
