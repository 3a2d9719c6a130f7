/**
 * Finds what is at a line, and at a column if one is given. With a column: the name that covers it, or nothing. Without: what the
 * line defines, else what it uses, else the enclosing symbol. Works on the facts of one file, from the index or from a parse.
 */
import type { SymbolFact, UseFact } from '../contract/facts.ts'

export type AtPosition =
  | { took: 'defined'; ordinals: number[] }
  /** Positions in the file's uses. */
  | { took: 'used'; uses: number[]; enclosing: number }
  | { took: 'enclosing'; ordinal: number }

export function atPosition(
  symbols: readonly SymbolFact[],
  uses: readonly UseFact[],
  { line, column }: { line: number; column: number | null },
): AtPosition | undefined {
  const defined = definedAt(symbols, line, column)
  if (defined.length > 0) return { took: 'defined', ordinals: defined }
  const used = [...uses.entries()]
    .filter(([, use]) => use.line === line && covers(use.column, use.name, column))
    .map(([at]) => at)
  const around = enclosingAt(symbols, line)
  if (used.length > 0) return { took: 'used', uses: used, enclosing: around }
  return column === null && around >= 0 ? { took: 'enclosing', ordinal: around } : undefined
}

/** Says which interpretation of a line was chosen; null when a column was given. */
export function tookNote(
  took: AtPosition['took'],
  { path, line, column }: { path: string; line: number; column: number | null },
): string | null {
  if (column !== null) return null
  switch (took) {
    case 'defined':
      return `Line ${line} of ${path} defines this.`
    case 'used':
      return `Line ${line} of ${path} uses this.`
    case 'enclosing':
      return `Line ${line} of ${path} neither defines a symbol nor uses one that is known; this is the symbol around it.`
    default:
      return took satisfies never
  }
}

/** Without a column, a decorator's or modifier's line above the name belongs to the definition too. */
function definedAt(symbols: readonly SymbolFact[], line: number, column: number | null): number[] {
  const entries = [...symbols.entries()]
  const named = entries.filter(([, symbol]) => symbol.name_line === line && covers(symbol.name_column, symbol.name, column))
  if (named.length > 0 || column !== null) return named.map(([ordinal]) => ordinal)
  return entries.filter(([, symbol]) => symbol.start_line <= line && line < symbol.name_line).map(([ordinal]) => ordinal)
}

/** The column right after a name, such as that of a bracket, does not belong to the name. */
const covers = (start: number, name: string, column: number | null): boolean =>
  column === null || (start <= column && column < start + name.length)

/** The innermost symbol that contains a line; -1 when none. Inner symbols come after outer ones in the list. */
export function enclosingAt(symbols: readonly SymbolFact[], line: number): number {
  return symbols.findLastIndex((symbol) => symbol.start_line <= line && line <= symbol.end_line)
}
