/** The callers of a symbol, in one line. Made at answer time: callers are in other files, so a stored text would go stale. */
import type { SymbolHandle } from '../contract/identity.ts'
import type { RepoView } from '../freshness/scope.ts'
import type { IndexView } from '../store/index-view.ts'
import { byRepo } from './by-repo.ts'
import type { Ground } from './ground.ts'

const NAMED = 6

/** In the order given; '' when a symbol has no certain caller, or there is no index. */
export async function callersLines(
  asked: readonly { repo: RepoView; target: SymbolHandle }[],
  { view }: Ground,
): Promise<string[]> {
  if (!view) return asked.map(() => '')
  const lines = await byRepo(asked, async (repo, symbols) =>
    repo.mode === 'live'
      ? []
      : linesIn(
          repo,
          symbols.map(({ target }) => target),
          view,
        ),
  )
  return lines.map((line) => line ?? '')
}

async function linesIn(repo: RepoView, targets: readonly SymbolHandle[], view: IndexView): Promise<string[]> {
  const links = await view.snapshot.linksToMany(repo.repo_id, targets)
  const callers = links.map((to) => {
    const certain = to.filter(
      ({ edge, source }) => edge === 'calls' && !repo.changed.has(source.path) && !repo.deleted.has(source.path),
    )
    return [...new Map(certain.map(({ source }) => [`${source.path}\0${source.key}`, source])).values()]
  })
  const named = callers.map((each) => each.slice(0, NAMED))
  await view.facts(
    repo.repo_id,
    named.flat().flatMap(({ path, key }) => (key === '' ? [] : [path])),
  )
  return Promise.all(
    named.map(async (sources, at) => {
      if (sources.length === 0) return ''
      const names = await Promise.all(sources.map((source) => nameOf(repo, source, view)))
      const rest = (callers[at]?.length ?? 0) - names.length
      return `Called by: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
    }),
  )
}

async function nameOf({ repo_id }: RepoView, { path, key }: SymbolHandle, view: IndexView): Promise<string> {
  const ordinal = key === '' ? undefined : await view.ordinal(repo_id, path, key)
  const symbol = ordinal === undefined ? undefined : (await view.symbols(repo_id, path))[ordinal]
  return symbol ? `${symbol.qualified_name} (${path})` : path
}
