/** Rust: modules in files or inline, impls anywhere, three namespaces for every name. It follows its uses itself. */
import type { ImportFact, UseFact } from '../../contract/facts.ts'
import type { Family, Rules } from '../family.ts'
import type { FileTable } from '../file-table.ts'
import { factOf, type Meaning, type SymbolMeaning } from '../meaning.ts'
import type { Project } from '../project.ts'
import { builtinNames } from './builtins.ts'
import { memberOfType, typeOfExpression } from './expressions.ts'
import { memberOf } from './members.ts'
import { RustPaths, type RustScope } from './paths.ts'
import { rustRelinking } from './relinking.ts'
import type { Side } from './sides.ts'
import { readTypeText } from './type-text.ts'
import { parameterNamed, selfBinding, typeOfText } from './types.ts'

export const rust: Family = { languages: ['rust'], relinking: rustRelinking, open: (project) => new RustRules(project) }

class RustRules implements Rules {
  private readonly paths: RustPaths

  constructor(project: Project) {
    this.paths = new RustPaths(project)
  }

  isBuiltin(name: string): boolean {
    return builtinNames.has(name)
  }
  imported(fact: ImportFact, from: FileTable): Meaning {
    return this.paths.imported(fact, from, 'any')
  }

  meaningOf(use: UseFact, table: FileTable, scope: number): Meaning {
    const from: RustScope = { table, scope }
    const { receiver, name } = use
    if (receiver === '') return this.named([name], use, from)
    if (receiver.endsWith('::')) return this.named([...receiver.split('::').slice(0, -1), name], use, from)
    const type = typeOfExpression(this.paths, receiver, from)
    return memberOfType(this.paths, type, name, use.use === 'calls' ? 'method' : 'field', from)
  }

  private named(path: readonly string[], use: UseFact, from: RustScope): Meaning {
    const [first = '', name = ''] = path
    // `T::default()`: members of the parameter's bounds.
    if (path.length === 2 && parameterNamed(first, from))
      return memberOfType(this.paths, typeOfText(this.paths, first, from), name, 'path', from)
    if (use.use !== 'references') return this.paths.path(path, from, sideOf(use))
    // Mostly a path prefix: a module or a type. Else a variant or constant that a pattern names.
    const meaning = this.paths.path(path, from, 'type')
    return meaning.is === 'nothing' && meaning.reason === 'not-found' ? this.paths.path(path, from, 'value') : meaning
  }

  /** A method of an impl overrides the one its trait declares. */
  overridden(table: FileTable, ordinal: number): SymbolMeaning[] {
    const written = readTypeText(selfBinding(table, ordinal)?.from_call ?? '')
    if (written?.is !== 'path') return []
    const trait = this.paths.path(written.path, { table, scope: table.parent(ordinal) }, 'type')
    if (trait.is !== 'symbol' || factOf(trait).kind !== 'trait') return []
    const from = { table: trait.table, scope: trait.ordinal }
    const member = memberOf(this.paths, trait, table.symbol(ordinal).name, 'path', from)
    return member.is === 'symbol' && member.table.parent(member.ordinal) === trait.ordinal ? [member] : []
  }
}

function sideOf({ use, arguments: given }: UseFact): Side {
  switch (use) {
    case 'calls':
      return given < 0 ? 'macro' : 'value'
    case 'reads':
    case 'writes':
      return 'value'
    case 'uses_type':
    case 'extends':
    case 'implements':
      return 'type'
    default:
      return 'any'
  }
}
