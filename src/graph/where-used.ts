/**
 * Every use of some definitions: stored links first, definition by definition, then the uses that only may be meant. One item
 * a line and definition; the definition itself is no use, and a use of an override is no use of what it overrides.
 */
import { compareText } from '../base/compare-text.ts'
import type { SymbolHandle } from '../contract/identity.ts'
import type { Anchor, RepoId } from '../contract/ids.ts'
import type { UnresolvedReason } from '../contract/links.ts'
import type { EdgeKind, Tier } from '../contract/symbol.ts'
import type { Link, StoreSnapshot } from '../store/port.ts'
import { Anchors } from './anchors.ts'
import { type Definition, handleOf, nameOf, type Site } from './definition.ts'
import { FileFactsReader } from './file-facts.ts'
import { linkedAs } from './linked-as.ts'
import { type PackageNames, packageTargets } from './package-targets.ts'
import { type PossibleUse, possibleUses } from './possible-uses.ts'

export type WhereUsedQuestion = {
  definitions: readonly Definition[]
  /** Those among them that the index does not know yet: nothing is linked to them, but what was left open may mean them. */
  unlinked?: ReadonlySet<Definition>
  /** Repos to list uses from; those that define something are always among them. */
  repos: readonly RepoId[]
  /** What the manifests of defining repos call them: then uses in other repos are joined by package. */
  packages?: ReadonlyMap<RepoId, PackageNames>
  /** Only uses of these kinds; all but overriding when absent. */
  uses?: readonly EdgeKind[]
  tiers?: readonly Tier[]
  offset: number
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
  /** The symbol the use stands in; the module's handle when none. */
  enclosing: SymbolHandle
  enclosing_anchor: Anchor
}

export type WhereUsedAnswer = {
  items: FoundUse[]
  /** null when not every file with the name was looked at; then `total_at_least`. */
  total: number | null
  total_at_least: number
  tiers: Record<Tier, number>
  /** Certain uses of each definition, and possible ones that can be no other's. */
  counts: number[]
  /** How many possible uses there are for each reason. */
  reasons: Partial<Record<UnresolvedReason, number>>
}

/** Files read for possible uses of one name before counting stops: some seconds of work, and nobody reads further. */
const MOST_FILES = 3_000

export async function whereUsed(
  snapshot: StoreSnapshot,
  question: WhereUsedQuestion,
  signal?: AbortSignal,
): Promise<WhereUsedAnswer> {
  const facts = new FileFactsReader(snapshot)
  const page = new Page(question, new Anchors(snapshot, facts), facts)
  for (const [at, definition] of question.definitions.entries()) {
    signal?.throwIfAborted()
    if (question.unlinked?.has(definition)) continue
    const wanted =
      wants(question, 'proven') || wants(question, 'resolved') ? await certainUses(definition, question, snapshot, facts) : []
    for (const link of oneALine(wanted.filter((link) => wants(question, link.tier) && isWanted(question, link.edge)))) {
      page.addLink(link, at, definition.repo_id)
    }
    for (const { repo, link } of await usesElsewhere(definition, question, snapshot, facts)) page.addLink(link, at, repo)
  }
  if (wants(question, 'possible')) await addPossible(snapshot, facts, question, page, signal)
  return page.answer()
}

async function certainUses(
  definition: Definition,
  { definitions }: WhereUsedQuestion,
  snapshot: StoreSnapshot,
  facts: FileFactsReader,
): Promise<Link[]> {
  const handles = await linkedAs(definition, definitions, { snapshot, facts })
  return (await Promise.all(handles.map((handle) => snapshot.linksTo(definition.repo_id, handle)))).flat()
}

/** Uses in repos that know the definition as a package's. */
async function usesElsewhere(
  definition: Definition,
  question: WhereUsedQuestion,
  snapshot: StoreSnapshot,
  facts: FileFactsReader,
): Promise<{ repo: RepoId; link: FoundLink }[]> {
  const names = question.packages?.get(definition.repo_id)
  const targets = names ? await packageTargets(definition, names, { snapshot, facts }) : []
  const found: { repo: RepoId; link: FoundLink }[] = []
  for (const repo of question.repos) {
    if (repo === definition.repo_id) continue
    const links: FoundLink[] = []
    for (const { target, tier } of targets) {
      for (const link of await snapshot.packageLinks(repo, target, { prefix: false })) {
        if (wants(question, tier) && isWanted(question, link.edge)) links.push({ ...link, tier })
      }
    }
    found.push(...oneALine(links).map((link) => ({ repo, link })))
  }
  return found
}

async function addPossible(
  snapshot: StoreSnapshot,
  facts: FileFactsReader,
  question: WhereUsedQuestion,
  page: Page,
  signal: AbortSignal | undefined,
): Promise<void> {
  const byName = new Map<string, Definition[]>()
  for (const definition of question.definitions)
    byName.set(nameOf(definition), [...(byName.get(nameOf(definition)) ?? []), definition])
  const repos = new Set([...question.definitions.map((definition) => definition.repo_id), ...question.repos])
  let files = 0
  for (const [name, definitions] of byName) {
    for (const repo of repos) {
      for await (const { uses } of possibleUses(repo, name, definitions, { snapshot, facts }, signal ? { signal } : {})) {
        if (++files > MOST_FILES) return page.stop()
        const lines = new Set<number>()
        for (const possible of uses) {
          if (lines.has(possible.use.line) || !isWanted(question, possible.use.use)) continue
          lines.add(possible.use.line)
          page.addPossible(possible)
        }
      }
    }
  }
}

const wants = ({ tiers }: WhereUsedQuestion, tier: Tier): boolean => tiers === undefined || tiers.includes(tier)

/** Asked for implementations, a method's are those that override it. */
function isWanted({ uses }: WhereUsedQuestion, edge: EdgeKind): boolean {
  if (uses === undefined) return edge !== 'overrides' && edge !== 'contains'
  return uses.includes(edge) || (edge === 'overrides' && uses.includes('implements'))
}

/** A stored link, or a use of a package that means the same. */
type FoundLink = Omit<Link, 'target' | 'tier'> & { tier: Tier }

/** The first use of each line, the better known first; by path and line. */
function oneALine(links: readonly FoundLink[]): FoundLink[] {
  const lines = new Map<string, FoundLink>()
  for (const link of links) {
    const key = `${link.source.path}\0${link.line}`
    const known = lines.get(key)
    if (!known || isBefore(link, known)) lines.set(key, link)
  }
  return [...lines.values()].sort(
    (a, b) => tierRank(a.tier) - tierRank(b.tier) || compareText(a.source.path, b.source.path) || a.line - b.line,
  )
}

const tierRank = (tier: Tier): number => (tier === 'proven' ? 0 : tier === 'resolved' ? 1 : 2)
const isBefore = (a: FoundLink, b: FoundLink): boolean =>
  tierRank(a.tier) - tierRank(b.tier) < 0 || (a.tier === b.tier && a.column < b.column)

type Pending = Omit<FoundUse, 'enclosing_anchor'>

/** Keeps only the page asked for, and counts the rest. */
class Page {
  private readonly pending: Pending[] = []
  private readonly tiers: Record<Tier, number> = { proven: 0, resolved: 0, possible: 0 }
  private readonly reasons: Partial<Record<UnresolvedReason, number>> = {}
  private readonly counts: number[]
  private seen = 0
  private stopped = false
  private readonly question: WhereUsedQuestion
  private readonly anchors: Anchors
  private readonly facts: FileFactsReader

  constructor(question: WhereUsedQuestion, anchors: Anchors, facts: FileFactsReader) {
    this.question = question
    this.anchors = anchors
    this.facts = facts
    this.counts = question.definitions.map(() => 0)
  }

  addLink({ source, line, column, edge, tier }: FoundLink, definition: number, repo_id: RepoId): void {
    this.add({ repo_id, path: source.path, line, column, use: edge, tier, definition, enclosing: source })
  }

  addPossible({ repo_id, path, use, enclosing, reason, candidates }: PossibleUse): void {
    const [only, second] = candidates
    const asked: readonly Site[] = this.question.definitions
    const definition = only && second === undefined ? asked.indexOf(only) : -1
    this.reasons[reason] = (this.reasons[reason] ?? 0) + 1
    const { line, column } = use
    this.add({ repo_id, path, line, column, use: use.use, tier: 'possible', definition, enclosing: handleOf(path, enclosing) })
  }

  stop(): void {
    this.stopped = true
  }

  async answer(): Promise<WhereUsedAnswer> {
    const items: FoundUse[] = []
    for (const pending of this.pending) items.push({ ...pending, enclosing_anchor: await this.anchorOf(pending) })
    const { tiers, counts, reasons, seen } = this
    return { items, total: this.stopped ? null : seen, total_at_least: seen, tiers, counts, reasons }
  }

  private add(found: Pending): void {
    const { offset, limit } = this.question
    if (this.seen >= offset && this.seen < offset + limit) this.pending.push(found)
    this.seen++
    this.tiers[found.tier]++
    if (found.definition >= 0) this.counts[found.definition] = (this.counts[found.definition] ?? 0) + 1
  }

  private async anchorOf({ repo_id, enclosing }: Pending): Promise<Anchor> {
    const ordinal = (await this.facts.ordinal(repo_id, enclosing.path, enclosing.key)) ?? -1
    return this.anchors.of(repo_id, enclosing.path, (await this.facts.symbols(repo_id, enclosing.path))[ordinal] ?? null)
  }
}
