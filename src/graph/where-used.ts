/**
 * Every use of some definitions: stored links first, definition by definition, then possible uses. One item per line and
 * definition; the definition itself is not a use, and a use of an override is not a use of the overridden method.
 */
import { pathFilters } from '../base/glob.ts'
import { isExamplePath } from '../contract/file-role.ts'
import type { SymbolHandle } from '../contract/identity.ts'
import type { Anchor, RepoId } from '../contract/ids.ts'
import type { UnresolvedReason } from '../contract/links.ts'
import type { EdgeKind, Tier } from '../contract/symbol.ts'
import type { IndexView } from '../store/index-view.ts'
import { Anchors } from './anchors.ts'
import { certainUses, type FoundLink } from './certain-uses.ts'
import { type Definition, handleOf, nameOf, type Site } from './definition.ts'
import { type PackageNames, packageTargets } from './package-targets.ts'
import { type PossibleUse, possibleUses } from './possible-uses.ts'
import { compareUses, type LastUse, orderOfLast } from './use-order.ts'

export type WhereUsedQuestion = {
  definitions: readonly Definition[]
  /** Definitions that are not in the index yet: nothing is linked to them, but unresolved uses may refer to them. */
  unlinked?: ReadonlySet<Definition>
  /** Repos to list uses from; the repos of the definitions are always included. */
  repos: readonly RepoId[]
  /** The package names of the defining repos; with them uses in other repos are found by package. */
  packages?: ReadonlyMap<RepoId, PackageNames>
  /** Only uses of these kinds; when absent, all except overriding. */
  uses?: readonly EdgeKind[]
  tiers?: readonly Tier[]
  /** Only uses in matching files (`pathFilters`) and in tests or not; also for the counts. */
  paths?: readonly string[]
  tests?: 'exclude' | 'only'
  /** The page begins after this use; at the start when absent. */
  after?: LastUse | null
  limit: number
}

export type FoundUse = {
  repo_id: RepoId
  path: string
  line: number
  column: number
  use: EdgeKind
  tier: Tier
  /** Position in the question's definitions; -1 when it may be any of several. */
  definition: number
  /** In a test or an example. */
  aside: boolean
  /** The symbol that contains the use; the module's handle when none. */
  enclosing: SymbolHandle
  enclosing_anchor: Anchor
}

export type WhereUsedAnswer = {
  items: FoundUse[]
  /** null when not every file with the name was read; see `total_at_least`. */
  total: number | null
  total_at_least: number
  /** Number of uses before the page. */
  before: number
  tiers: Record<Tier, number>
  /** For each definition: its certain uses, and possible uses that match no other definition. */
  counts: number[]
  /** How many possible uses there are for each reason. */
  reasons: Partial<Record<UnresolvedReason, number>>
}

/** Files read for possible uses before counting stops. This takes some seconds, and nobody reads further. */
const MOST_FILES = 3_000

export async function whereUsed(view: IndexView, question: WhereUsedQuestion, signal?: AbortSignal): Promise<WhereUsedAnswer> {
  const repos = new Set([...question.definitions.map(({ repo_id }) => repo_id), ...question.repos])
  const found = new FoundUses(question, await isInAnswer(question, repos, view))
  for (const [at, links] of (await certainUses(question, view)).entries()) {
    const repo = question.definitions[at]?.repo_id
    for (const link of links) if (repo) found.addLink(link, at, repo)
  }
  for (const [at, definition] of question.definitions.entries()) {
    signal?.throwIfAborted()
    for (const { repo, link } of await usesElsewhere(definition, question, view)) found.addLink(link, at, repo)
  }
  if (wants(question, 'possible')) await addPossible(view, question, repos, found, signal)
  return found.answer(view)
}

/** Which files count, and which are tests or examples. */
type FileJudge = { counts(repo: RepoId, path: string): boolean; isAside(repo: RepoId, path: string): boolean }

async function isInAnswer({ paths, tests }: WhereUsedQuestion, repos: ReadonlySet<RepoId>, view: IndexView): Promise<FileJudge> {
  const rows = new Map(await Promise.all([...repos].map(async (repo) => [repo, await view.rows(repo)] as const)))
  const fits = paths ? pathFilters(paths) : undefined
  const isTest = (repo: RepoId, path: string): boolean => rows.get(repo)?.at(path)?.test ?? false
  return {
    counts: (repo, path) => (!fits || fits(path)) && (!tests || isTest(repo, path) === (tests === 'only')),
    isAside: (repo, path) => isTest(repo, path) || isExamplePath(path),
  }
}

/** Uses in repos that import the definition from a package. */
async function usesElsewhere(
  definition: Definition,
  question: WhereUsedQuestion,
  view: IndexView,
): Promise<{ repo: RepoId; link: FoundLink }[]> {
  const names = question.packages?.get(definition.repo_id)
  const targets = names ? await packageTargets(definition, names, view) : []
  const found: { repo: RepoId; link: FoundLink }[] = []
  for (const repo of targets.length > 0 ? question.repos : []) {
    if (repo === definition.repo_id) continue
    const tiers = new Map(targets.map(({ target, tier }) => [target, tier]))
    for (const link of await view.snapshot.packageLinks(repo, [...tiers.keys()], { prefix: false }))
      found.push({ repo, link: { ...link, tier: tiers.get(link.target) ?? 'possible' } })
  }
  return found
}

async function addPossible(
  view: IndexView,
  question: WhereUsedQuestion,
  repos: ReadonlySet<RepoId>,
  found: FoundUses,
  signal: AbortSignal | undefined,
): Promise<void> {
  const byName = new Map<string, Definition[]>()
  for (const definition of question.definitions)
    byName.set(nameOf(definition), [...(byName.get(nameOf(definition)) ?? []), definition])
  const options = { ...(question.unlinked ? { unlinked: question.unlinked } : {}), ...(signal ? { signal } : {}) }
  let files = 0
  for (const [name, definitions] of byName) {
    for (const repo of repos) {
      for await (const { uses } of possibleUses(repo, name, definitions, view, options)) {
        if (++files > MOST_FILES) return found.stop()
        for (const possible of uses) found.addPossible(possible)
      }
    }
  }
}

const wants = ({ tiers }: WhereUsedQuestion, tier: Tier): boolean => tiers === undefined || tiers.includes(tier)

/** If implementations are wanted, overrides of a method count, and for an abstract type what extends it. */
function isWanted({ uses, definitions }: WhereUsedQuestion, edge: EdgeKind, definition: number): boolean {
  if (uses === undefined) return edge !== 'overrides' && edge !== 'contains'
  if (uses.includes(edge)) return true
  if (!uses.includes('implements')) return false
  return edge === 'overrides' || (edge === 'extends' && isAbstract(definitions[definition]))
}

const isAbstract = (definition: Definition | undefined): boolean => {
  const { kind, signature } = definition?.fact ?? {}
  return (
    kind === 'interface' ||
    kind === 'trait' ||
    /\babstract\b|\bprotocol\b|\((?:[^)]*[\s,.])?(?:ABC|Protocol)\b/.test(signature ?? '')
  )
}

type Pending = Omit<FoundUse, 'enclosing_anchor'> & { reason: UnresolvedReason | null }

/** Collects the uses, keeping the most certain one per line and definition; then sorts them and cuts the page. */
class FoundUses {
  private readonly byLine = new Map<string, Pending>()
  private stopped = false
  private readonly question: WhereUsedQuestion
  private readonly files: FileJudge

  constructor(question: WhereUsedQuestion, files: FileJudge) {
    this.question = question
    this.files = files
  }

  addLink({ source, line, column, edge, tier }: FoundLink, definition: number, repo_id: RepoId): void {
    const { path } = source
    this.add({ repo_id, path, line, column, use: edge, tier, definition, enclosing: source, reason: null, aside: false })
  }

  addPossible({ repo_id, path, use, enclosing, reason, candidates }: PossibleUse): void {
    const [only, second] = candidates
    const asked: readonly Site[] = this.question.definitions
    const definition = only && second === undefined ? asked.indexOf(only) : -1
    const { line, column } = use
    const around = handleOf(path, enclosing)
    this.add({ repo_id, path, line, column, use: use.use, tier: 'possible', definition, enclosing: around, reason, aside: false })
  }

  stop(): void {
    this.stopped = true
  }

  async answer(view: IndexView): Promise<WhereUsedAnswer> {
    const all = [...this.byLine.values()].sort(compareUses)
    const { after, limit, definitions } = this.question
    const last = after ? orderOfLast(after, definitions) : undefined
    const behind = last ? all.findIndex((use) => compareUses(use, last) > 0) : 0
    const start = behind < 0 ? all.length : behind
    const tiers: Record<Tier, number> = { proven: 0, resolved: 0, possible: 0 }
    const counts = definitions.map(() => 0)
    const reasons: WhereUsedAnswer['reasons'] = {}
    for (const { tier, definition, reason } of all) {
      tiers[tier]++
      if (definition >= 0) counts[definition] = (counts[definition] ?? 0) + 1
      if (reason) reasons[reason] = (reasons[reason] ?? 0) + 1
    }
    const items = await printed(all.slice(start, start + limit), view)
    return { items, total: this.stopped ? null : all.length, total_at_least: all.length, before: start, tiers, counts, reasons }
  }

  private add(found: Pending): void {
    const { repo_id, path, line, definition, tier, use } = found
    if (!wants(this.question, tier) || !isWanted(this.question, use, definition) || !this.files.counts(repo_id, path)) return
    // A certain use does not hide a possible use on the same line: it says nothing about another name there.
    const key = `${tier === 'possible' ? 'possible' : definition}\0${repo_id}\0${path}\0${line}`
    const known = this.byLine.get(key)
    if (known && !isBetter(found, known)) return
    this.byLine.set(key, { ...found, aside: this.files.isAside(repo_id, path) })
  }
}

const rank = { proven: 0, resolved: 1, possible: 2 } as const
const isBetter = (a: Pending, b: Pending): boolean =>
  rank[a.tier] < rank[b.tier] || (a.tier === b.tier && a.tier !== 'possible' && a.column < b.column)

/** Adds the anchors of the enclosing symbols; those of one repo are read together. */
async function printed(uses: readonly Pending[], view: IndexView): Promise<FoundUse[]> {
  const anchors = new Anchors(view)
  const items: FoundUse[] = []
  const known = new Map<string, Anchor>()
  for (const repo of new Set(uses.map(({ repo_id }) => repo_id))) {
    const handles = uses.filter(({ repo_id }) => repo_id === repo).map(({ enclosing }) => enclosing)
    const facts = await view.facts(
      repo,
      handles.map(({ path }) => path),
    )
    const symbols = await Promise.all(
      handles.map(async ({ path, key }) => {
        const ordinal = (await view.ordinal(repo, path, key)) ?? -1
        return { path, fact: facts.get(path)?.outline().symbols[ordinal] ?? null }
      }),
    )
    for (const [at, anchor] of (await anchors.ofMany(repo, symbols)).entries())
      known.set(`${repo}\0${handles[at]?.path}\0${handles[at]?.key}`, anchor)
  }
  for (const { reason: _, ...use } of uses) {
    const anchor = known.get(`${use.repo_id}\0${use.enclosing.path}\0${use.enclosing.key}`)
    if (anchor !== undefined) items.push({ ...use, enclosing_anchor: anchor })
  }
  return items
}
