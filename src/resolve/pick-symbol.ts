/** Chooses one of several symbols of one name in one scope (overloads, a type and a value, getter and setter), or none. */
import type { SymbolFact } from '../contract/facts.ts'
import type { EdgeKind } from '../contract/symbol.ts'
import type { FileTable } from './file-table.ts'
import { isCallable, isClassLike, type Meaning, nothing, symbolAt } from './meaning.ts'
import type { Project } from './project.ts'

export function pickSymbol(project: Project, table: FileTable, ordinals: readonly number[], use: EdgeKind): Meaning {
  const [only, second] = ordinals
  if (only === undefined) return nothing('not-found')
  if (second === undefined) return symbolAt(table, only)
  const all = ordinals.map((ordinal) => table.symbol(ordinal))
  const fitting = all.filter((symbol) => isFit(symbol, use))
  const twins = fitting.length > 0 ? fitting : all
  const picked = twins.length === 1 ? twins[0] : project.rules(table.language).pickTwin?.(twins, use)
  const ordinal = picked ? ordinals[all.indexOf(picked)] : undefined
  if (ordinal !== undefined) return symbolAt(table, ordinal)
  const among = ordinals.filter((one) => isCallable(table.symbol(one))).map((one) => symbolAt(table, one))
  return use === 'calls' && among.length === twins.length ? { ...nothing('ambiguous'), among } : nothing('ambiguous')
}

/** For `pickTwin`: a method and a field may share a name; a call means the method, anything else the field. */
export function pickByCall(twins: readonly SymbolFact[], use: EdgeKind): SymbolFact | undefined {
  const fitting = twins.filter((twin) => isCallable(twin) === (use === 'calls'))
  return fitting.length === 1 ? fitting[0] : undefined
}

/** Can a use of this kind refer to a symbol of this kind? */
function isFit(symbol: SymbolFact, use: EdgeKind): boolean {
  switch (use) {
    case 'uses_type':
    case 'extends':
    case 'implements':
      return isClassLike(symbol)
    case 'calls':
    case 'decorates':
      return symbol.kind !== 'interface' && symbol.kind !== 'type' && symbol.kind !== 'namespace'
    case 'reads':
    case 'writes':
      return symbol.kind !== 'interface' && symbol.kind !== 'type'
    default:
      return true
  }
}
