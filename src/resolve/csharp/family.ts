/** C#: types belong to namespaces, not files, and may be declared in several parts. Uses are followed by type. */
import type { ImportFact, UseFact } from '../../contract/facts.ts'
import type { Family, Rules } from '../family.ts'
import type { FileTable } from '../file-table.ts'
import { type Meaning, nothing, packageOf, type SymbolMeaning } from '../meaning.ts'
import type { Project } from '../project.ts'
import { isBuiltinName } from './builtins.ts'
import { meaningOfUse } from './meaning-of.ts'
import { overridden } from './overridden.ts'
import { csharpRelinking } from './relinking.ts'
import { Types } from './types.ts'
import { Values } from './values.ts'

export const csharp: Family = { languages: ['csharp'], relinking: csharpRelinking, open: (project) => new CsharpRules(project) }

class CsharpRules implements Rules {
  readonly bareMembers = true
  readonly selfNames = new Map([['this', 'object']] as const)
  readonly isBuiltin = isBuiltinName
  private readonly values: Values

  constructor(project: Project) {
    this.values = new Values(new Types(project))
  }

  meaningOf(use: UseFact, from: FileTable, scope: number, next: UseFact | undefined): Meaning {
    return meaningOfUse(this.values, use, from, scope, next)
  }

  overridden(from: FileTable, ordinal: number): readonly SymbolMeaning[] {
    return overridden(this.values, from, ordinal)
  }

  /** An alias means its type, `using static` its class. A namespace of this repo spans many files, so it is not a symbol. */
  imported(fact: ImportFact, from: FileTable): Meaning {
    const whole = [fact.module, fact.name].filter((part) => part !== '').join('.')
    const type = fact.kind === 'namespace' ? undefined : this.values.types.aliased(whole, from)
    if (type?.is === 'type') return type.of
    return this.values.types.usings.isOwn(whole, from) ? nothing('not-found') : packageOf(`pkg:nuget/${whole}`)
  }
}
