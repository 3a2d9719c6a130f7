/** The files of a repo that a scan may read: from the index, and for changed files or without an index from disk. */
import { compareText } from '../base/compare-text.ts'
import { pathFilters } from '../base/glob.ts'
import { isTestPath } from '../discover/classify.ts'
import type { RepoView } from '../freshness/scope.ts'
import type { Ground } from './ground.ts'

export type FileChoice = {
  path: readonly string[] | null
  language: readonly string[] | null
  tests?: 'exclude' | 'only' | undefined
}
export type ScannedFile = { path: string; language: string }

/** All of them, by path. */
export async function filesOf(repo: RepoView, choice: FileChoice, { view, rooms }: Ground): Promise<ScannedFile[]> {
  if (repo.mode === 'live' || !view) return chosen(await rooms.files.list(repo.root, rooms), choice)
  const recorded = (await view.rows(repo.repo_id)).all
  if (repo.mode === 'index') return chosen(recorded, choice)
  const standing = recorded.filter(({ path }) => !repo.changed.has(path) && !repo.deleted.has(path))
  return chosen([...standing, ...changedFiles(repo)], choice).sort((a, b) => compareText(a.path, b.path))
}

/** Files that the index cannot answer for: all of a `live` repo, the changed ones of a `mixed` one. */
export async function filesUnspokenFor(repo: RepoView, { rooms }: Ground, choice: FileChoice = all): Promise<ScannedFile[]> {
  const files = repo.mode === 'live' ? await rooms.files.list(repo.root, rooms) : changedFiles(repo)
  return chosen(files, choice)
}

const all: FileChoice = { path: null, language: null }

const changedFiles = (repo: RepoView): ScannedFile[] => [...repo.changed].map(([path, language]) => ({ path, language }))

function chosen(files: readonly ScannedFile[], { path, language, tests }: FileChoice): ScannedFile[] {
  const fitsPath = path === null ? undefined : pathFilters(path)
  const languages = language && new Set(language.map((name) => name.toLowerCase()))
  const fits = (file: ScannedFile): boolean =>
    (!fitsPath || fitsPath(file.path)) &&
    (!languages || languages.has(file.language.toLowerCase())) &&
    (!tests || isTestPath(file.path) === (tests === 'only'))
  return files.filter(fits).map((file) => ({ path: file.path, language: file.language }))
}
