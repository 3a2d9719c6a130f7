/** Who calls a symbol, or whom it calls, over several hops. */
import type { LineageItem } from '../contract/items.ts'
import { badArgument } from '../contract/problems.ts'
import { type Tier, tiers } from '../contract/symbol.ts'
import type { ArgumentSpecs, GivenArguments } from '../contract/tool.ts'
import type { LineageDirection } from '../graph/lineage.ts'
import { findMeant, type MeantSymbols } from '../grounding/find-definitions.ts'
import { findLineage } from '../grounding/find-lineage.ts'
import { movedWords } from './definition-groups.ts'
import { offsetOf, pageArguments, repoArgument, symbolArgument } from './list-arguments.ts'
import { defineTool, type ToolAnswer } from './tool.ts'
import { repoOrHere } from './which-repos.ts'

const specs = {
  symbol: symbolArgument,
  direction: {
    type: 'string',
    default: 'upstream',
    describe: 'upstream (callers), downstream (callees) or both.',
  },
  repo: repoArgument,
  depth: { type: 'integer', default: 3, min: 1, max: 20, describe: 'Hops, 1–20.' },
  max_results: { type: 'integer', aliases: ['limit'], default: 50, min: 1, max: 5000, describe: 'Per page, 1–5000.' },
  tier: {
    type: 'strings',
    default: ['proven', 'resolved'],
    values: tiers,
    describe: 'possible: only shares the name.',
  },
  ...pageArguments,
} as const satisfies ArgumentSpecs
export type LineageArguments = GivenArguments<typeof specs>

export const lineage = defineTool({
  name: 'lineage',
  title: 'Lineage',
  description:
    'Callers of callers (upstream) or callees of callees (downstream) of a symbol, nearest first, with depth and the edges walked. ' +
    'Use it to see what a change reaches or what a function sets off; for one hop with every kind of use, where_used.',
  arguments: specs,
  repos: (args, context) => repoOrHere(args.repo, context),
  async run(call): Promise<ToolAnswer<LineageItem>> {
    const { args, ground } = call
    const direction = readDirection(args.direction)
    const offset = offsetOf(call.place)
    const meant = await findMeant(args.symbol, ground)
    const question = { direction, depth: args.depth, tiers: args.tier as readonly Tier[], offset, limit: args.max_results }
    const found = await findLineage(meant, question, ground)
    const [first] = found.items
    const unchecked = meant.unchecked + found.unchecked
    return {
      items: found.items,
      symbol: args.symbol,
      direction,
      total: unchecked > 0 ? null : found.total,
      total_at_least: found.total_at_least,
      unchecked,
      truncated: unchecked > 0,
      message:
        [meant.reason, movedWords(meant), severalMeant(meant), found.message].filter((words) => words !== null).join(' ') || null,
      completeness: {
        tiers: found.tiers,
        textual_hits: null,
        unresolved_reason: meant.reason === null ? null : 'no definition found',
      },
      nextPlace: (shown) => (shown > 0 && offset + shown < found.total_at_least ? String(offset + shown) : null),
      next: first?.symbol ? [`where_used ${args.symbol}`, `definition ${first.symbol}`] : [`where_used ${args.symbol}`],
    }
  },
})

const NAMED = 5

/** The ways of all are walked together; whoever means one can name it. */
function severalMeant({ meant, total, name }: MeantSymbols): string | null {
  if (meant.length < 2) return null
  const named = meant.slice(0, NAMED).map(({ definition }) => definition.anchor)
  const rest = total > named.length ? ` and ${total - named.length} more` : ''
  return `${total} definitions are called "${name}" and walked together: ${named.join(', ')}${rest}.`
}

const directions: Readonly<Record<string, LineageDirection>> = {
  upstream: 'upstream',
  callers: 'upstream',
  downstream: 'downstream',
  callees: 'downstream',
  both: 'both',
}

function readDirection(text: string): LineageDirection {
  const direction = directions[text.trim().toLowerCase()]
  if (!direction)
    throw badArgument(`"direction" must be one of upstream, downstream, both, callers, callees; it is ${JSON.stringify(text)}.`)
  return direction
}
