/**
 * The order of where-used: certain uses by definition, then the possible ones; in each, product code before tests and examples,
 * then by path and line. The order depends only on the use itself, not on a count, so that a page can begin after the last use
 * even if the index changed. A possible use is listed once per line, whatever definitions it may refer to, so that a new or
 * deleted definition does not move it.
 */
import { compareText } from '../base/compare-text.ts'
import type { SymbolHandle } from '../contract/identity.ts'
import type { Tier } from '../contract/symbol.ts'

export type OrderedUse = {
  tier: Tier
  /** Position in the question's definitions; -1 when it may be any of several. */
  definition: number
  /** In a test or an example. */
  aside: boolean
  repo_id: string
  path: string
  line: number
}

/** The last use of a page, as a cursor keeps it. */
export type LastUse = Omit<OrderedUse, 'definition'> & { definition: (SymbolHandle & { repo_id: string }) | null }

const tierRank = { proven: 0, resolved: 1, possible: 2 } as const satisfies Record<Tier, number>

export function compareUses(a: OrderedUse, b: OrderedUse): number {
  const isPossible = Number(a.tier === 'possible') - Number(b.tier === 'possible')
  // Possible uses are not grouped by definition.
  const byDefinition = a.tier === 'possible' ? 0 : a.definition - b.definition
  return (
    isPossible ||
    byDefinition ||
    tierRank[a.tier] - tierRank[b.tier] ||
    Number(a.aside) - Number(b.aside) ||
    compareText(a.repo_id, b.repo_id) ||
    compareText(a.path, b.path) ||
    a.line - b.line
  )
}

type Defined = { repo_id: string; handle: SymbolHandle }

/** The sort key of the previous page's last use among the current definitions. If its definition is gone, its path decides. */
export function orderOfLast({ definition, ...last }: LastUse, definitions: readonly Defined[]): OrderedUse {
  if (definition === null) return { ...last, definition: -1 }
  const isSame = ({ repo_id, handle }: Defined): boolean =>
    repo_id === definition.repo_id && handle.path === definition.path && handle.key === definition.key
  const at = definitions.findIndex(isSame)
  if (at >= 0) return { ...last, definition: at }
  const behind = definitions.findIndex(({ repo_id, handle }) => repo_id === definition.repo_id && handle.path > definition.path)
  return { ...last, definition: (behind < 0 ? definitions.length : behind) - 0.5 }
}

export const lastUse = (use: OrderedUse, definitions: readonly Defined[]): LastUse => {
  const { tier, aside, repo_id, path, line } = use
  const defined = definitions[use.definition]
  return { tier, aside, repo_id, path, line, definition: defined ? { repo_id: defined.repo_id, ...defined.handle } : null }
}
