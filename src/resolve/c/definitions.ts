/** Finds the definition of a declaration, and the declarations of a definition. */
import type { DerivedLink } from '../../contract/links.ts'
import type { Bench } from '../bench.ts'
import type { FileTable } from '../file-table.ts'
import { baseName } from '../folders.ts'
import { factOf, isCallable, isValue, type SymbolMeaning, symbolAt } from '../meaning.ts'
import type { Includes } from './includes.ts'
import { withoutInline } from './names-seen.ts'
import { isDeclaration, isOfFile, isSameFunction } from './signature.ts'
import type { Visible } from './visible.ts'

/** When more files than this define a name, only files named like the header are searched. */
const MOST_FILES = 30

export class Definitions {
  private readonly bench: Bench
  private readonly includes: Includes

  constructor(bench: Bench, includes: Includes) {
    this.bench = bench
    this.includes = includes
  }

  /** The only definition in a file that includes one of the declarations; else the first declaration. */
  of(declared: readonly SymbolMeaning[]): SymbolMeaning {
    const [first] = declared as [SymbolMeaning, ...SymbolMeaning[]]
    const key = ['definition', ...declared.map(({ table, ordinal }) => `${ordinal} ${table.path}`)].join('\0')
    return this.bench.remember(key, first, () => {
      const found = declared.some((one) => !isDeclaration(factOf(one))) ? [] : this.elsewhere(declared)
      return found.length === 1 ? (found[0] ?? first) : first
    })
  }

  /** Links every definition of a file to its declarations: a call of one is a call of the other. */
  declaredBy(table: FileTable, seen: Visible): DerivedLink[] {
    const links: DerivedLink[] = []
    for (const [ordinal, symbol] of table.outline.symbols.entries()) {
      if (!(isCallable(symbol) || isValue(symbol)) || symbol.kind === 'macro' || isDeclaration(symbol)) continue
      for (const other of seen.named(symbol.qualified_name)) {
        this.bench.spend(1)
        if (!declares(other, symbolAt(table, ordinal))) continue
        const { name_line: line, name_column: column } = symbol
        links.push({
          source_key: table.handle(ordinal).key,
          edge: 'implements',
          target: other.table.handle(other.ordinal),
          line,
          column,
        })
      }
    }
    return links
  }

  private elsewhere(declared: readonly SymbolMeaning[]): SymbolMeaning[] {
    const [first] = declared as [SymbolMeaning, ...SymbolMeaning[]]
    const { name, qualified_name } = factOf(first)
    const names = new Set([qualified_name, withoutInline(factOf(first), first.table.outline.symbols)])
    const found: SymbolMeaning[] = []
    if (isOfFile(factOf(first))) return found
    for (const table of this.bench.tables(this.candidates(name, declared).filter((path) => path !== first.table.path))) {
      for (const ordinal of [...names].flatMap((qualified) => table.qualified(qualified))) {
        const one = symbolAt(table, ordinal)
        if (declared.some((other) => declares(other, one)) && this.reads(table.path, declared)) found.push(one)
      }
    }
    return found
  }

  private candidates(name: string, declared: readonly SymbolMeaning[]): readonly string[] {
    const files = this.bench.filesDefining(name).filter((path) => /^(?:c|cpp)$/.test(this.bench.languageOf(path)))
    if (files.length <= MOST_FILES) return files
    const stems = new Set(declared.map(({ table }) => stemOf(table.path)))
    return files.filter((path) => stems.has(stemOf(path)))
  }

  private reads(path: string, declared: readonly SymbolMeaning[]): boolean {
    const visible = this.includes.visible(path)
    return declared.some(({ table }) => visible.includes(table.path))
  }
}

const stemOf = (path: string): string => baseName(path).replace(/\..*/s, '')

/** Is `one` a declaration of `definition`? Static functions only within one file. */
function declares(one: SymbolMeaning, definition: SymbolMeaning): boolean {
  const [fact, defined] = [factOf(one), factOf(definition)]
  if (!isDeclaration(fact) || isDeclaration(defined)) return false
  if ((isOfFile(fact) || isOfFile(defined)) && one.table !== definition.table) return false
  if (isValue(fact)) return isValue(defined)
  return isCallable(fact) && isCallable(defined) && isSameFunction(fact, defined)
}
