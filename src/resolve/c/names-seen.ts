/**
 * The symbols of all files that linking has seen so far, by qualified name. Most files include mostly the same headers, so a list of
 * all names for each file by itself would be made of the same parts again and again.
 */
import type { SymbolFact } from '../../contract/facts.ts'
import type { FileTable } from '../file-table.ts'
import { type SymbolMeaning, symbolAt } from '../meaning.ts'

export type ByName = ReadonlyMap<string, readonly SymbolMeaning[]>
/** `owners`: the names before the last dot. Most functions have no members, and a text for each name in them would be made in vain. */
export type Names = { byName: ByName; owners: ReadonlySet<string> }
type GrowingNames = { byName: Map<string, SymbolMeaning[]>; owners: Set<string> }

const noNames = (): GrowingNames => ({ byName: new Map(), owners: new Set() })

/** Tables that it holds, in bytes as they estimate them, beyond what one file needs. Most of them are kept anyway. */
const MOST_BYTES = 12_000_000

export class NamesSeen {
  private names = noNames()
  private readonly tables = new Set<FileTable>()
  private bytes = 0

  /** Every symbol of these tables that other files can see, and symbols of other tables. It stays so, whatever is asked later. */
  of(tables: readonly FileTable[]): Names {
    const missing = tables.filter((table) => !this.tables.has(table))
    if (this.bytes + bytesOf(missing) <= MOST_BYTES + bytesOf(tables)) this.add(missing)
    else {
      this.names = noNames()
      this.tables.clear()
      this.bytes = 0
      this.add(tables)
    }
    return this.names
  }

  private add(tables: readonly FileTable[]): void {
    for (const table of tables) {
      this.tables.add(table)
      addSymbols(this.names, table, false)
    }
    this.bytes += bytesOf(tables)
  }
}

const bytesOf = (tables: readonly FileTable[]): number => tables.reduce((sum, { bytes }) => sum + bytes, 0)

/** Those of one file, also what only it sees: what is defined inside its functions. */
export function ownNames(table: FileTable): Names {
  const names = noNames()
  addSymbols(names, table, true)
  return names
}

function addSymbols(names: GrowingNames, table: FileTable, isOwn: boolean): void {
  const symbols = table.symbols
  const hidden = new Uint8Array(symbols.length)
  for (let ordinal = 0; ordinal < symbols.length; ordinal++) {
    const symbol = symbols[ordinal] as SymbolFact
    const owner = symbols[symbol.parent]
    if (owner !== undefined && (hidden[symbol.parent] === 1 || isFunction(owner))) hidden[ordinal] = 1
    if (hidden[ordinal] === 1 && !isOwn) continue
    const meaning = symbolAt(table, ordinal)
    push(names, symbol.qualified_name, meaning)
    for (const name of otherNames(symbol, owner, symbols)) push(names, name, meaning)
  }
}

const isFunction = ({ kind }: SymbolFact): boolean => kind === 'function' || kind === 'method' || kind === 'constructor'

/** That without inline namespaces; an unscoped enumerator is also a name of the scope around its enum. */
function otherNames(symbol: SymbolFact, around: SymbolFact | undefined, symbols: readonly SymbolFact[]): string[] {
  const names: string[] = []
  const inner = withoutInline(symbol, symbols)
  if (inner !== symbol.qualified_name) names.push(inner)
  if (symbol.kind !== 'constant' || around?.kind !== 'enum' || /\benum\s+(?:class|struct)\b/.test(around.signature)) return names
  for (const path of new Set([around.qualified_name, withoutInline(around, symbols)])) {
    const dot = path.lastIndexOf('.')
    names.push(dot < 0 ? symbol.name : `${path.slice(0, dot)}.${symbol.name}`)
    // In C a struct is not a scope for its members.
    if (dot >= 0 && symbols[around.parent]?.kind === 'struct') names.push(symbol.name)
  }
  return names
}

/** `a.v1.f` is also `a.f` where v1 is inline. */
export function withoutInline(symbol: SymbolFact, symbols: readonly SymbolFact[]): string {
  let parts: string[] | undefined
  for (let at = symbol.parent; at >= 0; at = symbols[at]?.parent ?? -1) {
    const around = symbols[at] as SymbolFact
    if (around.kind !== 'namespace' || !around.signature.startsWith('inline')) continue
    parts ??= symbol.qualified_name.split('.')
    parts[around.qualified_name.split('.').length - 1] = ''
  }
  if (parts) return parts.filter((part) => part !== '').join('.')
  const name = symbol.qualified_name
  const hasEmpty = name.startsWith('.') || name.endsWith('.') || name.includes('..')
  return hasEmpty
    ? name
        .split('.')
        .filter((part) => part !== '')
        .join('.')
    : name
}

function push({ byName, owners }: GrowingNames, name: string, symbol: SymbolMeaning): void {
  const list = byName.get(name)
  if (list) list.push(symbol)
  else {
    byName.set(name, [symbol])
    const dot = name.lastIndexOf('.')
    if (dot >= 0) owners.add(name.slice(0, dot))
  }
}
