/** One hop of a lineage: the callers or callees of several symbols. A hop needs few reads, however many symbols there are. */
import { type SymbolHandle, symbolKey } from '../contract/identity.ts'
import type { RepoId } from '../contract/ids.ts'
import type { EdgeKind, Tier } from '../contract/symbol.ts'
import type { IndexView } from '../store/index-view.ts'
import type { Link } from '../store/port.ts'
import { handleOf, nameOf, type Site } from './definition.ts'
import { linkedAs } from './linked-as.ts'
import { possibleUses } from './possible-uses.ts'

/** `path` and `line` are those of the call. */
export type CallStep = { repo_id: RepoId; handle: SymbolHandle; edge: EdgeKind; tier: Tier; path: string; line: number }
type Direction = 'upstream' | 'downstream'

/** The steps from each symbol of `front`, in its order. */
export async function callsOf(
  front: readonly Site[],
  direction: Direction,
  tiers: readonly Tier[],
  view: IndexView,
): Promise<CallStep[][]> {
  const steps: CallStep[][] = front.map(() => [])
  for (const repo of new Set(front.map(({ repo_id }) => repo_id))) {
    const here = [...front.entries()].filter(([, { repo_id }]) => repo_id === repo)
    const sites = here.map(([, site]) => site)
    const certain = await certainSteps(repo, sites, direction, view)
    for (const [at, [position]] of here.entries())
      steps[position] = (certain[at] ?? []).filter((step) => tiers.includes(step.tier))
  }
  if (!tiers.includes('possible')) return steps
  const possible = direction === 'upstream' ? possibleCallers : possibleCallees
  for (const [at, site] of front.entries()) steps[at]?.push(...(await possible(site, view)))
  return steps
}

async function certainSteps(repo: RepoId, sites: readonly Site[], direction: Direction, view: IndexView): Promise<CallStep[][]> {
  const linked = await linkedAs(repo, sites, [], view)
  const handles = await Promise.all(
    sites.map(async (site, at) => [...(linked[at] ?? []), ...(await constructorsOf(site, direction, view))]),
  )
  const asked = handles.flat()
  const { snapshot } = view
  const found = direction === 'upstream' ? await snapshot.linksToMany(repo, asked) : await snapshot.linksFromMany(repo, asked)
  let next = 0
  return handles.map((own) =>
    own.flatMap(() =>
      (found[next++] ?? [])
        .filter(isCall)
        .map((link) => stepOf(repo, link, direction === 'upstream' ? link.source : link.target)),
    ),
  )
}

/** Constructing a class calls its constructor: upstream a constructor's class is added, downstream a class's constructors. */
async function constructorsOf(
  { repo_id, path, fact, ordinal }: Site,
  direction: Direction,
  view: IndexView,
): Promise<SymbolHandle[]> {
  if (direction === 'upstream' ? fact?.kind !== 'constructor' || fact.parent < 0 : fact?.kind !== 'class') return []
  const symbols = await view.symbols(repo_id, path)
  const chosen =
    direction === 'upstream'
      ? symbols.filter((_, at) => at === fact?.parent)
      : symbols.filter((symbol) => symbol.parent === ordinal && symbol.kind === 'constructor')
  return chosen.map((symbol) => handleOf(path, symbol))
}

async function possibleCallers(definition: Site, view: IndexView): Promise<CallStep[]> {
  const steps: CallStep[] = []
  for await (const { path, uses } of possibleUses(definition.repo_id, nameOf(definition), [definition], view)) {
    for (const { repo_id, use, enclosing } of uses) {
      if (use.use === 'calls')
        steps.push({ repo_id, handle: handleOf(path, enclosing), edge: 'calls', tier: 'possible', path, line: use.line })
    }
  }
  return steps
}

/** Every symbol that a called name in this body may refer to. Used only when possible links are wanted. */
async function possibleCallees({ repo_id, path, ordinal }: Site, view: IndexView): Promise<CallStep[]> {
  const uses = (await view.factsAt(repo_id, path))?.uses() ?? []
  const names = new Set(uses.filter((use) => use.enclosing === ordinal && use.use === 'calls').map((use) => use.name))
  const named = await view.symbolsNamed(repo_id, names)
  await view.facts(
    repo_id,
    [...named.values()].flat().map((symbol) => symbol.path),
  )
  const steps: CallStep[] = []
  for (const [name, symbols] of named) {
    for (const symbol of symbols) {
      const fact = (await view.symbols(repo_id, symbol.path))[symbol.ordinal]
      if (!fact) continue
      const candidate: Site = {
        repo_id,
        ...symbol,
        fact,
        handle: { path: symbol.path, key: symbolKey(fact.qualified_name, fact.tag) },
      }
      for await (const file of possibleUses(repo_id, name, [candidate], view, { only: path })) {
        const use = file.uses.find((possible) => possible.use.enclosing === ordinal && possible.use.use === 'calls')?.use
        if (use) steps.push({ repo_id, handle: candidate.handle, edge: 'calls', tier: 'possible', path, line: use.line })
      }
    }
  }
  return steps
}

const isCall = (link: Link): boolean => link.edge === 'calls'

const stepOf = (repo_id: RepoId, link: Link, handle: SymbolHandle): CallStep => ({
  repo_id,
  handle,
  edge: link.edge,
  tier: link.tier,
  path: link.source.path,
  line: link.line,
})
