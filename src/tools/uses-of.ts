/** The uses of a symbol, for an answer that says other things too: where it is defined, how many uses of which tier, and a few of them. */
import type { Snippet, WhereUsedItem } from '../contract/items.ts'
import type { EdgeKind, SymbolKind, Tier } from '../contract/symbol.ts'
import { lineOf } from '../graph/definition.ts'
import { findMeant } from '../grounding/find-definitions.ts'
import { findUses } from '../grounding/find-uses.ts'
import type { Ground } from '../grounding/ground.ts'
import { quoteLines } from '../grounding/quote.ts'
import type { RankedDocument } from './ranked-documents.ts'

export type UsesOf = {
  name: string
  /** The definitions meant, those with most uses first; a common name has more than are listed. */
  definitions: DefinedAt[]
  definitionCount: number
  /** Certain ones first; at most as many as asked for. */
  places: UsePlace[]
  tiers: Record<Tier, number>
  /** At least so many; all if everything could be checked. */
  total: number
  isWhole: boolean
}
export type DefinedAt = {
  repo_id: string
  path: string
  line: number
  anchor: string
  kind?: SymbolKind
  count: number
  /** The definition as a document of level symbol; undefined for a module. */
  document?: RankedDocument
}

/** `quote`: only the line of the use. */
export type UsePlace = { root: string; item: WhereUsedItem; quote: Snippet }

export type UsesChoice = { uses: readonly EdgeKind[] | null; limit: number }

/** Undefined when nothing of that name is defined. */
export async function usesOf(symbol: string, { uses, limit }: UsesChoice, ground: Ground): Promise<UsesOf | undefined> {
  const meant = await findMeant(symbol, ground)
  if (meant.meant.length === 0) return undefined
  const found = await findUses(meant, { uses, tiers: null, paths: null, tests: undefined, after: null, limit }, ground)
  const definitions = meant.meant.map(({ repo, definition }, at): DefinedAt => {
    const { repo_id, path, anchor, fact, ordinal } = definition
    const document = { repo, level: 'symbol' as const, path, ordinal, score: 1, why: [] }
    return {
      repo_id,
      path,
      line: lineOf(definition),
      anchor,
      ...(fact ? { kind: fact.kind, document } : {}),
      count: found.counts[at] ?? 0,
    }
  })
  return {
    name: meant.name,
    definitions: definitions.sort((a, b) => b.count - a.count),
    definitionCount: Math.max(meant.total, definitions.length),
    places: (await Promise.all(found.items.map((item) => placeOf(item, ground)))).filter((place) => place !== undefined),
    tiers: found.tiers,
    total: found.total_at_least,
    isWhole: found.total !== null && meant.unchecked === 0,
  }
}

async function placeOf(item: WhereUsedItem, ground: Ground): Promise<UsePlace | undefined> {
  const repo = ground.repos.find(({ repo_id }) => repo_id === item.repo_id)
  const file = repo && (await ground.reading.quotes.file(repo.root, item.file))
  const quote = file && quoteLines(file, item.line, item.line)
  return repo && quote ? { root: repo.root, item, quote } : undefined
}
