/** The symbols whose links count as a definition's own: itself, the representative of its overloads, its declaration. */
import type { SymbolHandle } from '../contract/identity.ts'
import type { RepoId } from '../contract/ids.ts'
import { isBranchOf, standsForAll } from '../contract/overloads.ts'
import type { IndexView } from '../store/index-view.ts'
import { handleOf, type Site } from './definition.ts'

/**
 * One list for each definition, in the order given; all of one repo. `asked`: if the representative of others is asked about too,
 * its links are listed there and not twice.
 */
export async function linkedAs(
  repo: RepoId,
  definitions: readonly Site[],
  asked: readonly Site[],
  view: IndexView,
): Promise<SymbolHandle[][]> {
  await view.facts(
    repo,
    definitions.map(({ path }) => path),
  )
  const rows = await view.rows(repo)
  const languageOf = ({ path }: Site): string => rows.at(path)?.language ?? ''
  const declared = await declaredElsewhere(repo, definitions, languageOf, view)
  const isAsked = ({ path, key }: SymbolHandle): boolean => asked.some(({ handle }) => handle.path === path && handle.key === key)
  return Promise.all(
    definitions.map(async (definition) => {
      const twin = await twinFor(definition, languageOf(definition), view)
      const others = [...(twin ? [twin] : []), ...(declared.get(definition) ?? [])]
      return [definition.handle, ...others.filter((other) => !isAsked(other))]
    }),
  )
}

/** The overload or `#if` branch that represents this definition, if it is another one. */
async function twinFor(definition: Site, language: string, view: IndexView): Promise<SymbolHandle | undefined> {
  const { repo_id, path, fact, handle } = definition
  if (!fact) return undefined
  const symbols = await view.symbols(repo_id, path)
  const alike = symbols.filter((symbol) => symbol.qualified_name === fact.qualified_name && symbol.parent === fact.parent)
  const twins = withHeaders.has(language) ? alike.filter((symbol) => isBranchOf(symbol, fact)) : alike
  const one = twins.length < 2 ? undefined : standsForAll(twins, language)
  const other = one && handleOf(path, one)
  return other && other.key !== handle.key ? other : undefined
}

/** A function declared in a header and defined elsewhere is one function: a call of one is a call of the other. */
async function declaredElsewhere(
  repo: RepoId,
  definitions: readonly Site[],
  languageOf: (site: Site) => string,
  view: IndexView,
): Promise<ReadonlyMap<Site, SymbolHandle[]>> {
  const apart = definitions.filter((site) => site.fact && declarable.has(site.fact.kind) && withHeaders.has(languageOf(site)))
  if (apart.length === 0) return new Map()
  const handles = apart.map(({ handle }) => handle)
  // The caller reads the links to all definitions next; reading them here together saves a read.
  await view.linksTo(
    repo,
    definitions.map(({ handle }) => handle),
  )
  const [out, back] = await Promise.all([view.snapshot.linksFromMany(repo, handles), view.linksTo(repo, handles)])
  return new Map(
    apart.map((site, at) => [
      site,
      [
        ...(out[at] ?? []).flatMap(({ edge, target }) => (edge === 'implements' ? [target] : [])),
        ...(back[at] ?? []).flatMap(({ edge, source }) => (edge === 'implements' ? [source] : [])),
      ],
    ]),
  )
}

const declarable: ReadonlySet<string> = new Set(['function', 'method', 'constructor', 'variable', 'constant', 'property'])
/** Languages in which a declaration may be in another file than the definition. */
export const withHeaders: ReadonlySet<string> = new Set(['c', 'cpp', 'objective-c'])
