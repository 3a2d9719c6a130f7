/** Which repos a question is about: the named ones, the one asked from, those below the folder asked from, or all. */

import { badArgument, CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import type { ToolContext } from './tool-context.ts'

/** Instead of a name: every registered repo. */
export const ALL_REPOS = '*'

/** By full id, unique last part or path; the repo asked from is accepted even if it is not registered. */
async function repoNamed(name: string, context: ToolContext): Promise<Repo> {
  const { cwd_repo } = context
  if (cwd_repo && (name === cwd_repo.repo_id || name === cwd_repo.root || name === '.')) return cwd_repo
  return context.repos.match(name)
}

/** For tools that work on one repo: the named one, else the one asked from, else the only registered one. */
export async function oneRepo(name: string | null, context: ToolContext): Promise<Repo> {
  if (name !== null && name !== ALL_REPOS) return repoNamed(name, context)
  const meant = await reposNamedOrAll(name === null ? null : [name], context)
  if (meant.length === 1 && meant[0]) return meant[0]
  const names = meant.slice(0, 10).map(({ repo_id }) => repo_id)
  const rest = meant.length > names.length ? ` and ${meant.length - names.length} more` : ''
  throw badArgument(`${context.vocabulary.argument('repo', null)} must name one repo: ${names.join(', ')}${rest}.`)
}

/** For `repo`: the named one, else the one asked from, else those below the folder asked from, else all. */
export const repoOrHere = (name: string | null, context: ToolContext): Promise<readonly Repo[]> =>
  reposNamedOrAll(name === null ? null : [name], context)

/** For `repo_filter`: the same for several names. `all`: without a name the question is about all repos. */
export async function reposNamedOrAll(
  names: readonly string[] | null,
  context: ToolContext,
  options: { all?: boolean } = {},
): Promise<readonly Repo[]> {
  if (names && !names.includes(ALL_REPOS)) {
    const named = await Promise.all(names.map((name) => repoNamed(name, context)))
    return named.filter((repo, at) => named.findIndex((other) => other.repo_id === repo.repo_id) === at)
  }
  const { cwd_repo, repos_below, ask_all } = context
  const all = names !== null || ask_all || options.all === true
  if (!all && cwd_repo) return [cwd_repo]
  if (!all && repos_below && repos_below.length > 0) return repos_below
  const meant = withHere(await context.repos.onePerOrigin(), context)
  if (meant.length === 0) throw noRepo(context)
  return meant
}

/** If there is no repo to search, "nothing found" would be wrong. */
const noRepo = ({ note }: ToolContext): CairnProblem =>
  new CairnProblem(
    'RAG_UNAVAILABLE',
    { detail: 'no repo is registered, and the question was not asked inside one' },
    { fix: note || 'Ask inside a repo, or register one with `cairn index DIR`.' },
  )

/** Every registered repo, and the repo asked from even if it is not registered. */
export async function registeredRepos(context: ToolContext): Promise<readonly Repo[]> {
  return withHere(await context.repos.list(), context)
}

function withHere(repos: readonly Repo[], { cwd_repo: here }: ToolContext): readonly Repo[] {
  return here && !repos.some((repo) => repo.repo_id === here.repo_id) ? [here, ...repos] : repos
}
