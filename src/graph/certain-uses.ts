/** The stored links that count as uses of definitions: their own, those of their representative, and for a module its imports. */

import type { SymbolHandle } from '../contract/identity.ts'
import type { RepoId } from '../contract/ids.ts'
import type { EdgeKind, Tier } from '../contract/symbol.ts'
import type { IndexView } from '../store/index-view.ts'
import type { Link } from '../store/port.ts'
import { type Definition, handleOf, type Site } from './definition.ts'
import { linkedAs, withHeaders } from './linked-as.ts'
import { moduleImports } from './module-imports.ts'

/** A stored link, or a use that was found in another way. */
export type FoundLink = Omit<Link, 'target' | 'tier'> & { tier: Tier }

type Asked = {
  definitions: readonly Definition[]
  /** Definitions that are not in the index yet. */
  unlinked?: ReadonlySet<Definition>
}

/** One list for each definition, in the order given. */
export async function certainUses(question: Asked, view: IndexView): Promise<FoundLink[][]> {
  const { definitions } = question
  const uses: FoundLink[][] = definitions.map(() => [])
  for (const repo of new Set(definitions.map(({ repo_id }) => repo_id))) {
    const here = [...definitions.entries()].filter(([, { repo_id }]) => repo_id === repo)
    const found = await usesInRepo(
      repo,
      here.map(([, definition]) => definition),
      question,
      view,
    )
    for (const [at, [position]] of here.entries()) uses[position] = found[at] ?? []
  }
  return uses
}

async function usesInRepo(
  repo: RepoId,
  definitions: readonly Definition[],
  { definitions: asked, unlinked }: Asked,
  view: IndexView,
): Promise<FoundLink[][]> {
  const isLinked = (definition: Definition): boolean => !unlinked?.has(definition)
  const own = await linkedAs(repo, definitions.filter(isLinked), asked, view)
  const declared = await declarationsOf(
    repo,
    definitions.filter((one) => !isLinked(one)),
    view,
  )
  const wanted = definitions.map((one) => (isLinked(one) ? (own.shift() ?? []) : (declared.get(one) ?? [])))
  const inside = await symbolsInside(
    repo,
    definitions.filter((one) => isLinked(one) && one.fact === null),
    view,
  )
  const all = [...wanted.flat(), ...[...inside.values()].flat()]
  const links = await view.linksTo(repo, all)
  const rows = await view.rows(repo)
  const isPreprocessed = (path: string): boolean => withHeaders.has(rows.at(path)?.language ?? '')
  const uses = wanted.map((handles, at): FoundLink[] => {
    const found = handles
      .flatMap(() => links.shift() ?? [])
      .filter((link) => !isPreprocessed(link.source.path) || !isOneOfThem(link, asked))
    // A use of the declaration may be a use of the new definition, which is not linked yet.
    return isLinked(definitions[at] as Definition) ? found : found.map((link) => ({ ...link, tier: 'possible' as const }))
  })
  for (const [definition, handles] of inside) {
    const imported = handles.flatMap(() => links.shift() ?? []).filter(({ edge }) => isImport(edge))
    const named = await importsOf(repo, definition, view)
    uses[definitions.indexOf(definition)]?.push(...imported, ...named)
  }
  return uses
}

/** In C a definition has a link to its declaration. If both are asked about, it is listed as a definition, not as a use. */
const isOneOfThem = ({ source, edge }: Link, asked: readonly Definition[]): boolean =>
  edge === 'implements' && asked.some(({ handle }) => handle.path === source.path && handle.key === source.key)

const isImport = (edge: EdgeKind): boolean => edge === 'imports' || edge === 'reexports'

/** The symbols of each module: an import of one of them is a use of the module. */
async function symbolsInside(
  repo: RepoId,
  modules: readonly Definition[],
  view: IndexView,
): Promise<ReadonlyMap<Definition, SymbolHandle[]>> {
  await view.facts(
    repo,
    modules.map(({ path }) => path),
  )
  const inside = new Map<Definition, SymbolHandle[]>()
  for (const module of modules) {
    const symbols = await view.symbols(repo, module.path)
    inside.set(
      module,
      symbols.map((symbol) => handleOf(module.path, symbol)),
    )
  }
  return inside
}

async function importsOf(repo: RepoId, { path: module }: Site, view: IndexView): Promise<FoundLink[]> {
  const imports = await moduleImports(repo, module, view)
  return Promise.all(
    imports.map(async ({ path, use, tier }): Promise<FoundLink> => {
      const around = (await view.symbols(repo, path))[use.enclosing] ?? null
      return { source: handleOf(path, around), edge: use.use, line: use.line, column: use.column, tier }
    }),
  )
}

/** Declarations in headers with the same name as a new definition: uses of them may be uses of the definition. */
async function declarationsOf(
  repo: RepoId,
  definitions: readonly Definition[],
  view: IndexView,
): Promise<ReadonlyMap<Definition, SymbolHandle[]>> {
  const rows = await view.rows(repo)
  const apart = definitions.filter(({ fact }) => fact !== null)
  const named = await view.symbolsNamed(
    repo,
    apart.map(({ fact }) => fact?.name ?? ''),
  )
  const candidates = [...named.values()].flat().filter(({ path }) => withHeaders.has(rows.at(path)?.language ?? ''))
  const facts = await view.facts(
    repo,
    candidates.map(({ path }) => path),
  )
  return new Map(
    apart.map((definition) => [
      definition,
      candidates.flatMap(({ path, ordinal }) => {
        const fact = facts.get(path)?.outline().symbols[ordinal]
        const isSame = fact !== undefined && fact.qualified_name === definition.fact?.qualified_name
        return isSame && path !== definition.path ? [handleOf(path, fact)] : []
      }),
    ]),
  )
}
