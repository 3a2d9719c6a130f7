/** The uses of what was meant: from the graph in files the index speaks for, from a live scan in the others. */
import { symbolKey } from '../contract/identity.ts'
import type { WhereUsedItem } from '../contract/items.ts'
import type { EdgeKind, Tier } from '../contract/symbol.ts'
import type { RepoView } from '../freshness/scope.ts'
import { type FoundUse, type WhereUsedAnswer, whereUsed } from '../graph/where-used.ts'
import type { LiveUse } from '../scan/scan-symbol.ts'
import { enrichmentOf } from './enrichment.ts'
import { liveUse, type SymbolCall } from './live-symbol.ts'
import type { MeantSymbols } from './meant-symbols.ts'
import { snippetAt } from './quote.ts'

export type UsesQuestion = {
  uses: readonly EdgeKind[] | null
  tiers: readonly Tier[] | null
  offset: number
  limit: number
}
export type FoundUses = Omit<WhereUsedAnswer, 'items'> & { items: WhereUsedItem[] }

/** With changed files in play the whole answer is taken and filtered before it is paged; more than this nobody pages through. */
const MOST = 20_000

export async function findUses(meant: MeantSymbols, question: UsesQuestion, call: SymbolCall): Promise<FoundUses> {
  const { repos } = call.scope
  if (repos.every((repo) => repo.mode === 'index')) {
    const graph = await askGraph(meant, question, call)
    return { ...graph, items: await quoteAll(graph.items.map(fromGraph), meant, call) }
  }
  const graph = await askGraph(meant, { ...question, offset: 0, limit: MOST }, call)
  const standing = graph.items.filter((use) => isStanding(use, repos)).map(fromGraph)
  const uses = [...standing, ...liveUses(meant, question, repos)]
  const page = uses.slice(question.offset, question.offset + question.limit)
  return { ...countUses(uses, meant), reasons: graph.reasons, items: await quoteAll(page, meant, call) }
}

type AnyUse = { from: 'graph'; use: FoundUse } | { from: 'live'; use: LiveUse; repo: RepoView; definition: number }
const fromGraph = (use: FoundUse): AnyUse => ({ from: 'graph', use })

async function askGraph(meant: MeantSymbols, question: UsesQuestion, { scope, context }: SymbolCall): Promise<WhereUsedAnswer> {
  const { offset, limit, uses, tiers } = question
  const definitions = meant.meant.filter(({ repo }) => repo.mode !== 'live').map(({ definition }) => definition)
  if (!scope.snapshot || definitions.length === 0)
    return { items: [], total: 0, total_at_least: 0, tiers: { proven: 0, resolved: 0, possible: 0 }, counts: [], reasons: {} }
  const filters = { ...(uses ? { uses } : {}), ...(tiers ? { tiers } : {}) }
  return whereUsed(scope.snapshot, { definitions, repos: [], ...filters, offset, limit }, context.signal)
}

/** What the graph says of a file that has changed or gone since is not repeated. */
function isStanding({ repo_id, path }: FoundUse, repos: readonly RepoView[]): boolean {
  const repo = repos.find((each) => each.repo_id === repo_id)
  return repo !== undefined && !repo.changed.has(path) && !repo.deleted.has(path)
}

/** One a line, as everywhere. Which of several definitions is meant, a name alone does not tell. */
function liveUses(meant: MeantSymbols, { uses, tiers }: UsesQuestion, repos: readonly RepoView[]): AnyUse[] {
  if (tiers && !tiers.includes('possible')) return []
  const definition = meant.meant.length === 1 ? 0 : -1
  return repos.flatMap((repo) => {
    const lines = new Set<string>()
    const found = meant.scans.get(repo.repo_id)?.uses ?? []
    return found.flatMap((use): AnyUse[] => {
      const line = `${use.path}\0${use.line}`
      if (lines.has(line) || (uses && !uses.includes(use.use))) return []
      lines.add(line)
      return [{ from: 'live', use, repo, definition }]
    })
  })
}

function countUses(uses: readonly AnyUse[], meant: MeantSymbols): Omit<FoundUses, 'items' | 'reasons'> {
  const tiers: Record<Tier, number> = { proven: 0, resolved: 0, possible: 0 }
  const counts = meant.meant.map(() => 0)
  for (const each of uses) {
    tiers[each.from === 'graph' ? each.use.tier : 'possible']++
    const at = each.from === 'graph' ? each.use.definition : each.definition
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1
  }
  return { total: meant.unchecked > 0 ? null : uses.length, total_at_least: uses.length, tiers, counts }
}

async function quoteAll(uses: readonly AnyUse[], meant: MeantSymbols, call: SymbolCall): Promise<WhereUsedItem[]> {
  const items = uses.map((each) => {
    if (each.from === 'graph') return quoteUse(each.use, meant, call)
    return liveUse(each.repo, each.use, meant.meant[each.definition]?.definition.anchor, call)
  })
  return (await Promise.all(items)).filter((item) => item !== undefined)
}

/** undefined when the file changed after the snapshot was taken: its lines are no longer those the graph speaks of. */
async function quoteUse(use: FoundUse, meant: MeantSymbols, { scope, reading }: SymbolCall): Promise<WhereUsedItem | undefined> {
  const repo = scope.repos.find((each) => each.repo_id === use.repo_id)
  const indexed = repo && (await reading.indexed(repo, use.path))
  const snippet = indexed && snippetAt(indexed.file, use.line, use.column)
  if (!snippet) return undefined
  const symbol = meant.meant.filter((each) => each.repo.mode !== 'live')[use.definition]?.definition.anchor
  const outline = indexed.facts.outline()
  const around = outline.symbols.find((each) => symbolKey(each.qualified_name, each.tag) === use.enclosing.key)
  const enrichment = await enrichmentOf(repo, use.path, around ?? null, scope, { outline })
  return {
    repo_id: repo.repo_id,
    file: use.path,
    line: use.line,
    column: use.column,
    snippet,
    ...(symbol ? { symbol } : {}),
    enclosing: use.enclosing_anchor,
    use: use.use,
    tier: use.tier,
    binding: 'indexed',
    source: 'RAG_GRAPH',
    ...(enrichment ? { enrichment } : {}),
  }
}
