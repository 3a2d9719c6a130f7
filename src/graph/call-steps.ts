/** One hop of a lineage: who calls a symbol, or whom it calls. */
import type { SymbolHandle } from '../contract/identity.ts'
import type { RepoId } from '../contract/ids.ts'
import type { EdgeKind, Tier } from '../contract/symbol.ts'
import type { Link, StoreSnapshot } from '../store/port.ts'
import { handleOf, nameOf, type Site } from './definition.ts'
import type { FileFactsReader } from './file-facts.ts'
import { linkedAs } from './linked-as.ts'
import { possibleUses } from './possible-uses.ts'

/** `path` and `line` are those of the call. */
export type CallStep = { repo_id: RepoId; handle: SymbolHandle; edge: EdgeKind; tier: Tier; path: string; line: number }

type Tools = { snapshot: StoreSnapshot; facts: FileFactsReader }

export async function callsOf(
  definition: Site,
  direction: 'upstream' | 'downstream',
  tiers: readonly Tier[],
  tools: Tools,
): Promise<CallStep[]> {
  const certain = direction === 'upstream' ? await callers(definition, tools) : await callees(definition, tools)
  const steps = certain.filter((step) => tiers.includes(step.tier))
  if (!tiers.includes('possible')) return steps
  return [
    ...steps,
    ...(direction === 'upstream' ? await possibleCallers(definition, tools) : await possibleCallees(definition, tools)),
  ]
}

async function callers(definition: Site, { snapshot, facts }: Tools): Promise<CallStep[]> {
  const { repo_id, path, fact } = definition
  const handles = await linkedAs(definition, [], { snapshot, facts })
  // Who constructs a class calls its constructor.
  const around = fact?.kind === 'constructor' && fact.parent >= 0 ? (await facts.symbols(repo_id, path))[fact.parent] : undefined
  if (around) handles.push(handleOf(path, around))
  const links = (await Promise.all(handles.map((target) => snapshot.linksTo(repo_id, target)))).flat()
  return links.filter(isCall).map((link) => stepOf(repo_id, link, link.source))
}

async function callees(definition: Site, { snapshot, facts }: Tools): Promise<CallStep[]> {
  const { repo_id, path, ordinal, fact } = definition
  const handles = await linkedAs(definition, [], { snapshot, facts })
  if (fact?.kind === 'class') {
    for (const symbol of await facts.symbols(repo_id, path)) {
      if (symbol.parent === ordinal && symbol.kind === 'constructor') handles.push(handleOf(path, symbol))
    }
  }
  const links = (await Promise.all(handles.map((source) => snapshot.linksFrom(repo_id, source)))).flat()
  return links.filter(isCall).map((link) => stepOf(repo_id, link, link.target))
}

async function possibleCallers(definition: Site, tools: Tools): Promise<CallStep[]> {
  const steps: CallStep[] = []
  for await (const { path, uses } of possibleUses(definition.repo_id, nameOf(definition), [definition], tools)) {
    for (const { repo_id, use, enclosing } of uses) {
      if (use.use === 'calls')
        steps.push({ repo_id, handle: handleOf(path, enclosing), edge: 'calls', tier: 'possible', path, line: use.line })
    }
  }
  return steps
}

/** Every symbol a name in this body may mean. Asked for only when a caller wants to see all that could be. */
async function possibleCallees({ repo_id, path, ordinal }: Site, tools: Tools): Promise<CallStep[]> {
  const uses = (await tools.facts.of(repo_id, path))?.uses() ?? []
  const names = new Set(uses.filter((use) => use.enclosing === ordinal && use.use === 'calls').map((use) => use.name))
  const steps: CallStep[] = []
  for (const name of names) {
    for (const place of await tools.snapshot.symbolsNamed(repo_id, name)) {
      const fact = (await tools.facts.symbols(repo_id, place.path))[place.ordinal]
      if (!fact) continue
      const candidate: Site = { repo_id, ...place, fact, handle: handleOf(place.path, fact) }
      for await (const file of possibleUses(repo_id, name, [candidate], tools, { only: path })) {
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
