/**
 * Callers of callers, or callees of callees: breadth first, so each symbol is reached by a shortest way, and once. Walks
 * `calls`; constructing a class counts as calling its constructor. What merely overrides is not walked: that a call of the
 * base reaches it is not known.
 */
import { compareText } from '../base/compare-text.ts'
import type { SymbolHandle } from '../contract/identity.ts'
import type { RepoId } from '../contract/ids.ts'
import type { ViaEdge } from '../contract/items.ts'
import type { Tier } from '../contract/symbol.ts'
import type { StoreSnapshot } from '../store/port.ts'
import { Anchors } from './anchors.ts'
import { type CallStep, callsOf } from './call-steps.ts'
import { type Definition, lineOf } from './definition.ts'
import { FileFactsReader } from './file-facts.ts'

export type LineageDirection = 'upstream' | 'downstream' | 'both'

export type LineageQuestion = {
  definitions: readonly Definition[]
  direction: LineageDirection
  depth: number
  max_results: number
  tiers: readonly Tier[]
}

export type LineageNode = {
  definition: Definition
  depth: number
  direction: 'upstream' | 'downstream'
  /** The weakest link of the way. */
  tier: Tier
  /** The edges walked, from the symbol asked about to this one. */
  via: ViaEdge[]
}

export type LineageAnswer = {
  items: LineageNode[]
  /** null when the walk was stopped; then `total_at_least`. */
  total: number | null
  total_at_least: number
  tiers: Record<Tier, number>
}

/** Symbols reached before a walk stops. Beyond this, the answer is "nearly everything". */
const MOST_NODES = 20_000

export async function lineage(snapshot: StoreSnapshot, question: LineageQuestion, signal?: AbortSignal): Promise<LineageAnswer> {
  const facts = new FileFactsReader(snapshot)
  const tools: Tools = { snapshot, facts, anchors: new Anchors(snapshot, facts) }
  const directions = question.direction === 'both' ? (['upstream', 'downstream'] as const) : [question.direction]
  const reached: LineageNode[] = []
  let stopped = false
  for (const direction of directions) {
    const walk = await walkOne(direction, question, tools, signal)
    reached.push(...walk.nodes)
    stopped ||= walk.stopped
  }
  // Shortest ways first, whichever direction they lead.
  reached.sort((a, b) => a.depth - b.depth)
  const tiers: Record<Tier, number> = { proven: 0, resolved: 0, possible: 0 }
  for (const node of reached) tiers[node.tier]++
  return {
    items: reached.slice(0, question.max_results),
    total: stopped ? null : reached.length,
    total_at_least: reached.length,
    tiers,
  }
}

type Tools = { snapshot: StoreSnapshot; facts: FileFactsReader; anchors: Anchors }

async function walkOne(
  direction: 'upstream' | 'downstream',
  { definitions, depth, tiers }: LineageQuestion,
  tools: Tools,
  signal: AbortSignal | undefined,
): Promise<{ nodes: LineageNode[]; stopped: boolean }> {
  const seen = new Set(definitions.map((definition) => idOf(definition.repo_id, definition.handle)))
  const nodes: LineageNode[] = []
  let front: LineageNode[] = definitions.map((definition) => ({ definition, depth: 0, direction, tier: 'proven', via: [] }))
  for (let hop = 1; hop <= depth && front.length > 0; hop++) {
    const next: LineageNode[] = []
    for (const node of front) {
      signal?.throwIfAborted()
      for (const step of await callsOf(node.definition, direction, tiers, tools)) {
        const id = idOf(step.repo_id, step.handle)
        if (seen.has(id)) continue
        if (nodes.length + next.length >= MOST_NODES) return { nodes: [...nodes, ...inOrder(next)], stopped: true }
        const reached = await reach(node, step, direction, tools)
        if (!reached) continue
        seen.add(id)
        next.push(reached)
      }
    }
    front = inOrder(next)
    nodes.push(...front)
  }
  return { nodes, stopped: false }
}

async function reach(
  from: LineageNode,
  step: CallStep,
  direction: 'upstream' | 'downstream',
  { facts, anchors }: Tools,
): Promise<LineageNode | undefined> {
  const { repo_id, handle } = step
  const ordinal = await facts.ordinal(repo_id, handle.path, handle.key)
  if (ordinal === undefined) return undefined
  const fact = (await facts.symbols(repo_id, handle.path))[ordinal] ?? null
  const definition = await anchors.definition(repo_id, handle.path, ordinal, fact)
  const [src, dst] = direction === 'upstream' ? [definition, from.definition] : [from.definition, definition]
  const edge: ViaEdge = { src: src.anchor, edge: step.edge, dst: dst.anchor, path: step.path, line: step.line }
  return { definition, depth: from.depth + 1, direction, tier: weaker(from.tier, step.tier), via: [...from.via, edge] }
}

const inOrder = (nodes: LineageNode[]): LineageNode[] =>
  nodes.sort(
    ({ definition: a }, { definition: b }) =>
      compareText(a.repo_id, b.repo_id) || compareText(a.path, b.path) || lineOf(a) - lineOf(b) || a.ordinal - b.ordinal,
  )

const order = { proven: 0, resolved: 1, possible: 2 } as const
const weaker = (a: Tier, b: Tier): Tier => (order[a] >= order[b] ? a : b)

const idOf = (repo: RepoId, { path, key }: SymbolHandle): string => `${repo}\0${path}\0${key}`
