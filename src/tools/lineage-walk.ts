/** The lineage of what was meant: walked in the graph where the index speaks for the files, one live hop where it does not. */
import { symbolKey } from '../contract/identity.ts'
import type { LineageItem, ViaEdge } from '../contract/items.ts'
import type { Tier } from '../contract/symbol.ts'
import type { RepoView } from '../freshness/scope.ts'
import { kindOf, lineOf } from '../graph/definition.ts'
import { type LineageAnswer, type LineageDirection, type LineageNode, lineage } from '../graph/lineage.ts'
import { enrichmentOf } from './enrichment.ts'
import { symbolDocument } from './hierarchy.ts'
import { type LiveHop, liveHops } from './live-lineage.ts'
import type { SymbolCall } from './live-symbol.ts'
import type { MeantSymbols } from './meant-symbols.ts'
import { snippetAt } from './quote.ts'

export type LineageQuestion = {
  direction: LineageDirection
  depth: number
  tiers: readonly Tier[]
  offset: number
  limit: number
}
export type FoundLineage = {
  items: LineageItem[]
  total: number | null
  total_at_least: number
  tiers: Record<Tier, number>
  unchecked: number
  message: string | null
}

/** As many as the graph walks. */
const MOST = 20_000

export async function findLineage(meant: MeantSymbols, question: LineageQuestion, call: SymbolCall): Promise<FoundLineage> {
  const { repos } = call.scope
  const { offset, limit } = question
  const whole = repos.every((repo) => repo.mode === 'index')
  const graph = await askGraph(meant, question, whole ? offset + limit : MOST, call)
  if (whole) {
    const items = await Promise.all(graph.items.slice(offset).map((node) => itemOf(node, call)))
    return { ...graph, items: items.filter((item) => item !== undefined), unchecked: 0, message: null }
  }
  const standing = graph.items.filter((node) => isStanding(node, repos))
  const live = await liveHops(meant, question.direction, call)
  const hops = live.hops.filter((hop) => !standing.some((node) => node.definition.anchor === hop.item.symbol))
  const page = [...standing, ...hops].slice(offset, offset + limit)
  const items = await Promise.all(page.map((each) => ('item' in each ? each.item : itemOf(each, call))))
  const total = standing.length + hops.length
  return {
    items: items.filter((item) => item !== undefined),
    total: graph.total === null ? null : total,
    total_at_least: total,
    tiers: countTiers(standing, hops),
    unchecked: live.unchecked,
    message: hops.length > 0 ? 'In files read live only one hop is walked.' : null,
  }
}

async function askGraph(
  meant: MeantSymbols,
  question: LineageQuestion,
  max_results: number,
  call: SymbolCall,
): Promise<LineageAnswer> {
  const { scope, context } = call
  const definitions = meant.meant.filter(({ repo }) => repo.mode !== 'live').map(({ definition }) => definition)
  if (!scope.snapshot || definitions.length === 0)
    return { items: [], total: 0, total_at_least: 0, tiers: { proven: 0, resolved: 0, possible: 0 } }
  const { direction, depth, tiers } = question
  return lineage(scope.snapshot, { definitions, direction, depth, max_results, tiers }, context.signal)
}

/** A way that leads through a file changed or gone since is not a way any more. */
function isStanding({ definition, via }: LineageNode, repos: readonly RepoView[]): boolean {
  const repo = repos.find((each) => each.repo_id === definition.repo_id)
  const stands = (path: string): boolean => repo !== undefined && !repo.changed.has(path) && !repo.deleted.has(path)
  return !repo?.deleted.has(definition.path) && via.every((edge) => stands(edge.path))
}

function countTiers(nodes: readonly LineageNode[], hops: readonly LiveHop[]): Record<Tier, number> {
  const tiers: Record<Tier, number> = { proven: 0, resolved: 0, possible: hops.length }
  for (const node of nodes) tiers[node.tier]++
  return tiers
}

async function itemOf(node: LineageNode, { scope, reading }: SymbolCall): Promise<LineageItem | undefined> {
  const { definition } = node
  const repo = scope.repos.find((each) => each.repo_id === definition.repo_id)
  const current = repo && (await reading.current(repo, definition.path))
  if (!current) return undefined
  const outline = current.facts.outline()
  const { key } = definition.handle
  const fact = key === '' ? null : outline.symbols.find((symbol) => symbolKey(symbol.qualified_name, symbol.tag) === key)
  if (fact === undefined) return undefined
  const line = fact?.name_line ?? lineOf({ ...definition, fact: null })
  const snippet = snippetAt(current.file, line, fact?.name_column)
  if (!snippet) return undefined
  const enrichment = await enrichmentOf(repo, definition.path, fact, scope, { outline })
  return {
    repo_id: repo.repo_id,
    file: definition.path,
    line,
    ...(fact ? { column: fact.name_column, document_id: symbolDocument(repo.repo_id, definition.path, fact) } : {}),
    snippet,
    symbol: definition.anchor,
    kind: kindOf(definition),
    use: edgeOf(node.via),
    tier: node.tier,
    depth: node.depth,
    via: node.via,
    binding: current.binding,
    source: current.source,
    ...(enrichment ? { enrichment } : {}),
  }
}

const edgeOf = (via: readonly ViaEdge[]): ViaEdge['edge'] => via.at(-1)?.edge ?? 'calls'
