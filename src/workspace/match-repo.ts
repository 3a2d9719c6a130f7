/** Finds the registered repo for a name given by a person: full id, last part of it, or path. */
import path from 'node:path'
import { seeTarget } from '../base/repo-files/see.ts'
import { nearestName } from '../contract/nearest-name.ts'
import { badArgument, CairnProblem } from '../contract/problems.ts'
import type { RegisteredRepo } from './registry.ts'
import { findRepoRoot, isInside } from './repo-root.ts'

/**
 * Throws BAD_ARGUMENT with the list of candidates when several match, REPO_UNKNOWN when none does. `hides_cwd`: the folder that paths
 * start from may be that of a repo which the caller may not read, so it is not named.
 */
export async function matchRepo(
  repos: readonly RegisteredRepo[],
  name: string,
  options: { cwd: string; hides_cwd?: boolean },
): Promise<RegisteredRepo> {
  const wanted = name.trim()
  const asPath = () => matchPath(repos, wanted, options.cwd)
  // A text that can only be a path is never matched as a name.
  const found = looksLikePath(wanted) ? await asPath() : (matchName(repos, wanted) ?? (await asPath()))
  if (!found)
    throw new CairnProblem('REPO_UNKNOWN', {
      repo: !looksLikePath(wanted)
        ? `"${name}"${nearest(repos, wanted)}`
        : `at ${options.hides_cwd ? wanted : path.resolve(options.cwd, wanted)}`,
    })
  return found
}

/** ` (did you mean acme/shop?)`, by the whole id or its last part. */
function nearest(repos: readonly RegisteredRepo[], wanted: string): string {
  const ids = new Map(repos.flatMap(({ repo_id }) => [[lastPart(repo_id), repo_id] as const, [repo_id, repo_id] as const]))
  const near = nearestName(wanted, [...ids.keys()])
  return near === undefined ? '' : ` (did you mean ${ids.get(near)}?)`
}

const lastPart = (id: string): string => id.slice(id.indexOf('/') + 1)

/** *All repos*: one checkout for each origin: the one asked from, else the first registered. */
export function onePerOrigin(repos: readonly RegisteredRepo[], options: { askedFrom?: string | null } = {}): RegisteredRepo[] {
  const chosen = new Map<string, RegisteredRepo>()
  for (const repo of repos) {
    const key = repo.origin ?? `folder:${repo.root}`
    if (!chosen.has(key) || repo.root === options.askedFrom) chosen.set(key, repo)
  }
  return repos.filter((repo) => chosen.get(repo.origin ?? `folder:${repo.root}`) === repo)
}

/**
 * The strictest comparison that matches anything: exact before ignoring case, whole id before last part, with `@folder` before
 * without.
 */
function matchName(repos: readonly RegisteredRepo[], wanted: string): RegisteredRepo | undefined {
  const bare = (id: string): string => lastPart(id).replace(/@.*/s, '')
  const readings: ((id: string) => string)[] = [(id) => id, lastPart, bare]
  for (const read of readings) {
    for (const fold of [(text: string) => text, (text: string) => text.toLowerCase()]) {
      const fitting = repos.filter((repo) => fold(read(repo.repo_id)) === fold(wanted))
      if (fitting.length > 1) throw severalFit(wanted, fitting)
      if (fitting[0]) return fitting[0]
    }
  }
  return undefined
}

/** Any path inside the repo is accepted, unless it is inside a nested repo. */
async function matchPath(repos: readonly RegisteredRepo[], wanted: string, cwd: string): Promise<RegisteredRepo | undefined> {
  const absolutePath = path.resolve(cwd, wanted)
  const byRoot = repos.find((repo) => repo.root === absolutePath)
  if (byRoot) return byRoot
  if (!(await seeTarget(absolutePath))) return undefined
  const root = await findRepoRoot(absolutePath)
  const around = repos.filter((repo) => isInside(repo.root, root)).sort((a, b) => b.root.length - a.root.length)[0]
  if (!around || around.root === root) return around
  // `root` has no `.git`: it is a folder of a repo without version control. Otherwise it is a nested repo that is not registered.
  return (await seeTarget(path.join(root, '.git'))) ? undefined : around
}

const looksLikePath = (text: string): boolean => /^(?:\.{1,2}(?:[/\\]|$)|[/\\]|[A-Za-z]:[/\\])/.test(text)

const severalFit = (wanted: string, repos: readonly RegisteredRepo[]): CairnProblem =>
  badArgument(`Several repos are called "${wanted}": ${repos.map((repo) => repo.repo_id).join(', ')}. Give the full id.`)
