/** Overloads that take equally many arguments, told apart by what is known of the arguments' types. */
import type { UseFact } from '../contract/facts.ts'
import { type FileTable, MODULE_SCOPE } from './file-table.ts'
import { factOf, type Meaning } from './meaning.ts'
import type { Project } from './project.ts'

/** The meaning itself, unless it is several overloads of which only one has parameters of the very types given. */
export function pickOverload(project: Project, table: FileTable, scope: number, use: UseFact, meaning: Meaning): Meaning {
  if (meaning.is !== 'nothing' || meaning.among === undefined || use.argument_types === '') return meaning
  const types = use.argument_types
    .split(',')
    .map((type) => (type.startsWith('$') ? declaredType(table, scope, type.slice(1)) : type))
  const picked = project.rules(table.language).pickOverload?.(meaning.among.map(factOf), types)
  return meaning.among.find((one) => factOf(one) === picked) ?? meaning
}

/** As written where the variable is declared; '' when that is not known, or two variables of the name differ. */
function declaredType(table: FileTable, scope: number, name: string): string {
  for (let at = scope; ; at = table.parent(at)) {
    const bindings = table.named(at, name)?.bindings ?? []
    const [first] = bindings
    if (first) return bindings.every((binding) => binding.type === first.type) ? first.type : ''
    if (at === MODULE_SCOPE) return ''
  }
}
