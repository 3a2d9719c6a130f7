/** Every name that a file sees, its own and those of all it includes, by qualified name. */
import type { SymbolFact } from '../../contract/facts.ts'
import type { Bench } from '../bench.ts'
import type { FileTable } from '../file-table.ts'
import { type SymbolMeaning, symbolAt } from '../meaning.ts'
import type { Includes } from './includes.ts'

export type Visible = {
  tables: readonly FileTable[]
  /** Namespaces opened by `using namespace a::b` in the file or a header. */
  opened: readonly string[]
  named(qualified: string): readonly SymbolMeaning[]
  /** The macro that opens a namespace of this name for whole files. */
  openedBy(namespace: string): SymbolMeaning | undefined
  /** The namespace that a macro opens; '' for none. */
  openedOf(macro: string): string
  has(path: string): boolean
}

const none: readonly SymbolMeaning[] = []
const nothingSeen: Visible = {
  tables: [],
  opened: [],
  named: () => none,
  openedBy: () => undefined,
  openedOf: () => '',
  has: () => false,
}

export function visibleFrom(bench: Bench, includes: Includes, from: string): Visible {
  return bench.remember<Visible>(`visible ${from}`, nothingSeen, () => {
    const paths = includes.visible(from)
    const tables = bench.tables(paths)
    const names = new Map<string, SymbolMeaning[]>()
    const opened: string[] = []
    const macros = new Map(tables.flatMap((table) => table.outline.exports.map(({ local, name }) => [local, name] as const)))
    for (const table of tables) {
      addSymbols(names, table, table.path === from, macros.get(table.outline.package) ?? '')
      for (const { kind, alias, module, scope } of table.outline.imports)
        if (kind === 'namespace' && alias === '' && scope < 0) opened.push(module.replaceAll('::', '.'))
    }
    const own = new Set(paths)
    const macroOf = (namespace: string) => [...macros].find(([, name]) => name === namespace)?.[0] ?? ''
    return {
      tables,
      opened,
      named: (qualified) => names.get(qualified) ?? none,
      openedBy: (namespace) => names.get(macroOf(namespace))?.[0],
      openedOf: (macro) => macros.get(macro) ?? '',
      has: (path) => own.has(path),
    }
  })
}

/** `around`: the namespace that a macro opens for the whole file, or ''. */
function addSymbols(names: Map<string, SymbolMeaning[]>, table: FileTable, isOwn: boolean, around: string): void {
  const { symbols } = table.outline
  const hidden = symbols.map(() => false)
  for (const [ordinal, symbol] of symbols.entries()) {
    const owner = symbols[symbol.parent]
    // What is defined inside a function is visible only there.
    hidden[ordinal] = (hidden[symbol.parent] ?? false) || (owner !== undefined && isFunction(owner))
    if (hidden[ordinal] && !isOwn) continue
    for (const name of namesOf(symbol, symbols)) {
      push(names, name, symbolAt(table, ordinal))
      if (around !== '' && symbol.kind !== 'macro') push(names, `${around}.${name}`, symbolAt(table, ordinal))
    }
  }
}

const isFunction = ({ kind }: SymbolFact): boolean => kind === 'function' || kind === 'method' || kind === 'constructor'

/** Its own name; that without inline namespaces; an unscoped enumerator is also a name of the scope around its enum. */
function* namesOf(symbol: SymbolFact, symbols: readonly SymbolFact[]): Generator<string> {
  yield symbol.qualified_name
  const inner = withoutInline(symbol, symbols)
  if (inner !== symbol.qualified_name) yield inner
  const around = symbols[symbol.parent]
  if (symbol.kind !== 'constant' || around?.kind !== 'enum' || /\benum\s+(?:class|struct)\b/.test(around.signature)) return
  for (const path of new Set([around.qualified_name, withoutInline(around, symbols)])) {
    const dot = path.lastIndexOf('.')
    yield dot < 0 ? symbol.name : `${path.slice(0, dot)}.${symbol.name}`
    // In C a struct is not a scope for its members.
    if (dot >= 0 && symbols[around.parent]?.kind === 'struct') yield symbol.name
  }
}

/** `a.v1.f` is also `a.f` where v1 is inline. */
export function withoutInline(symbol: SymbolFact, symbols: readonly SymbolFact[]): string {
  const parts = symbol.qualified_name.split('.')
  for (let at = symbol.parent; at >= 0; at = symbols[at]?.parent ?? -1) {
    const around = symbols[at] as SymbolFact
    const isInline = around.kind === 'namespace' && around.signature.startsWith('inline')
    if (isInline) parts[around.qualified_name.split('.').length - 1] = ''
  }
  return parts.filter((part) => part !== '').join('.')
}

function push(names: Map<string, SymbolMeaning[]>, name: string, symbol: SymbolMeaning): void {
  const list = names.get(name)
  if (list) list.push(symbol)
  else names.set(name, [symbol])
}
