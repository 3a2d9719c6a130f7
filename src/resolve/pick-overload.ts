/** Tells overloads with the same argument count apart by known argument types. */
import type { UseFact } from '../contract/facts.ts'
import type { Rules } from './family.ts'
import { type FileTable, MODULE_SCOPE } from './file-table.ts'
import { factOf, type Meaning, nothing } from './meaning.ts'
import { isRequired } from './parts.ts'
import type { Project } from './project.ts'

/** Returns the meaning unchanged, unless it is several overloads of which exactly one has the types of the arguments. */
export function pickOverload(project: Project, table: FileTable, scope: number, use: UseFact, meaning: Meaning): Meaning {
  const rules = project.rules(table.language)
  if (rules.accepts && use.use === 'calls' && use.arguments >= 0) return acceptedOf(rules, use, meaning)
  if (meaning.is !== 'nothing' || meaning.among === undefined || use.argument_types === '') return meaning
  const types = use.argument_types
    .split(',')
    .map((type) => (type.startsWith('$') ? declaredType(table, scope, type.slice(1)) : type))
  const picked = project.rules(table.language).pickOverload?.(meaning.among.map(factOf), types)
  return meaning.among.find((one) => factOf(one) === picked) ?? meaning
}

/** The one that accepts the arguments. A protocol requirement represents its default implementations. */
function acceptedOf(rules: Rules, use: UseFact, meaning: Meaning): Meaning {
  const types = use.argument_types === '' ? [] : use.argument_types.split(',')
  const isUntold = use.arguments > 0 && types.length === 0
  if (meaning.is === 'symbol') return isUntold || rules.accepts?.(factOf(meaning), types) ? meaning : nothing('receiver-unknown')
  if (meaning.is !== 'nothing' || meaning.among === undefined || isUntold) return meaning
  const accepted = meaning.among.filter((one) => rules.accepts?.(factOf(one), types))
  const required = accepted.filter(isRequired)
  return (accepted.length === 1 ? accepted[0] : required.length === 1 ? required[0] : undefined) ?? meaning
}

/** As written where the variable is declared; '' when unknown, or when two variables of the name differ. */
function declaredType(table: FileTable, scope: number, name: string): string {
  for (let at = scope; ; at = table.parent(at)) {
    const bindings = table.named(at, name)?.bindings ?? []
    const [first] = bindings
    if (first) return bindings.every((binding) => binding.type === first.type) ? first.type : ''
    if (at === MODULE_SCOPE) return ''
  }
}
