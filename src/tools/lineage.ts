/** The callers or callees of a symbol, over several hops. */
import { callWord } from '../contract/call-words.ts'
import type { LineageItem } from '../contract/items.ts'
import { badArgument } from '../contract/problems.ts'
import { type Tier, tiers } from '../contract/symbol.ts'
import type { ArgumentSpecs, GivenArguments } from '../contract/tool.ts'
import type { LineageDirection, NodeOrder } from '../graph/lineage.ts'
import { findMeant } from '../grounding/find-definitions.ts'
import { findLineage } from '../grounding/find-lineage.ts'
import type { Ground } from '../grounding/ground.ts'
import type { MeantSymbols } from '../grounding/meant.ts'
import { readAfter, readNumber, readText, writeAfter } from './after.ts'
import { movedWords } from './definition-groups.ts'
import { pageArguments, repoArgument, symbolArgument } from './list-arguments.ts'
import { nearCalls, nextCall } from './next-call.ts'
import { defineTool, type ToolAnswer } from './tool.ts'
import { uncheckedWords } from './unchecked-words.ts'
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
    describe: 'possible: only the name matches.',
  },
  ...pageArguments,
} as const satisfies ArgumentSpecs
export type LineageArguments = GivenArguments<typeof specs>

export const lineage = defineTool({
  name: 'lineage',
  title: 'Lineage',
  description:
    'Callers of callers (upstream) or callees of callees (downstream) of a symbol, nearest first, with depth and the edges walked. ' +
    'Use it to see what a change affects or what a function triggers; for direct uses: where_used. ' +
    'depth: 1–20 hops, default 3. max_results: 1–5000 a page, default 50.',
  arguments: specs,
  repos: (args, context) => repoOrHere(args.repo, context),
  async run(call): Promise<ToolAnswer<LineageItem>> {
    const { args, ground } = call
    const direction = readDirection(args.direction)
    const meant = await findMeant(args.symbol, ground)
    const question = { direction, depth: args.depth, tiers: args.tier as readonly Tier[] }
    const found = await findLineage(meant, { ...question, after: readLast(call.after), limit: args.max_results }, ground)
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
        [meant.reason, movedWords(meant), severalMeant(meant, ground), found.message, uncheckedWords(unchecked)]
          .filter((words) => words !== null)
          .join(' ') || null,
      completeness: {
        tiers: found.tiers,
        textual_hits: null,
        unresolved_reason: meant.reason === null ? null : 'no definition found',
      },
      nextAfter: (shown) => {
        const last = found.orders[shown - 1]
        return last && (found.more || shown < found.orders.length) ? writeLast(last) : null
      },
      next: [
        ...nearCalls('lineage', meant.near, call),
        nextCall(`where_used ${callWord(args.symbol)}`, call, onlyRepo(meant)),
        ...(first?.symbol ? [nextCall(`definition ${callWord(first.symbol)}`, call, first.repo_id)] : []),
      ],
    }
  },
})

/** If all definitions are in one repo, the next call names that repo. */
function onlyRepo({ meant }: MeantSymbols): string | undefined {
  const repos = new Set(meant.map(({ repo }) => repo.repo_id))
  return repos.size === 1 ? [...repos][0] : undefined
}

const writeLast = ({ depth, direction, repo_id, path, line, key }: NodeOrder): string =>
  writeAfter(depth, direction, repo_id, path, line, key)

function readLast(after: string | null): NodeOrder | null {
  const [depth, direction, repo_id, path, line, key] = readAfter(after)
  if (direction !== 'upstream' && direction !== 'downstream') return null
  const shown = { repo_id: readText(repo_id), path: readText(path), line: readNumber(line), key: readText(key) }
  return { depth: readNumber(depth), direction, ...shown }
}

const NAMED = 5

/** Says that the answer covers several definitions, and how to ask about one of them. */
function severalMeant({ meant, total, name }: MeantSymbols, { repos }: Ground): string | null {
  if (meant.length < 2) return null
  const named = meant
    .slice(0, NAMED)
    .map(({ definition: { anchor, repo_id } }) => (repos.length > 1 ? `${anchor} (${repo_id})` : anchor))
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
  const word = text.trim().toLowerCase()
  const direction = Object.hasOwn(directions, word) ? directions[word] : undefined
  if (!direction)
    throw badArgument(`"direction" must be one of upstream, downstream, both, callers, callees; it is ${JSON.stringify(text)}.`)
  return direction
}
