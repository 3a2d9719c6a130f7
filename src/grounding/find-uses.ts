/**
 * The uses of the found definitions: in unchanged files from the graph; in changed files those of the graph that are found again,
 * and what a live scan finds in addition.
 */
import { pathFilters } from '../base/glob.ts'
import { isExamplePath } from '../contract/file-role.ts'
import type { WhereUsedItem } from '../contract/items.ts'
import type { EdgeKind, Tier } from '../contract/symbol.ts'
import { isTestPath } from '../discover/classify.ts'
import type { RepoView } from '../freshness/scope.ts'
import type { Definition } from '../graph/definition.ts'
import { compareUses, type LastUse, lastUse, type OrderedUse, orderOfLast } from '../graph/use-order.ts'
import { type FoundUse, type WhereUsedAnswer, whereUsed } from '../graph/where-used.ts'
import type { LiveUse } from '../scan/scan-symbol.ts'
import { anchorsNow } from './anchors.ts'
import { byRepo, inSteps } from './by-repo.ts'
import { enrichmentsOf } from './enrichment.ts'
import { type Ground, repoOf } from './ground.ts'
import { lastFile, lineAgain, lineMark } from './line-again.ts'
import { loadFiles } from './load-files.ts'
import type { MeantSymbols } from './meant.ts'
import { snippetAt } from './quote.ts'
import { type UseNow, useNow } from './use-now.ts'

export type UsesQuestion = {
  uses: readonly EdgeKind[] | null
  tiers: readonly Tier[] | null
  /** Only uses in matching files (`pathFilters`) and in tests or not; also for the counts. */
  paths: readonly string[] | null
  tests: 'exclude' | 'only' | undefined
  /** The page begins after this use; at the start when null. */
  after: LastShown | null
  limit: number
}

/** The last use of a page. `mark`: hash of its line's text, used to find the line again (`line-again.ts`). */
export type LastShown = LastUse & { mark: string }

export type FoundUses = Omit<WhereUsedAnswer, 'items' | 'before'> & {
  items: WhereUsedItem[]
  /** For each item, what the cursor stores if the page ends with it. */
  ends: LastShown[]
  /** Whether more uses follow after those of this page. */
  more: boolean
}

/** If files changed, the whole answer is read and filtered before the page is cut; nobody pages through more than this. */
const MOST = 20_000

export async function findUses(meant: MeantSymbols, asked: UsesQuestion, ground: Ground): Promise<FoundUses> {
  const { repos } = ground
  const question = { ...asked, after: asked.after && (await lastAgain(asked.after, ground)) }
  if (repos.every((repo) => repo.mode === 'index')) {
    const graph = await askGraph(meant, question, ground)
    const more = graph.before + graph.items.length < graph.total_at_least
    return { ...graph, more, ...(await quoteAll(await usesNow(graph.items, ground), meant, ground)) }
  }
  const graph = await askGraph(meant, { ...question, after: null, limit: MOST }, ground)
  const certain = doubted(await usesNow(graph.items, ground), meant)
  const seen = new Set(certain.map((use) => lineId(use.repo, use.path, use.line)))
  const live = liveUses(meant, question, repos).filter((use) => !seen.has(lineId(use.repo, use.path, use.line)))
  const uses = [...certain, ...live].sort((a, b) => compareUses(ordered(a), ordered(b)))
  const last = question.after && orderOfLast(question.after, sites(meant))
  const behind = last ? uses.findIndex((use) => compareUses(ordered(use), last) > 0) : 0
  const start = behind < 0 ? uses.length : behind
  const page = uses.slice(start, start + question.limit)
  const more = start + page.length < uses.length
  return { ...countUses(uses, meant, ground), reasons: graph.reasons, more, ...(await quoteAll(page, meant, ground)) }
}

/** Lines may have been added or removed above the use that was shown last. */
async function lastAgain(last: LastShown, ground: Ground): Promise<LastShown> {
  const repo = repoOf(ground, last.repo_id)
  const file = repo && (await lastFile(repo, last.path, ground))
  return file ? { ...last, line: lineAgain(file, last.line, last.mark) } : last
}

/** `definition`: index in `meant`; -1 when it may be any of several. */
type CommonUse = { repo: RepoView; path: string; line: number; column: number; definition: number; tier: Tier }
type GraphUse = CommonUse & { from: 'graph'; found: FoundUse; now: UseNow }
type ScannedUse = CommonUse & { from: 'scan'; found: LiveUse }
type AnyUse = GraphUse | ScannedUse

const ordered = ({ repo, path, line, definition, tier }: AnyUse): OrderedUse => ({
  tier,
  definition,
  aside: isTestPath(path) || isExamplePath(path),
  repo_id: repo.repo_id,
  path,
  line,
})

/** The definitions as the index has them: uses are ordered by them, and they are the same on every page. */
const sites = ({ meant }: MeantSymbols): Definition[] => meant.map(({ known, definition }) => known ?? definition)

const lineId = (repo: RepoView, path: string, line: number): string => `${repo.repo_id}\0${path}\0${line}`

async function askGraph(meant: MeantSymbols, question: UsesQuestion, { view, rooms }: Ground): Promise<WhereUsedAnswer> {
  const { limit, uses, tiers, paths, tests, after } = question
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
      counts: meant.meant.map(() => 0),
      reasons: {},
    }
  const definitions = asked.map(({ definition }) => definition)
  const unlinked = new Set(definitions.filter((_, at) => meant.meant[asked[at]?.at ?? -1]?.known === null))
  const filters = {
    ...(uses ? { uses } : {}),
    ...(tiers ? { tiers } : {}),
    ...(paths ? { paths } : {}),
    ...(tests ? { tests } : {}),
  }
  const answer = await whereUsed(view, { definitions, unlinked, repos: [], ...filters, after, limit }, rooms.signal)
  const counts = meant.meant.map(() => 0)
  for (const [at, count] of answer.counts.entries()) counts[asked[at]?.at ?? -1] = count
  const items = answer.items.map((use) => ({ ...use, definition: asked[use.definition]?.at ?? -1 }))
  return { ...answer, counts, items }
}

/** If a definition was found under another name or in another file, its former uses may still use the old one. */
function doubted(uses: readonly GraphUse[], { meant }: MeantSymbols): GraphUse[] {
  return uses.map((use) => (meant[use.definition]?.how.how === 'exact' ? use : { ...use, tier: 'possible' }))
}

/** The graph's uses as they are now: those in changed files are found again, or left out. One per line and definition. */
async function usesNow(uses: readonly FoundUse[], ground: Ground): Promise<GraphUse[]> {
  const inScope = uses.flatMap((found) => {
    const repo = repoOf(ground, found.repo_id)
    return repo ? [{ repo, path: found.path, found }] : []
  })
  const now = await inSteps(inScope, async (step) => {
    await loadFiles(step, ground)
    return Promise.all(step.map(({ repo, found }) => graphUse(repo, found, ground)))
  })
  const lines = new Set<string>()
  return now.filter((use): use is GraphUse => {
    const id = use && `${use.definition}\0${lineId(use.repo, use.path, use.line)}`
    if (id === undefined || lines.has(id)) return false
    lines.add(id)
    return true
  })
}

async function graphUse(repo: RepoView, found: FoundUse, ground: Ground): Promise<GraphUse | undefined> {
  const { path, line, column, definition, tier, use: edge, enclosing } = found
  const now = await useNow(repo, path, { key: enclosing.key, line, column, edge }, ground)
  return now && { from: 'graph', repo, path: now.path, line: now.line, column: now.column, definition, tier, found, now }
}

/** One per line. If there are several definitions, the name alone does not show which one is used. */
function liveUses(meant: MeantSymbols, question: UsesQuestion, repos: readonly RepoView[]): ScannedUse[] {
  const { uses, tiers, paths, tests } = question
  if (tiers && !tiers.includes('possible')) return []
  const definition = meant.meant.length === 1 ? 0 : -1
  const fits = paths ? pathFilters(paths) : () => true
  const counts = (path: string): boolean => fits(path) && (!tests || isTestPath(path) === (tests === 'only'))
  return repos.flatMap((repo) => {
    const lines = new Set<string>()
    const found = meant.scans.get(repo.repo_id)?.uses ?? []
    return found.flatMap((use): ScannedUse[] => {
      const { path, line, column } = use
      const id = `${path}\0${line}`
      if (lines.has(id) || !counts(path) || (uses ? !uses.includes(use.use) : use.use === 'overrides')) return []
      lines.add(id)
      return [{ from: 'scan', found: use, repo, path, line, column, definition, tier: 'possible' }]
    })
  })
}

function countUses(
  uses: readonly AnyUse[],
  meant: MeantSymbols,
  ground: Ground,
): Pick<FoundUses, 'total' | 'total_at_least' | 'tiers' | 'counts'> {
  const tiers: Record<Tier, number> = { proven: 0, resolved: 0, possible: 0 }
  const counts = meant.meant.map(() => 0)
  for (const { tier, definition } of uses) {
    tiers[tier]++
    if (definition >= 0) counts[definition] = (counts[definition] ?? 0) + 1
  }
  const whole = meant.unchecked === 0 && ground.rebinding.late === 0
  return { total: whole ? uses.length : null, total_at_least: uses.length, tiers, counts }
}

type Quotes = Pick<FoundUses, 'items' | 'ends'>

async function quoteAll(uses: readonly AnyUse[], meant: MeantSymbols, ground: Ground): Promise<Quotes> {
  const items = await inSteps(uses, async (step) => {
    const symbolOf = ({ definition }: AnyUse): { symbol?: string } => {
      const symbol = meant.meant[definition]?.definition.anchor
      return symbol ? { symbol } : {}
    }
    const graph = step.filter((use) => use.from === 'graph')
    const scanned = step.filter((use) => use.from === 'scan')
    const made = new Map<AnyUse, WhereUsedItem | undefined>([
      ...(await quoteGraphUses(graph, symbolOf, ground)),
      ...(await quoteScannedUses(scanned, symbolOf, ground)),
    ])
    return step.map((use) => made.get(use))
  })
  const quoted: Quotes = { items: [], ends: [] }
  const definitions = sites(meant)
  for (const [at, item] of items.entries()) {
    const use = uses[at]
    if (!item || !use) continue
    const { text, location } = item.snippet
    quoted.items.push(item)
    quoted.ends.push({
      ...lastUse(ordered(use), definitions),
      mark: lineMark(text.split('\n')[item.line - location.start_line] ?? ''),
    })
  }
  return quoted
}

type SymbolOf = (use: AnyUse) => { symbol?: string }
type Quoted<Use> = [Use, WhereUsedItem | undefined]

async function quoteGraphUses(uses: readonly GraphUse[], symbolOf: SymbolOf, ground: Ground): Promise<Quoted<GraphUse>[]> {
  const enrichments = await enrichmentsOf(
    uses.map(({ repo, path, now, found }) => ({
      repo,
      path,
      symbol: now.around,
      outline: now.current.facts.outline(),
      was: found.enclosing,
    })),
    ground,
  )
  const enclosing = await enclosingAnchors(uses, ground)
  return uses.map((use, at) => {
    const { repo, path, line, column, now, found, tier } = use
    const snippet = snippetAt(now.current.file, line, column)
    const enrichment = enrichments[at]
    const item: WhereUsedItem | undefined = snippet && {
      repo_id: repo.repo_id,
      file: path,
      line,
      column,
      snippet,
      ...symbolOf(use),
      enclosing: enclosing[at] ?? found.enclosing_anchor,
      use: found.use,
      tier,
      binding: now.binding,
      source: 'RAG_GRAPH',
      ...(enrichment ? { enrichment } : {}),
    }
    return [use, item]
  })
}

/** Only for uses in changed files; the graph has already made the anchors of the others. */
async function enclosingAnchors(uses: readonly GraphUse[], ground: Ground): Promise<(string | undefined)[]> {
  const rebound = uses.filter(({ now }) => now.binding === 'rebound')
  const printed = await byRepo(rebound, (repo, group) =>
    anchorsNow(
      repo,
      group.map(({ path, now }) => ({ path, fact: now.around })),
      ground,
    ),
  )
  const anchors = new Map(rebound.map((use, at) => [use, printed[at]]))
  return uses.map((use) => anchors.get(use))
}

async function quoteScannedUses(uses: readonly ScannedUse[], symbolOf: SymbolOf, ground: Ground): Promise<Quoted<ScannedUse>[]> {
  const enclosing = await byRepo(uses, (repo, group) =>
    anchorsNow(
      repo,
      group.map(({ path, found }) => ({ path, fact: found.enclosing?.symbol ?? null })),
      ground,
    ),
  )
  return Promise.all(
    uses.map(async (use, at): Promise<Quoted<ScannedUse>> => {
      const around = use.found.enclosing ? enclosing[at] : undefined
      return [use, await quoteScannedUse(use, { ...symbolOf(use), ...(around ? { enclosing: around } : {}) }, ground)]
    }),
  )
}

async function quoteScannedUse(
  { repo, path, line, column, found }: ScannedUse,
  symbols: { symbol?: string; enclosing?: string },
  { reading }: Ground,
): Promise<WhereUsedItem | undefined> {
  const file = await reading.quotes.file(repo.root, path)
  // The scan and the quote read the file separately; it may have been written in between.
  if (file?.content_hash !== found.content_hash) {
    reading.sawChange(repo, path)
    return undefined
  }
  const snippet = snippetAt(file, line, column)
  if (!snippet) return undefined
  const quote = { repo_id: repo.repo_id, file: path, line, column, snippet }
  return { ...quote, binding: 'live', source: 'LOCAL_FALLBACK', ...symbols, use: found.use, tier: 'possible' }
}
