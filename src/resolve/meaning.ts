/** What a name or an expression means, as far as it is known. `nothing` always has a reason. */
import type { BindingFact, SymbolFact } from '../contract/facts.ts'
import type { UnresolvedReason } from '../contract/links.ts'
import type { FileTable } from './file-table.ts'

export type SymbolMeaning = { is: 'symbol'; table: FileTable; ordinal: number }
export type ModuleMeaning = { is: 'module'; path: string }
/** A package that is a folder of files: Go, Java, Python without `__init__`. */
export type FolderMeaning = { is: 'folder'; folder: string; language: string }
/** Something of another package: `pkg:npm/react#useState`. */
export type PackageMeaning = { is: 'package'; target: string }
/** `among`: the overloads that fit equally well. Which one is called is unknown, but they may all return the same type. */
export type Nothing = { is: 'nothing'; reason: UnresolvedReason; among?: readonly SymbolMeaning[] }

export type Meaning =
  | SymbolMeaning
  | ModuleMeaning
  | FolderMeaning
  | PackageMeaning
  /** A value of a known type; with `above` only members of its bases (`super`). */
  | { is: 'instance'; of: SymbolMeaning | PackageMeaning; above: boolean }
  /** A variable or parameter that is not a symbol; its type may be known. */
  | { is: 'variable'; table: FileTable; bindings: readonly BindingFact[] }
  | Nothing

export const nothing = (reason: UnresolvedReason): Nothing => ({ is: 'nothing', reason })
export const symbolAt = (table: FileTable, ordinal: number): SymbolMeaning => ({ is: 'symbol', table, ordinal })
export const packageOf = (target: string): PackageMeaning => ({ is: 'package', target })
export const instanceOf = (of: SymbolMeaning | PackageMeaning): Meaning => ({ is: 'instance', of, above: false })

/** `pkg:npm/react` + `useState` → `pkg:npm/react#useState`; one level deeper: `pkg:npm/react#useState.x`. */
export const packageMember = (target: string, name: string): PackageMeaning =>
  packageOf(target.includes('#') ? `${target}.${name}` : `${target}#${name}`)

export const factOf = (meaning: SymbolMeaning): SymbolFact => meaning.table.symbol(meaning.ordinal)

const classKinds: ReadonlySet<string> = new Set(['class', 'interface', 'struct', 'enum', 'trait', 'type'])
const valueKinds: ReadonlySet<string> = new Set(['variable', 'constant', 'property'])
const callableKinds: ReadonlySet<string> = new Set(['function', 'method', 'constructor', 'macro'])
/** A Ruby module has methods and is mixed into classes; in other languages a module is a namespace. */
export const isClassLike = (symbol: SymbolFact): boolean =>
  classKinds.has(symbol.kind) || (symbol.kind === 'module' && /^module |= *(?:::)?Module\.new/.test(symbol.signature))
export const isValue = (symbol: SymbolFact): boolean => valueKinds.has(symbol.kind)
export const isCallable = (symbol: SymbolFact): boolean => callableKinds.has(symbol.kind)

/** One meaning when all known meanings are equal; `ambiguous` when two differ; the first `nothing` when none is known. */
export function agreed(meanings: readonly Meaning[]): Meaning {
  const [first, ...rest] = meanings.filter((meaning) => meaning.is !== 'nothing')
  if (!first) return meanings[0] ?? nothing('not-found')
  return rest.every((other) => isSame(first, other)) ? first : nothing('ambiguous')
}

function isSame(a: Meaning, b: Meaning): boolean {
  if (a.is === 'symbol' && b.is === 'symbol') return isSameSymbol(a, b)
  if (a.is === 'module' && b.is === 'module') return a.path === b.path
  if (a.is === 'folder' && b.is === 'folder') return a.folder === b.folder
  if (a.is === 'package' && b.is === 'package') return a.target === b.target
  if (a.is === 'instance' && b.is === 'instance') return a.above === b.above && isSame(a.of, b.of)
  return false
}

/** One for each symbol of a repo: two symbols are the same when these are. */
export const symbolName = ({ table, ordinal }: SymbolMeaning): string => table.stepOf('line', ordinal)

export const isSameSymbol = (a: SymbolMeaning, b: SymbolMeaning): boolean =>
  a.table.path === b.table.path && a.ordinal === b.ordinal
