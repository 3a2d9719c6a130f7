/** The lineage of what was meant: walked in the graph where the index speaks for the files, one live hop where it does not. */
import type { LineageItem, ViaEdge } from '../contract/items.ts'
import type { Tier } from '../contract/symbol.ts'
import { lastName, readSymbolQuestion } from '../contract/symbol-question.ts'
import type { RepoView } from '../freshness/scope.ts'
import { type Definition, kindOf, lineOf } from '../graph/definition.ts'
import { type LineageAnswer, type LineageDirection, type LineageNode, lineage } from '../graph/lineage.ts'
import { enrichmentOf } from './enrichment.ts'
import { symbolDocument } from './hierarchy.ts'
import { type LiveHop, liveHops } from './live-lineage.ts'
import type { SymbolCall } from './live-symbol.ts'
import type { MeantSymbols } from './meant-symbols.ts'
import { snippetAt } from './quote.ts'
import type { ReboundSymbol } from './rebinding.ts'

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
  const found = (await Promise.all(graph.items.map((node) => standingNow(node, call)))).filter((node) => node !== undefined)
  // What was found again under another name or in another file may have left its callers behind.
  const sure = meant.meant.every(({ how }) => how.how === 'exact')
  const standing = sure ? found : found.map((node): LineageNode => ({ ...node, tier: 'possible' }))
  const live = await liveHops(meant, question.direction, call)
  const hops = live.hops.filter((hop) => !standing.some((node) => node.definition.anchor === hop.item.symbol))
  const page = [...standing, ...hops].slice(offset, offset + limit)
  const items = await Promise.all(page.map((each) => ('item' in each ? each.item : itemOf(each, call))))
  const total = standing.length + hops.length
  const unchecked = live.unchecked + call.rebinding.late
  return {
    items: items.filter((item) => item !== undefined),
    total: graph.total === null || unchecked > 0 ? null : total,
    total_at_least: total,
    tiers: countTiers(standing, hops),
    unchecked,
    message: hops.length > 0 ? 'In files read live only one hop is walked.' : null,
  }
}

async function askGraph(
  meant: MeantSymbols,
  question: LineageQuestion,
  max_results: number,
  call: SymbolCall,
): Promise<LineageAnswer> {
  const { view, context } = call
  const definitions = meant.meant.flatMap(({ known }) => known ?? [])
  if (!view || definitions.length === 0)
    return { items: [], total: 0, total_at_least: 0, before: 0, tiers: { proven: 0, resolved: 0, possible: 0 } }
  const { direction, depth, tiers } = question
  return lineage(view, { definitions, direction, depth, max_results, tiers }, context.signal)
}

/** A way that leads through files changed since is followed in them as they are; one that is no longer there is no way. */
async function standingNow(node: LineageNode, call: SymbolCall): Promise<LineageNode | undefined> {
  const { definition, via } = node
  const repo = call.scope.repos.find((each) => each.repo_id === definition.repo_id)
  if (!repo) return undefined
  const edges = await Promise.all(via.map((edge) => edgeNow(repo, edge, call)))
  return edges.every((edge) => edge !== undefined) ? { ...node, via: edges } : undefined
}

async function edgeNow(repo: RepoView, edge: ViaEdge, { rebinding, reading, anchors }: SymbolCall): Promise<ViaEdge | undefined> {
  if (await reading.indexed(repo, edge.path)) return edge
  const file = await rebinding.file(repo, edge.path)
  const place = file?.useNow({ key: '', line: edge.line, edge: edge.edge, name: lastName(readSymbolQuestion(edge.dst)) })
  if (!file || !place) return undefined
  const around = file.current.facts.outline().symbols[place.enclosing] ?? null
  return { ...edge, src: await anchors.of(repo, file.path, around), path: file.path, line: place.line }
}

function countTiers(nodes: readonly LineageNode[], hops: readonly LiveHop[]): Record<Tier, number> {
  const tiers: Record<Tier, number> = { proven: 0, resolved: 0, possible: hops.length }
  for (const node of nodes) tiers[node.tier]++
  return tiers
}

async function itemOf(node: LineageNode, call: SymbolCall): Promise<LineageItem | undefined> {
  const { definition } = node
  const repo = call.scope.repos.find((each) => each.repo_id === definition.repo_id)
  const now = repo && (await definitionNow(repo, definition, call))
  if (!now) return undefined
  const { path, current, fact } = now
  const line = fact?.name_line ?? lineOf({ ...definition, fact: null })
  const snippet = snippetAt(current.file, line, fact?.name_column)
  if (!snippet) return undefined
  const enrichment = await enrichmentOf(repo, path, fact, call.scope, {
    outline: current.facts.outline(),
    was: definition.handle,
  })
  return {
    repo_id: repo.repo_id,
    file: path,
    line,
    ...(fact ? { column: fact.name_column, document_id: symbolDocument(repo.repo_id, path, fact) } : {}),
    snippet,
    symbol: now.binding === 'indexed' ? definition.anchor : await call.anchors.of(repo, path, fact),
    kind: kindOf(definition),
    use: edgeOf(node.via),
    tier: node.tier,
    depth: node.depth,
    via: node.via,
    binding: now.binding,
    source: 'RAG_GRAPH',
    ...(enrichment ? { enrichment } : {}),
  }
}

type Now = Pick<ReboundSymbol, 'path' | 'current' | 'fact'> & { binding: 'indexed' | 'rebound' }

async function definitionNow(repo: RepoView, definition: Definition, call: SymbolCall): Promise<Now | undefined> {
  const { path, fact, handle } = definition
  const indexed = await call.reading.indexed(repo, path)
  if (indexed) return { path, fact, current: indexed, binding: 'indexed' }
  const found = await call.rebinding.symbol(repo, path, handle.key)
  return found && { ...found, binding: 'rebound' }
}

const edgeOf = (via: readonly ViaEdge[]): ViaEdge['edge'] => via.at(-1)?.edge ?? 'calls'
