/** The lineage of the found definitions: from the graph for unchanged files, one live hop in changed files. */
import type { LineageItem, ViaEdge } from '../contract/items.ts'
import type { Tier } from '../contract/symbol.ts'
import { lastName, readSymbolQuestion } from '../contract/symbol-question.ts'
import type { RepoView } from '../freshness/scope.ts'
import {
  behindLast,
  compareNodes,
  type LineageAnswer,
  type LineageDirection,
  type LineageNode,
  lineage,
  type NodeOrder,
  nodeOrder,
} from '../graph/lineage.ts'
import { anchorNow } from './anchors.ts'
import { inSteps } from './by-repo.ts'
import { type DefinitionNow, definitionsNow } from './definition-now.ts'
import { enrichmentsOf } from './enrichment.ts'
import { type Ground, repoOf } from './ground.ts'
import { lineageItem } from './lineage-item.ts'
import { type LiveHop, liveHops } from './live-lineage.ts'
import { loadFiles } from './load-files.ts'
import type { MeantSymbols } from './meant.ts'
import { useNow } from './use-now.ts'

export type LineageQuestion = {
  direction: LineageDirection
  depth: number
  tiers: readonly Tier[]
  /** The page begins after this symbol; at the start when null. */
  after: NodeOrder | null
  limit: number
}
export type FoundLineage = {
  items: LineageItem[]
  /** The sort key of each item. */
  orders: NodeOrder[]
  /** Whether more symbols follow after those of this page. */
  more: boolean
  total: number | null
  total_at_least: number
  tiers: Record<Tier, number>
  unchecked: number
  message: string | null
}

/** As many as the graph walks. */
const MOST = 20_000

export async function findLineage(meant: MeantSymbols, question: LineageQuestion, ground: Ground): Promise<FoundLineage> {
  const { repos } = ground
  const { after, limit } = question
  if (repos.every((repo) => repo.mode === 'index')) {
    const graph = await askGraph(meant, question, ground)
    const more = graph.before + graph.items.length < graph.total_at_least
    return { ...graph, ...split(await itemsOf(graph.items, ground)), more, unchecked: 0, message: null }
  }
  const graph = await askGraph(meant, { ...question, after: null, limit: MOST }, ground)
  const found = await nodesNow(graph.items, ground)
  // If a definition was found under another name or in another file, its former callers may no longer call it.
  const sure = meant.meant.every(({ how }) => how.how === 'exact')
  const standing = sure ? found : found.map((node): LineageNode => ({ ...node, tier: 'possible' }))
  const live = await liveHops(meant, question.direction, ground)
  const hops = live.hops.filter((hop) => !standing.some((node) => node.definition.anchor === hop.item.symbol))
  const all: Step[] = [...standing.map((node) => ({ order: nodeOrder(node), node })), ...hops]
  all.sort((a, b) => compareNodes(a.order, b.order))
  const orders = all.map(({ order }) => order)
  const start = after ? behindLast(orders, after) : 0
  const page = all.slice(start, start + limit)
  const unchecked = live.unchecked + ground.rebinding.late
  return {
    ...split(await itemsOfSteps(page, ground)),
    more: start + page.length < all.length,
    total: graph.total === null || unchecked > 0 ? null : all.length,
    total_at_least: all.length,
    tiers: countTiers(standing, hops.length),
    unchecked,
    message: hops.length > 0 ? 'In files read without the index, only direct callers and callees are listed.' : null,
  }
}

/** A symbol reached in the graph, or by a live hop. */
type Step = { order: NodeOrder; node: LineageNode } | LiveHop
type Shown = { order: NodeOrder; item: LineageItem }

const split = (shown: readonly Shown[]): Pick<FoundLineage, 'items' | 'orders'> => ({
  items: shown.map(({ item }) => item),
  orders: shown.map(({ order }) => order),
})

async function itemsOfSteps(steps: readonly Step[], ground: Ground): Promise<Shown[]> {
  const nodes = steps.flatMap((step) => ('node' in step ? [step.node] : []))
  const made = new Map((await itemsOf(nodes, ground)).map((shown) => [shown.node, shown]))
  return steps.flatMap((step): Shown[] => ('node' in step ? [made.get(step.node) ?? []].flat() : [step]))
}

async function askGraph(meant: MeantSymbols, question: LineageQuestion, ground: Ground): Promise<LineageAnswer> {
  const { view, rooms } = ground
  const definitions = meant.meant.flatMap(({ known }) => known ?? [])
  if (!view || definitions.length === 0)
    return { items: [], total: 0, total_at_least: 0, before: 0, tiers: { proven: 0, resolved: 0, possible: 0 } }
  const { direction, depth, tiers, after, limit } = question
  return lineage(view, { definitions, direction, depth, max_results: limit, tiers, after }, rooms.signal)
}

/** Edges in changed files are looked up again in their current text; a path with an edge that is gone is dropped. */
async function nodesNow(nodes: readonly LineageNode[], ground: Ground): Promise<LineageNode[]> {
  const edges = nodes.flatMap(({ definition, via }) => {
    const repo = repoOf(ground, definition.repo_id)
    return repo ? via.map((edge) => ({ repo, path: edge.path, edge })) : []
  })
  const now = new Map<ViaEdge, ViaEdge>()
  await inSteps(edges, async (step) => {
    await loadFiles(step, ground)
    const found = await Promise.all(step.map(({ repo, edge }) => edgeNow(repo, edge, ground)))
    for (const [at, { edge }] of step.entries()) {
      const is = found[at]
      if (is) now.set(edge, is)
    }
    return []
  })
  return nodes.flatMap((node) => {
    const via = node.via.map((edge) => now.get(edge))
    return via.every((edge) => edge !== undefined) && repoOf(ground, node.definition.repo_id) ? [{ ...node, via }] : []
  })
}

async function edgeNow(repo: RepoView, edge: ViaEdge, ground: Ground): Promise<ViaEdge | undefined> {
  const name = lastName(readSymbolQuestion(edge.dst))
  const now = await useNow(repo, edge.path, { key: '', line: edge.line, edge: edge.edge, name }, ground)
  if (!now || now.binding === 'indexed') return now && edge
  return { ...edge, src: await anchorNow(repo, now.path, now.around, ground), path: now.path, line: now.line }
}

function countTiers(nodes: readonly LineageNode[], live: number): Record<Tier, number> {
  const tiers: Record<Tier, number> = { proven: 0, resolved: 0, possible: live }
  for (const node of nodes) tiers[node.tier]++
  return tiers
}

async function itemsOf(nodes: readonly LineageNode[], ground: Ground): Promise<(Shown & { node: LineageNode })[]> {
  const definitions = await definitionsNow(
    nodes.map(({ definition }) => definition),
    ground,
  )
  const standing = nodes.flatMap((node, at) => {
    const now = definitions[at]
    return now ? [{ node, now }] : []
  })
  const enrichments = await enrichmentsOf(
    standing.map(({ node, now }) => enriched(now, node)),
    ground,
  )
  return standing.flatMap(({ node, now }, at) => {
    const { definition, current, repo, binding } = now
    const enrichment = enrichments[at]
    const { via, tier, depth } = node
    const reached = { repo, path: definition.path, fact: definition.fact, current }
    const item = lineageItem(reached, { symbol: definition.anchor, via, tier, depth, binding, source: 'RAG_GRAPH' })
    return item ? [{ node, order: nodeOrder(node), item: enrichment ? { ...item, enrichment } : item }] : []
  })
}

const enriched = ({ repo, definition: { path, fact }, current }: DefinitionNow, node: LineageNode) => ({
  repo,
  path,
  symbol: fact,
  outline: current.facts.outline(),
  was: node.definition.handle,
})
