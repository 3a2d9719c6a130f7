/**
 * Callers of callers, or callees of callees: breadth first, so each symbol is reached by a shortest way, and once. Walks
 * `calls`; constructing a class counts as calling its constructor. What merely overrides is not walked: that a call of the
 * base reaches it is not known.
 */
import { compareText } from '../base/compare-text.ts'
import type { SymbolHandle } from '../contract/identity.ts'
import type { Anchor, RepoId } from '../contract/ids.ts'
import type { ViaEdge } from '../contract/items.ts'
import type { Tier } from '../contract/symbol.ts'
import type { StoreSnapshot } from '../store/port.ts'
import { Anchors } from './anchors.ts'
import { type CallStep, callsOf } from './call-steps.ts'
import { type Definition, lineOf, type Site } from './definition.ts'
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
  const directions = question.direction === 'both' ? (['upstream', 'downstream'] as const) : [question.direction]
  const reached: Reached[] = []
  let stopped = false
  for (const direction of directions) {
    const walk = await walkOne(direction, question, { snapshot, facts }, signal)
    reached.push(...walk.nodes)
    stopped ||= walk.stopped
  }
  // Shortest ways first, whichever direction they lead.
  reached.sort((a, b) => a.depth - b.depth)
  const tiers: Record<Tier, number> = { proven: 0, resolved: 0, possible: 0 }
  for (const node of reached) tiers[node.tier]++
  const anchors = new Anchors(snapshot, facts)
  const items: LineageNode[] = []
  for (const node of reached.slice(0, question.max_results)) items.push(await shown(node, anchors))
  return { items, total: stopped ? null : reached.length, total_at_least: reached.length, tiers }
}

type Tools = { snapshot: StoreSnapshot; facts: FileFactsReader }
type Direction = 'upstream' | 'downstream'
/** A symbol on the way, with how it was reached; printed only when it is part of the page. */
type Reached = { site: Site; depth: number; direction: Direction; tier: Tier; from: Reached | null; step: CallStep | null }

async function walkOne(
  direction: Direction,
  { definitions, depth, tiers }: LineageQuestion,
  tools: Tools,
  signal: AbortSignal | undefined,
): Promise<{ nodes: Reached[]; stopped: boolean }> {
  const seen = new Set(definitions.map((definition) => idOf(definition.repo_id, definition.handle)))
  const nodes: Reached[] = []
  let front: Reached[] = definitions.map((site) => ({ site, depth: 0, direction, tier: 'proven', from: null, step: null }))
  for (let hop = 1; hop <= depth && front.length > 0; hop++) {
    const next: Reached[] = []
    for (const from of front) {
      signal?.throwIfAborted()
      for (const step of await callsOf(from.site, direction, tiers, tools)) {
        const id = idOf(step.repo_id, step.handle)
        const site = seen.has(id) ? undefined : await siteOf(step, tools)
        if (!site) continue
        if (nodes.length + next.length >= MOST_NODES) return { nodes: [...nodes, ...inOrder(next)], stopped: true }
        seen.add(id)
        next.push({ site, depth: hop, direction, tier: weaker(from.tier, step.tier), from, step })
      }
    }
    front = inOrder(next)
    nodes.push(...front)
  }
  return { nodes, stopped: false }
}

/** undefined when the file no longer has it. */
async function siteOf({ repo_id, handle }: CallStep, { facts }: Tools): Promise<Site | undefined> {
  const ordinal = await facts.ordinal(repo_id, handle.path, handle.key)
  if (ordinal === undefined) return undefined
  return { repo_id, path: handle.path, ordinal, fact: (await facts.symbols(repo_id, handle.path))[ordinal] ?? null, handle }
}

async function shown(node: Reached, anchors: Anchors): Promise<LineageNode> {
  const via: ViaEdge[] = []
  for (let at = node; at.from && at.step; at = at.from) {
    const [source, target] = at.direction === 'upstream' ? [at.site, at.from.site] : [at.from.site, at.site]
    const { edge, path, line } = at.step
    via.unshift({ src: await anchorOf(source, anchors), edge, dst: await anchorOf(target, anchors), path, line })
  }
  const { site, depth, direction, tier } = node
  return { definition: { ...site, anchor: await anchorOf(site, anchors) }, depth, direction, tier, via }
}

const anchorOf = ({ repo_id, path, fact }: Site, anchors: Anchors): Promise<Anchor> => anchors.of(repo_id, path, fact)

const inOrder = (nodes: Reached[]): Reached[] =>
  nodes.sort(
    ({ site: a }, { site: b }) =>
      compareText(a.repo_id, b.repo_id) || compareText(a.path, b.path) || lineOf(a) - lineOf(b) || a.ordinal - b.ordinal,
  )

const order = { proven: 0, resolved: 1, possible: 2 } as const
const weaker = (a: Tier, b: Tier): Tier => (order[a] >= order[b] ? a : b)

const idOf = (repo: RepoId, { path, key }: SymbolHandle): string => `${repo}\0${path}\0${key}`
