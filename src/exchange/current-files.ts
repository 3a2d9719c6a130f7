/** What an import needs to know about the current index of the repo. The indexer implements it with the store. */
import type { FactsView } from '../contract/facts-codec.ts'
import type { GraphMetadata } from '../contract/graph.ts'
import type { SymbolHandle } from '../contract/identity.ts'
import type { DerivedLink, LinkOutcome } from '../contract/links.ts'
import type { SymbolKind } from '../contract/symbol.ts'

/** `EnrichmentRecord` of the store's port, with the symbol that it describes. */
export type ImportedText = WrittenText & SymbolHandle & { qualified_name: string; kind: SymbolKind; span_hash: string }

type WrittenText = Required<Omit<GraphMetadata, 'details'>> & Pick<GraphMetadata, 'details'>

export interface CurrentFiles {
  /** The hash of the bytes that were indexed; undefined when the file is not in the index. */
  contentHash(path: string): Promise<string | undefined>
  languageOf(path: string): Promise<string>
  /** The lines on disk; undefined when its bytes are not those that were indexed. */
  lines(path: string): Promise<readonly string[] | undefined>
  facts(path: string): Promise<Pick<FactsView, 'outline' | 'uses'> | undefined>
  /** One outcome per use of the file; empty when it was never linked. */
  outcomes(path: string): Promise<readonly LinkOutcome[]>
  /** Links of the file that do not come from a use in its text. */
  derived(path: string): Promise<readonly DerivedLink[]>
  /** The text that the index shows for the symbol now. */
  enrichment(
    symbol: Pick<ImportedText, 'path' | 'key' | 'qualified_name' | 'kind' | 'span_hash'>,
  ): Promise<(WrittenText & { span_hash: string }) | undefined>
}
