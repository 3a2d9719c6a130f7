/**
 * Finds the deleted file that an added one was, if it was renamed and edited between two runs: each must contain more than half
 * of the other's spans. Used to carry enrichment, so only files that have some are compared.
 */
import type { SymbolFact } from '../contract/facts.ts'
import type { FileRow } from '../store/port.ts'

export type FormerFile = { row: FileRow; symbols: readonly SymbolFact[] }
export type FindFormer = (symbols: readonly SymbolFact[], language: string) => FileRow | undefined

export function indexFormerFiles(former: readonly FormerFile[]): FindFormer {
  const holders = new Map<string, FormerFile[]>()
  for (const file of former) {
    for (const span of spansOf(file.symbols)) {
      const known = holders.get(span)
      if (known) known.push(file)
      else holders.set(span, [file])
    }
  }
  return (symbols, language) => {
    const spans = spansOf(symbols)
    const shared = new Map<FormerFile, number>()
    for (const span of spans) for (const file of holders.get(span) ?? []) shared.set(file, (shared.get(file) ?? 0) + 1)
    const isMost = ([file, count]: [FormerFile, number]): boolean =>
      file.row.language === language && count * 2 > Math.max(spans.size, spansOf(file.symbols).size)
    const [found, ...others] = [...shared].filter(isMost)
    // Copies of one file: it is unknown which of them it was.
    return others.length === 0 ? found?.[0].row : undefined
  }
}

const spansOf = (symbols: readonly SymbolFact[]): ReadonlySet<string> => new Set(symbols.map(({ span_hash }) => span_hash))
