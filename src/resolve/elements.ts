/** Element types of lists and maps. Only the text of a type has them: `[]*Foo` names no class, but its elements are Foo. */
import type { BindingFact } from '../contract/facts.ts'
import { LONGEST_TYPE } from './bench.ts'
import type { FileTable } from './file-table.ts'
import { factOf, isCallable, isValue, type Meaning, nothing, type SymbolMeaning } from './meaning.ts'
import type { Project } from './project.ts'
import { typeNamed } from './type-named.ts'

/** A type as written, and its scope. */
type Written = { table: FileTable; scope: number; text: string }

const unknown = nothing('receiver-unknown')

/** One element of the value `list`. */
export function elementOf(project: Project, list: Meaning): Meaning {
  const written = writtenType(project, list)
  if (!written) return unknown
  const element = elementText(project, written)
  if (element !== undefined) return typeNamed(project, written.table, written.scope, element)
  // `type Errors []*Error`
  const named = typeNamed(project, written.table, written.scope, written.text)
  const behind = named.is === 'instance' && named.of.is === 'symbol' ? ofType(named.of) : undefined
  const inside = behind && elementText(project, behind)
  return behind && inside !== undefined ? typeNamed(project, behind.table, behind.scope, inside) : unknown
}

const elementText = (project: Project, { table, text }: Written): string | undefined =>
  text.length > LONGEST_TYPE ? undefined : project.rules(table.language).elementType?.(text)

function writtenType(project: Project, meaning: Meaning): Written | undefined {
  if (meaning.is === 'instance') return meaning.of.is === 'symbol' ? ofType(meaning.of) : undefined
  if (meaning.is === 'variable') return ofBindings(project, meaning.table, meaning.bindings)
  if (meaning.is !== 'symbol') return undefined
  const { table, ordinal } = meaning
  const { type, parent, name } = factOf(meaning)
  if (isCallable(factOf(meaning))) return type === '' ? undefined : { table, scope: ordinal, text: type }
  if (!isValue(factOf(meaning))) return undefined
  if (type !== '') return { table, scope: parent, text: type }
  return ofBindings(project, table, table.named(parent, name)?.bindings ?? [])
}

function ofType({ table, ordinal }: SymbolMeaning): Written | undefined {
  const { kind, type, parent } = table.symbol(ordinal)
  return kind === 'type' && type !== '' ? { table, scope: parent, text: type } : undefined
}

function ofBindings(project: Project, table: FileTable, bindings: readonly BindingFact[]): Written | undefined {
  const [first] = bindings
  if (!first || bindings.some(({ type, from_call }) => type !== first.type || from_call !== first.from_call)) return undefined
  if (first.type !== '') return { table, scope: first.scope, text: first.type }
  if (!/^[\p{L}_][\p{L}\p{N}_.]*$/u.test(first.from_call)) return undefined
  const step = `written ${table.path} ${first.scope} ${first.name}`
  return project.bench.follow<Written | undefined>(step, undefined, () => {
    const made = project.meaningOfExpression(table, first.scope, first.from_call, 'calls')
    if (made.is !== 'symbol' || !isCallable(factOf(made)) || factOf(made).type === '') return undefined
    return { table: made.table, scope: made.ordinal, text: factOf(made).type }
  })
}
