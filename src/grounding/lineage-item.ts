/** A symbol that a lineage reached, quoted where it is defined now. */
import type { SymbolFact } from '../contract/facts.ts'
import type { LineageItem, ViaEdge } from '../contract/items.ts'
import type { Tier } from '../contract/symbol.ts'
import type { RepoView } from '../freshness/scope.ts'
import { symbolDocument } from './document-ids.ts'
import { snippetAt } from './quote.ts'
import type { CurrentFile } from './reading.ts'

/** `fact` null: the module itself. */
type Reached = { repo: RepoView; path: string; fact: SymbolFact | null; current: CurrentFile }
type Walked = Pick<LineageItem, 'binding' | 'source'> & {
  symbol: string
  tier: Tier
  depth: number
  via: ViaEdge[]
  line?: number
}

/** undefined when the file has no such line. `line`: the line to quote for a module, which has no line of its own. */
export function lineageItem({ repo, path, fact, current }: Reached, walked: Walked): LineageItem | undefined {
  const { symbol, tier, depth, via, binding, source } = walked
  const line = fact?.name_line ?? walked.line ?? 1
  const snippet = snippetAt(current.file, line, fact?.name_column)
  return (
    snippet && {
      repo_id: repo.repo_id,
      file: path,
      line,
      ...(fact ? { column: fact.name_column, document_id: symbolDocument(repo.repo_id, path, fact) } : {}),
      snippet,
      symbol,
      kind: fact?.kind ?? 'module',
      use: via.at(-1)?.edge ?? 'calls',
      tier,
      depth,
      via,
      binding,
      source,
    }
  )
}
