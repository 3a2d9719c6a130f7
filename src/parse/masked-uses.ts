/** Names hidden from the grammar are still uses, made by their enclosing symbol. */
import type { FileFactsBuilder } from './facts-builder.ts'
import type { MaskedName } from './language.ts'

export function useMasked(file: FileFactsBuilder, masked: readonly MaskedName[]): void {
  const { tree } = file
  if (masked.length === 0) return
  const lineStarts = startsOfLines(tree.text)
  const innermost = innermostByLine(file, lineStarts.length)
  let line = 0
  for (const { name, receiver, offset, use } of [...masked].sort((one, other) => one.offset - other.offset)) {
    while ((lineStarts[line + 1] ?? Number.POSITIVE_INFINITY) <= offset) line++
    const enclosing = innermost[line + 1] ?? -1
    const place = { line: line + 1, column: offset - (lineStarts[line] as number) + 1 }
    file.facts.uses.push({ name, use, ...place, receiver, enclosing, symbol: -1, import: -1, arguments: -1, argument_types: '' })
  }
}

function startsOfLines(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** Line → the last symbol that begins before it and has not ended: symbols are in order, outer ones first. */
function innermostByLine(file: FileFactsBuilder, lines: number): Int32Array {
  const innermost = new Int32Array(lines + 2).fill(-1)
  const order = file.facts.symbols
    .map((symbol, ordinal) => ({ symbol, ordinal }))
    .sort((one, other) => one.symbol.start_line - other.symbol.start_line || other.symbol.end_line - one.symbol.end_line)
  for (const { symbol, ordinal } of order) innermost.fill(ordinal, symbol.start_line, symbol.end_line + 1)
  return innermost
}
