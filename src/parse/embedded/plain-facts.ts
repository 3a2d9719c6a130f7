/** Facts added one by one, where a scan reads a text and not a grammar. */
import { hashText } from '../../base/text-hash.ts'
import type { FileFacts } from '../../contract/facts.ts'
import type { EdgeKind, SymbolKind } from '../../contract/symbol.ts'
import { numberTwins } from '../number-twins.ts'
import { SpanHasher } from '../span-hash.ts'
import { LineTable } from './line-table.ts'

/** `at`: the place of the name; `from` to `to`: the whole definition. */
export type PlainSymbol = { name: string; kind: SymbolKind; at: number; from: number; to: number; signature: string }

const MAX_SIGNATURE = 300
/** Thousands of names may share one head. */
const MAX_READ = 10 * MAX_SIGNATURE

export class PlainFacts {
  private readonly facts: FileFacts
  private readonly lines: LineTable
  private readonly hasher: SpanHasher

  constructor(text: string, facts: FileFacts) {
    this.facts = facts
    this.lines = new LineTable(text)
    this.hasher = new SpanHasher(text)
  }

  define({ name, kind, at, from, to, signature }: PlainSymbol): void {
    const first = this.lines.place(from).line
    const last = this.lines.place(Math.max(from, to - 1)).line
    const named = this.lines.place(at)
    this.facts.symbols.push({
      name,
      qualified_name: name,
      kind,
      tag: hashText(kind).slice(0, 8),
      parent: -1,
      start_line: first,
      end_line: last,
      name_line: named.line,
      name_column: named.column,
      signature: signature.slice(0, MAX_READ).replace(/\s+/g, ' ').trim().slice(0, MAX_SIGNATURE),
      doc: '',
      exported: true,
      static: false,
      type: '',
      span_hash: this.hasher.hash(from, to, first - 1, last - 1),
      fingerprint: '',
      test: false,
    })
  }

  use(name: string, use: EdgeKind, at: number): void {
    const base = { receiver: '', enclosing: -1, symbol: -1, import: -1, arguments: -1, argument_types: '' }
    this.facts.uses.push({ name, use, ...this.lines.place(at), ...base })
  }

  /** In the order of the text. */
  finish(): void {
    const { symbols, uses } = this.facts
    symbols.sort((one, other) => one.name_line - other.name_line || one.name_column - other.name_column)
    uses.sort((one, other) => one.line - other.line || one.column - other.column)
    numberTwins(symbols)
  }
}
