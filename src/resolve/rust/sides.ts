/** The namespaces (`Side`) of a name, and what of a module belongs to each. */
import type { ImportFact, SymbolFact } from '../../contract/facts.ts'
import { type FileTable, MODULE_SCOPE } from '../file-table.ts'
import { type Meaning, type SymbolMeaning, symbolAt } from '../meaning.ts'
import { readOnce } from '../read-once.ts'
import type { RustModule } from './module-tree.ts'

/** One name may be a type or module, a value, and a macro at once. `any`: all of them, as `use` imports. */
export type Side = 'type' | 'value' | 'macro' | 'any'

export const isGlob = (fact: ImportFact): boolean => fact.kind === 'wildcard' || (fact.kind === 'reexport' && fact.name === '')

export const segmentsOf: (path: string) => readonly string[] = readOnce((path) => path.split('::'))

export const meaningOfModule = ({ table, scope }: RustModule): Meaning =>
  scope === MODULE_SCOPE ? { is: 'module', path: table.path } : symbolAt(table, scope)

/** Twins built for different systems both count. Of `mod a` and `fn a` a `use` imports both: the function counts. */
export function pickOwn(table: FileTable, ordinals: readonly number[], side: Side): SymbolMeaning[] {
  const all = ordinals.map((ordinal) => symbolAt(table, ordinal))
  const rest = side === 'any' ? all.filter(({ ordinal }) => table.symbol(ordinal).kind !== 'module') : []
  return rest.length > 0 ? rest : all
}

export function isOf(side: Side, { kind }: SymbolFact): boolean {
  switch (side) {
    case 'type':
      return kind === 'struct' || kind === 'enum' || kind === 'trait' || kind === 'type' || kind === 'module'
    case 'value':
      return kind === 'function' || kind === 'constant' || kind === 'variable' || kind === 'struct' || kind === 'property'
    case 'macro':
      return kind === 'macro'
    default:
      return true
  }
}
