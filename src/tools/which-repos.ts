/** Which repos a question means: the one named, the one the caller stands in, or all. */
import type { KnownRepo, ToolContext } from './tool-context.ts'

/** By full id, unique last part or path; a library call's own root is known here even when the registry does not have it. */
export async function repoNamed(name: string, context: ToolContext): Promise<KnownRepo> {
  const { cwd_repo } = context
  if (cwd_repo && (name === cwd_repo.repo_id || name === cwd_repo.root || name === '.')) return cwd_repo
  return context.repos.match(name)
}

/** For `repo`: the one named, else the one the caller stands in, else all. */
export async function repoOrHere(name: string | null, context: ToolContext): Promise<readonly KnownRepo[]> {
  if (name !== null) return [await repoNamed(name, context)]
  return context.cwd_repo ? [context.cwd_repo] : context.repos.onePerOrigin()
}

/** For `repo_filter`: the ones named, else all. An unregistered repo the caller stands in counts as one of all. */
export async function reposNamedOrAll(names: readonly string[] | null, context: ToolContext): Promise<readonly KnownRepo[]> {
  if (names) {
    const named = await Promise.all(names.map((name) => repoNamed(name, context)))
    return named.filter((repo, at) => named.findIndex((other) => other.repo_id === repo.repo_id) === at)
  }
  if (context.here_first && context.cwd_repo) return [context.cwd_repo]
  return withHere(await context.repos.onePerOrigin(), context)
}

/** Every checkout, the repo the caller stands in among them even before it is registered. */
export async function registeredRepos(context: ToolContext): Promise<readonly KnownRepo[]> {
  return withHere(await context.repos.list(), context)
}

function withHere(repos: readonly KnownRepo[], { cwd_repo: here }: ToolContext): readonly KnownRepo[] {
  return here && !repos.some((repo) => repo.repo_id === here.repo_id) ? [here, ...repos] : repos
}
