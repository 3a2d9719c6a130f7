/**
 * Callers of callers, or callees of callees: breadth first, so each symbol is reached once, by a shortest path. Follows `calls`;
 * constructing a class counts as calling its constructor. Overriding methods are not followed, because it is not known whether a
 * call of the base method reaches them.
 */
import { compareText } from '../base/compare-text.ts'
import type { SymbolHandle } from '../contract/identity.ts'
import type { Anchor, RepoId } from '../contract/ids.ts'
import type { ViaEdge } from '../contract/items.ts'
import type { Tier } from '../contract/symbol.ts'
import type { IndexView } from '../store/index-view.ts'
import { Anchors } from './anchors.ts'
import { type CallStep, callsOf } from './call-steps.ts'
import { type Definition, lineOf, type Site } from './definition.ts'

export type LineageDirection = 'upstream' | 'downstream' | 'both'

export type LineageQuestion = {
  definitions: readonly Definition[]
  direction: LineageDirection
  depth: number
  max_results: number
  tiers: readonly Tier[]
  /** The page begins after this symbol; at the start when absent. */
  after?: NodeOrder | null
}

/** The sort key of a symbol in the answer: nearest first, then by path and line. */
export type NodeOrder = {
  depth: number
  direction: 'upstream' | 'downstream'
  repo_id: string
  path: string
  line: number
  key: string
}

export type LineageNode = {
  definition: Definition
  depth: number
  direction: 'upstream' | 'downstream'
  /** The weakest tier on the path. */
  tier: Tier
  /** The edges of the path from the symbol asked about to this one. */
  via: ViaEdge[]
}

export type LineageAnswer = {
  items: LineageNode[]
  /** null when the walk was stopped; then `total_at_least`. */
  total: number | null
  total_at_least: number
  /** Number of symbols before the page. */
  before: number
  tiers: Record<Tier, number>
}

/** The walk stops after this many symbols. Beyond this, the answer is "nearly everything". */
const MOST_NODES = 20_000

export async function lineage(view: IndexView, question: LineageQuestion, signal?: AbortSignal): Promise<LineageAnswer> {
  const directions = question.direction === 'both' ? (['upstream', 'downstream'] as const) : [question.direction]
  const reached: Reached[] = []
  let stopped = false
  for (const direction of directions) {
    const walk = await walkOne(direction, question, view, signal)
    for (const node of walk.nodes) reached.push(node)
    stopped ||= walk.stopped
  }
  // Shortest paths first, in both directions.
  reached.sort(compareReached)
  const tiers: Record<Tier, number> = { proven: 0, resolved: 0, possible: 0 }
  for (const node of reached) tiers[node.tier]++
  const start = question.after ? behindLast(reached.map(orderOf), question.after) : 0
  const items = await shown(reached.slice(start, start + question.max_results), new Anchors(view))
  return { items, total: stopped ? null : reached.length, total_at_least: reached.length, before: start, tiers }
}

type Direction = 'upstream' | 'downstream'
/** A symbol on a path, with how it was reached; its anchor is made only if it is part of the page. */
type Reached = { site: Site; depth: number; direction: Direction; tier: Tier; from: Reached | null; step: CallStep | null }

async function walkOne(
  direction: Direction,
  { definitions, depth, tiers }: LineageQuestion,
  view: IndexView,
  signal: AbortSignal | undefined,
): Promise<{ nodes: Reached[]; stopped: boolean }> {
  const seen = new Set(definitions.map((definition) => idOf(definition.repo_id, definition.handle)))
  const nodes: Reached[] = []
  let front: Reached[] = definitions.map((site) => ({ site, depth: 0, direction, tier: 'proven', from: null, step: null }))
  for (let hop = 1; hop <= depth && front.length > 0; hop++) {
    signal?.throwIfAborted()
    const next: Reached[] = []
    const steps = await callsOf(
      front.map(({ site }) => site),
      direction,
      tiers,
      view,
    )
    const sites = await sitesOf(steps.flat(), view)
    for (const [at, from] of front.entries()) {
      for (const step of steps[at] ?? []) {
        const id = idOf(step.repo_id, step.handle)
        const site = seen.has(id) ? undefined : sites.get(id)
        if (!site) continue
        if (nodes.length + next.length >= MOST_NODES) return { nodes: [...nodes, ...next.sort(compareReached)], stopped: true }
        seen.add(id)
        next.push({ site, depth: hop, direction, tier: weaker(from.tier, step.tier), from, step })
      }
    }
    front = next.sort(compareReached)
    for (const node of front) nodes.push(node)
  }
  return { nodes, stopped: false }
}

/** By id; symbols that their file no longer has are left out. */
async function sitesOf(steps: readonly CallStep[], view: IndexView): Promise<ReadonlyMap<string, Site>> {
  const sites = new Map<string, Site>()
  for (const repo of new Set(steps.map(({ repo_id }) => repo_id))) {
    const handles = steps.filter(({ repo_id }) => repo_id === repo).map(({ handle }) => handle)
    const facts = await view.facts(
      repo,
      handles.map(({ path }) => path),
    )
    for (const handle of handles) {
      const ordinal = await view.ordinal(repo, handle.path, handle.key)
      if (ordinal === undefined) continue
      const fact = facts.get(handle.path)?.outline().symbols[ordinal] ?? null
      sites.set(idOf(repo, handle), { repo_id: repo, path: handle.path, ordinal, fact, handle })
    }
  }
  return sites
}

/** Makes the anchors of the nodes and of all symbols on their paths; those of one repo are read together. */
async function shown(nodes: readonly Reached[], anchors: Anchors): Promise<LineageNode[]> {
  const ways = nodes.map(wayTo)
  const sites = new Set(ways.flat().map(({ site }) => site))
  const printed = new Map<Site, Anchor>()
  for (const repo of new Set([...sites].map(({ repo_id }) => repo_id))) {
    const here = [...sites].filter(({ repo_id }) => repo_id === repo)
    for (const [at, anchor] of (await anchors.ofMany(repo, here)).entries()) printed.set(here[at] as Site, anchor)
  }
  const anchorOf = (site: Site): Anchor => printed.get(site) as Anchor
  return nodes.map(({ site, depth, direction, tier }, at) => ({
    definition: { ...site, anchor: anchorOf(site) },
    depth,
    direction,
    tier,
    via: (ways[at] ?? []).flatMap((to): ViaEdge[] => {
      if (!to.from || !to.step) return []
      const [source, target] = to.direction === 'upstream' ? [to.site, to.from.site] : [to.from.site, to.site]
      const { edge, path, line } = to.step
      return [{ src: anchorOf(source), edge, dst: anchorOf(target), path, line }]
    }),
  }))
}

/** From the symbol asked about to this one, both included. */
function wayTo(node: Reached): Reached[] {
  const way: Reached[] = []
  for (let at: Reached | null = node; at; at = at.from) way.unshift(at)
  return way
}

/** The symbol shown last may have moved in its file, so its key identifies it. If it is gone, its old place counts. */
export function behindLast(orders: readonly NodeOrder[], last: NodeOrder): number {
  const { depth, direction, repo_id, path, key } = last
  const isLast = (one: NodeOrder): boolean =>
    one.depth === depth && one.direction === direction && one.repo_id === repo_id && one.path === path && one.key === key
  const shown = orders.findIndex(isLast)
  if (shown >= 0) return shown + 1
  const behind = orders.findIndex((one) => compareNodes(one, last) > 0)
  return behind < 0 ? orders.length : behind
}

const orderOf = ({ site, depth, direction }: Reached): NodeOrder => nodeOrder({ definition: site, depth, direction })

export const nodeOrder = ({ definition, depth, direction }: OrderedNode): NodeOrder => ({
  depth,
  direction,
  repo_id: definition.repo_id,
  path: definition.path,
  line: lineOf(definition),
  key: definition.handle.key,
})

type OrderedNode = { definition: Site; depth: number; direction: Direction }

export const compareNodes = (a: NodeOrder, b: NodeOrder): number =>
  a.depth - b.depth ||
  // Callers come before callees.
  compareText(b.direction, a.direction) ||
  compareText(a.repo_id, b.repo_id) ||
  compareText(a.path, b.path) ||
  a.line - b.line ||
  compareText(a.key, b.key)

const compareReached = (a: Reached, b: Reached): number => compareNodes(orderOf(a), orderOf(b)) || a.site.ordinal - b.site.ordinal

const order = { proven: 0, resolved: 1, possible: 2 } as const
const weaker = (a: Tier, b: Tier): Tier => (order[a] >= order[b] ? a : b)

const idOf = (repo: RepoId, { path, key }: SymbolHandle): string => `${repo}\0${path}\0${key}`
