/**
 * The uses of what was meant: from the graph in files the index speaks for; in files changed since, those of the graph that are
 * found again, and what a live scan sees besides.
 */
import type { SymbolFact } from '../contract/facts.ts'
import type { SymbolHandle } from '../contract/identity.ts'
import type { WhereUsedItem } from '../contract/items.ts'
import type { EdgeKind, Tier } from '../contract/symbol.ts'
import type { RepoView } from '../freshness/scope.ts'
import { type FoundUse, type WhereUsedAnswer, whereUsed } from '../graph/where-used.ts'
import type { LiveUse } from '../scan/scan-symbol.ts'
import { enrichmentOf } from './enrichment.ts'
import { liveUse, type SymbolCall } from './live-symbol.ts'
import type { MeantSymbols } from './meant-symbols.ts'
import { snippetAt } from './quote.ts'
import type { CurrentFile } from './reading.ts'
import { keyOf } from './rebinding.ts'

export type UsesQuestion = {
  uses: readonly EdgeKind[] | null
  tiers: readonly Tier[] | null
  offset: number
  limit: number
}
export type FoundUses = Omit<WhereUsedAnswer, 'items' | 'before'> & { items: WhereUsedItem[] }

/** With changed files in play the whole answer is taken and filtered before it is paged; more than this nobody pages through. */
const MOST = 20_000

export async function findUses(meant: MeantSymbols, question: UsesQuestion, call: SymbolCall): Promise<FoundUses> {
  const { repos } = call.scope
  if (repos.every((repo) => repo.mode === 'index')) {
    const graph = await askGraph(meant, question, call)
    const items = await standing(graph.items, call)
    return { ...graph, items: await quoteAll(items, meant, call) }
  }
  const graph = await askGraph(meant, { ...question, offset: 0, limit: MOST }, call)
  const certain = doubted(await standing(graph.items, call), meant)
  const seen = new Set(certain.map((use) => lineId(use.repo, use.path, use.line)))
  const live = liveUses(meant, question, repos).filter((use) => !seen.has(lineId(use.repo, use.path, use.line)))
  const uses = [...certain, ...live]
  const page = uses.slice(question.offset, question.offset + question.limit)
  return { ...countUses(uses, meant, call), reasons: graph.reasons, items: await quoteAll(page, meant, call) }
}

/** A use where it stands now. `definition` counts in what was meant; -1 when it may be any of several. */
type UseNow = { repo: RepoView; path: string; line: number; column: number; definition: number; tier: Tier } & (
  | {
      from: 'graph'
      binding: 'indexed' | 'rebound'
      use: EdgeKind
      current: CurrentFile
      enclosing: string
      /** The enclosing symbol as it is now, and what the index knows it as. */
      around: SymbolFact | null
      was: SymbolHandle
    }
  | { from: 'live'; use: LiveUse }
)
type GraphUse = Extract<UseNow, { from: 'graph' }>

const lineId = (repo: RepoView, path: string, line: number): string => `${repo.repo_id}\0${path}\0${line}`

async function askGraph(meant: MeantSymbols, question: UsesQuestion, { view, context }: SymbolCall): Promise<WhereUsedAnswer> {
  const { offset, limit, uses, tiers } = question
  const asked = meant.meant.flatMap(({ known, definition, repo }, at) =>
    known || repo.mode !== 'live' ? [{ definition: known ?? definition, at }] : [],
  )
  if (!view || asked.length === 0)
    return {
      items: [],
      total: 0,
      total_at_least: 0,
      before: 0,
      tiers: { proven: 0, resolved: 0, possible: 0 },
      counts: [],
      reasons: {},
    }
  const definitions = asked.map(({ definition }) => definition)
  const unlinked = new Set(definitions.filter((_, at) => meant.meant[asked[at]?.at ?? -1]?.known === null))
  const filters = { ...(uses ? { uses } : {}), ...(tiers ? { tiers } : {}) }
  const answer = await whereUsed(view, { definitions, unlinked, repos: [], ...filters, limit: offset + limit }, context.signal)
  const counts = meant.meant.map(() => 0)
  for (const [at, count] of answer.counts.entries()) counts[asked[at]?.at ?? -1] = count
  return {
    ...answer,
    counts,
    items: answer.items.slice(offset).map((use) => ({ ...use, definition: asked[use.definition]?.at ?? -1 })),
  }
}

/** What was found again under another name or in another file may have left its uses behind: they name what it was. */
function doubted(uses: readonly GraphUse[], { meant }: MeantSymbols): GraphUse[] {
  return uses.map((use) => (meant[use.definition]?.how.how === 'exact' ? use : { ...use, tier: 'possible' }))
}

/** Where the graph's uses stand now; those of files that changed are found again in them, or left out. One a line and definition. */
async function standing(uses: readonly FoundUse[], call: SymbolCall): Promise<GraphUse[]> {
  const found = await Promise.all(uses.map((use) => standingNow(use, call)))
  const lines = new Set<string>()
  return found.filter((use): use is GraphUse => {
    if (!use) return false
    const id = `${use.definition}\0${lineId(use.repo, use.path, use.line)}`
    if (lines.has(id)) return false
    lines.add(id)
    return true
  })
}

async function standingNow(use: FoundUse, call: SymbolCall): Promise<GraphUse | undefined> {
  const repo = call.scope.repos.find((each) => each.repo_id === use.repo_id)
  if (!repo) return undefined
  const { path, line, column, definition, tier, use: edge, enclosing } = use
  const common = { from: 'graph', repo, definition, tier, use: edge, was: enclosing } as const
  const indexed = await call.reading.indexed(repo, path)
  if (indexed) {
    const around = indexed.facts.outline().symbols.find((each) => keyOf(each) === enclosing.key) ?? null
    return { ...common, binding: 'indexed', path, line, column, current: indexed, enclosing: use.enclosing_anchor, around }
  }
  const rebound = await call.rebinding.file(repo, path)
  const place = rebound?.useNow({ key: enclosing.key, line, column, edge })
  if (!rebound || !place) return undefined
  const fact = rebound.current.facts.outline().symbols[place.enclosing] ?? null
  return {
    ...common,
    binding: 'rebound',
    path: rebound.path,
    line: place.line,
    column: place.column,
    current: rebound.current,
    enclosing: await call.anchors.of(repo, rebound.path, fact),
    around: fact,
  }
}

/** One a line, as everywhere. Which of several definitions is meant, a name alone does not tell. */
function liveUses(meant: MeantSymbols, { uses, tiers }: UsesQuestion, repos: readonly RepoView[]): UseNow[] {
  if (tiers && !tiers.includes('possible')) return []
  const definition = meant.meant.length === 1 ? 0 : -1
  return repos.flatMap((repo) => {
    const lines = new Set<string>()
    const found = meant.scans.get(repo.repo_id)?.uses ?? []
    return found.flatMap((use): UseNow[] => {
      const { path, line, column } = use
      const id = `${path}\0${line}`
      if (lines.has(id) || (uses && !uses.includes(use.use))) return []
      lines.add(id)
      return [{ from: 'live', use, repo, path, line, column, definition, tier: 'possible' }]
    })
  })
}

function countUses(uses: readonly UseNow[], meant: MeantSymbols, call: SymbolCall): Omit<FoundUses, 'items' | 'reasons'> {
  const tiers: Record<Tier, number> = { proven: 0, resolved: 0, possible: 0 }
  const counts = meant.meant.map(() => 0)
  for (const { tier, definition } of uses) {
    tiers[tier]++
    if (definition >= 0) counts[definition] = (counts[definition] ?? 0) + 1
  }
  const whole = meant.unchecked === 0 && call.rebinding.late === 0
  return { total: whole ? uses.length : null, total_at_least: uses.length, tiers, counts }
}

async function quoteAll(uses: readonly UseNow[], meant: MeantSymbols, call: SymbolCall): Promise<WhereUsedItem[]> {
  const items = uses.map((each) => {
    const symbol = meant.meant[each.definition]?.definition.anchor
    return each.from === 'graph' ? quoteUse(each, symbol, call) : liveUse(each.repo, each.use, symbol, call)
  })
  return (await Promise.all(items)).filter((item) => item !== undefined)
}

async function quoteUse(found: GraphUse, symbol: string | undefined, { scope }: SymbolCall): Promise<WhereUsedItem | undefined> {
  const { repo, path, line, column, around, was, current } = found
  const snippet = snippetAt(current.file, line, column)
  if (!snippet) return undefined
  const enrichment = await enrichmentOf(repo, path, around, scope, { outline: current.facts.outline(), was })
  return {
    repo_id: repo.repo_id,
    file: path,
    line,
    column,
    snippet,
    ...(symbol ? { symbol } : {}),
    enclosing: found.enclosing,
    use: found.use,
    tier: found.tier,
    binding: found.binding,
    source: 'RAG_GRAPH',
    ...(enrichment ? { enrichment } : {}),
  }
}
