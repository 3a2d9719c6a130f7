/**
 * What is compared of two symbols of one name, read once for each symbol: a name may have thousands of overloads, each compared with
 * each.
 */
import type { SymbolFact } from '../../contract/facts.ts'
import type { FileTable } from '../file-table.ts'
import { factOf, isCallable, isValue, type SymbolMeaning } from '../meaning.ts'
import { isDeclaration, isOfFile, isSameSignature, type Parameters, parametersOf } from './signature.ts'

export type Traits = {
  table: FileTable
  kind: SymbolFact['kind']
  is: 'namespace' | 'function' | 'value' | 'other'
  declares: boolean
  ofFile: boolean
  /** What branches of one symbol share: see `isBranchOf` in `contract/overloads.ts`. */
  branch: string
  parameters: Parameters | undefined
}

/** As long as the facts: the table of a symbol belongs to them. */
const known = new WeakMap<SymbolFact, Traits>()

export function traitsOf(symbol: SymbolMeaning): Traits {
  const fact = factOf(symbol)
  const found = known.get(fact)
  // Files with the same bytes may share their facts.
  if (found && found.table === symbol.table) return found
  const traits = readTraits(fact, symbol.table)
  known.set(fact, traits)
  return traits
}

function readTraits(fact: SymbolFact, table: FileTable): Traits {
  const isFunction = isCallable(fact) && fact.kind !== 'macro'
  return {
    table,
    kind: fact.kind,
    is: fact.kind === 'namespace' ? 'namespace' : isFunction ? 'function' : isValue(fact) ? 'value' : 'other',
    declares: isDeclaration(fact),
    ofFile: isOfFile(fact),
    branch: fact.kind === 'macro' ? '' : fact.tag.replace(/#.*/s, ''),
    parameters: isFunction ? parametersOf(fact) : undefined,
  }
}

/** One thing in several branches of one file. */
export const isBranch = (a: Traits, b: Traits): boolean => a.table === b.table && a.kind === b.kind && a.branch === b.branch

/** A function declared and defined is one. Two bodies are two functions, or one in two branches: not one either way. */
export function isSameThing(a: Traits, b: Traits): boolean {
  if (a.is === 'namespace' || b.is === 'namespace') return false
  if (isBranch(a, b)) return true
  if (a.is !== b.is) return false
  if (a.is === 'function') return isApart(a, b) && isSameSignature(a.parameters, b.parameters)
  return a.is === 'value' && (a.declares || b.declares)
}

/** A static function of another file is never the one declared here. */
const isApart = (a: Traits, b: Traits): boolean => !(a.declares || b.declares) || a.ofFile === b.ofFile || a.table === b.table
