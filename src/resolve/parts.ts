/** Types declared in several places: a class and its extensions. All parts together are the type. */
import type { EdgeKind } from '../contract/symbol.ts'
import { type FileTable, MODULE_SCOPE } from './file-table.ts'
import { factOf, isCallable, type Meaning, nothing, type SymbolMeaning, symbolAt } from './meaning.ts'
import type { Project } from './project.ts'

/** The type that a declaration belongs to: itself, or the type it extends. If that is outside this repo, the extension itself. */
export function wholeAt(project: Project, table: FileTable, ordinal: number): SymbolMeaning {
  const part = symbolAt(table, ordinal)
  const rules = project.rules(table.language)
  if (!rules.isPart?.(table.symbol(ordinal))) return part
  return project.bench.remember(`whole ${table.path} ${ordinal}`, part, () => rules.wholeOf?.(part) ?? part)
}

/** A member of any part. For a protocol the requirement is the target, not its default implementation. */
export function memberOfParts(
  project: Project,
  owner: SymbolMeaning,
  name: string,
  use: EdgeKind,
  given: number,
): Meaning | undefined {
  const rules = project.rules(owner.table.language)
  const found: SymbolMeaning[] = []
  const addFrom = ({ table, ordinal }: SymbolMeaning): void => {
    for (const member of table.named(ordinal, name)?.symbols ?? []) found.push(symbolAt(table, member))
  }
  const parts = rules.partsOf?.(owner, { member: name }) ?? []
  addFrom(owner)
  for (const part of parts) addFrom(part)
  if (found.length === 0) return undefined
  // A type outside this repo may have unknown methods of this name; it can have only one property of a name.
  const members = found.filter((member) => !isCallable(factOf(member)) || !rules.isPart?.(factOf(owner)))
  const called = members.filter((member) => isCallable(factOf(member)) === (use === 'calls'))
  const meant = called.length > 0 ? called : members
  const taken =
    use === 'calls' && given >= 0 ? meant.filter((one) => rules.takes?.(factOf(one), factOf(owner), given) ?? true) : meant
  if (members.length > 0 && taken.length === 0) return undefined
  return taken.length === 0 ? undefined : oneOf(taken, use)
}

function oneOf(members: readonly SymbolMeaning[], use: EdgeKind): Meaning {
  const [only, second] = members
  if (only && second === undefined) return only
  if (use === 'calls' && members.every((one) => isCallable(factOf(one)))) return { ...nothing('ambiguous'), among: members }
  const [required, other] = members.filter(isRequired)
  return required && other === undefined ? required : nothing('ambiguous')
}

/** Is it a requirement in the body of a protocol? */
export function isRequired({ table, ordinal }: SymbolMeaning): boolean {
  const parent = table.parent(ordinal)
  return parent !== MODULE_SCOPE && table.symbol(parent).kind === 'interface'
}
