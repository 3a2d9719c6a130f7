/** Of several repos, those whose folder exists: one deleted checkout must not make a question about all repos fail. */

import { isFolder } from '../base/repo-files/see.ts'
import type { Repo } from '../contract/repo.ts'

export type Reachable = { repos: readonly Repo[]; gone: readonly Repo[] }

/** A single repo is kept, because the answer must then say that it is gone. */
export async function reachable(repos: readonly Repo[]): Promise<Reachable> {
  if (repos.length < 2) return { repos, gone: [] }
  const there = await Promise.all(repos.map(({ root }) => isFolder(root)))
  return { repos: repos.filter((_, at) => there[at]), gone: repos.filter((_, at) => !there[at]) }
}

export function goneWords(gone: readonly Repo[]): string {
  if (gone.length === 0) return ''
  const names = gone.slice(0, 3).map(({ repo_id }) => repo_id)
  const rest = gone.length > names.length ? ` and ${gone.length - names.length} more` : ''
  return `Left out because the folder is gone: ${names.join(', ')}${rest}.`
}
