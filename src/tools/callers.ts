/** Who calls a symbol, in one line, joined at answer time: callers stand in other files, so stored text about them would go stale. */
import { type SymbolHandle, symbolKey } from '../contract/identity.ts'
import type { OpenScope, RepoView } from '../freshness/scope.ts'
import type { StoreSnapshot } from '../store/port.ts'

const NAMED = 6

/** '' when nothing certain calls it, or the index cannot say. */
export async function callersLine(repo: RepoView, target: SymbolHandle, { snapshot }: OpenScope): Promise<string> {
  if (repo.mode === 'live' || !snapshot) return ''
  const links = await snapshot.linksTo(repo.repo_id, target)
  const callers = new Map<string, SymbolHandle>()
  for (const { source, edge } of links) {
    const stale = repo.changed.has(source.path) || repo.deleted.has(source.path)
    if (edge === 'calls' && !stale) callers.set(`${source.path}\0${source.key}`, source)
  }
  if (callers.size === 0) return ''
  const named = await Promise.all([...callers.values()].slice(0, NAMED).map((source) => nameOf(repo, source, snapshot)))
  const rest = callers.size - named.length
  return `Called by: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

async function nameOf(repo: RepoView, { path, key }: SymbolHandle, snapshot: StoreSnapshot): Promise<string> {
  if (key === '') return path
  const facts = await snapshot.factsOf(repo.repo_id, path)
  const symbol = facts?.outline().symbols.find((one) => symbolKey(one.qualified_name, one.tag) === key)
  return symbol ? `${symbol.qualified_name} (${path})` : path
}
