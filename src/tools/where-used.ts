/** Every use of a symbol, certain ones first, with the plain-text count beside them. */
import type { Completeness } from '../contract/envelope.ts'
import type { WhereUsedItem } from '../contract/items.ts'
import { type EdgeKind, edgeKinds, type Tier, tiers } from '../contract/symbol.ts'
import type { ArgumentSpecs, GivenArguments } from '../contract/tool.ts'
import { unresolvedReason } from '../graph/unresolved.ts'
import { findMeant, type MeantSymbols } from '../grounding/find-definitions.ts'
import { type FoundUses, findUses } from '../grounding/find-uses.ts'
import type { Ground } from '../grounding/ground.ts'
import { textualHits } from '../grounding/textual-hits.ts'
import { definitionGroups, movedWords, otherDefinitions } from './definition-groups.ts'
import { offsetOf, pageArguments, repoArgument, symbolArgument } from './list-arguments.ts'
import { defineTool, type ToolAnswer } from './tool.ts'
import { repoOrHere } from './which-repos.ts'

const specs = {
  symbol: symbolArgument,
  repo: repoArgument,
  limit: { type: 'integer', default: 50, min: 1, max: 5000, describe: 'Per page, 1–5000.' },
  use: { type: 'strings', values: edgeKinds, describe: 'Only these; implements finds implementations.' },
  tier: { type: 'strings', values: tiers, describe: 'Default all.' },
  ...pageArguments,
} as const satisfies ArgumentSpecs
export type WhereUsedArguments = GivenArguments<typeof specs>

export const whereUsed = defineTool({
  name: 'where_used',
  title: 'Where used',
  description:
    'Every use of a symbol (calls, imports, types, reads …) with line, enclosing symbol and tier: proven and resolved are certain, possible only shares the name. ' +
    'Use it instead of grep to find callers or to judge a change. Several definitions of one name are listed and grouped.',
  arguments: specs,
  repos: (args, context) => repoOrHere(args.repo, context),
  async run(call): Promise<ToolAnswer<WhereUsedItem>> {
    const { args, ground } = call
    const offset = offsetOf(call.place)
    const meant = await findMeant(args.symbol, ground)
    const question = { uses: args.use as readonly EdgeKind[] | null, tiers: args.tier as readonly Tier[] | null }
    const found = await findUses(meant, { ...question, offset, limit: args.limit }, ground)
    return {
      items: found.items,
      symbol: args.symbol,
      total: found.total,
      total_at_least: found.total_at_least,
      unchecked: meant.unchecked + ground.rebinding.late,
      truncated: meant.unchecked + ground.rebinding.late > 0,
      message:
        [meant.reason, movedWords(meant), otherDefinitions(meant), constructing(meant, found)]
          .filter((words) => words !== null)
          .join(' ') || null,
      completeness: await completenessOf(meant, found, ground),
      ...(meant.meant.length > 0 ? { definitions: definitionGroups(meant, found.counts) } : {}),
      nextPlace: (shown) => (shown > 0 && offset + shown < found.total_at_least ? String(offset + shown) : null),
      next: nextCalls(args.symbol, meant, found),
    }
  },
})

async function completenessOf(meant: MeantSymbols, found: FoundUses, ground: Ground): Promise<Completeness> {
  return {
    tiers: found.tiers,
    textual_hits: await textualHits(meant, ground),
    unresolved_reason: meant.reason === null ? unresolvedReason(found.reasons) : 'no definition found',
  }
}

function nextCalls(symbol: string, meant: MeantSymbols, found: FoundUses): string[] {
  const [first, second] = meant.meant
  if (!first) return meant.name === '' ? [] : [`rag_search ${meant.name} word=true`, `search_code ${meant.name} level=symbol`]
  if (second) return [`where_used ${mostUsed(meant, found.counts) ?? first.definition.anchor}`]
  const { anchor, fact } = first.definition
  if (found.total_at_least === 0 && fact?.kind === 'constructor') return [`where_used ${classAnchor(anchor)} use=calls`]
  return found.total_at_least > 0 ? [`lineage ${anchor}`] : [`rag_search ${meant.name} word=true`, `definition ${symbol}`]
}

/** `new Foo()` names the class, not its constructor: no use of a constructor alone does not mean that nobody calls it. */
function constructing({ meant }: MeantSymbols, found: FoundUses): string | null {
  const fact = meant[0]?.definition.fact
  if (meant.length !== 1 || found.total_at_least > 0 || fact?.kind !== 'constructor') return null
  return 'Uses that construct count as those of the class: the next call brings them.'
}

/** The anchor one name shorter. */
const classAnchor = (anchor: string): string => anchor.replace(/\.[^.]*$/, '')

function mostUsed({ meant }: MeantSymbols, counts: readonly number[]): string | undefined {
  return meant[counts.indexOf(Math.max(...counts))]?.definition.anchor
}
