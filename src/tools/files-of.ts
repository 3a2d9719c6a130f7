/** The files of a repo that a scan may look at, from the index where it stands, from disk where it does not. */
import { pathFilter } from '../base/glob.ts'
import type { OpenScope, RepoView } from '../freshness/scope.ts'
import type { ToolContext } from './tool-context.ts'

export type FileChoice = { path: string | null; language: readonly string[] | null }
export type ScannedFile = { path: string; language: string }

/** By path. `changed`: only those the index does not speak for. */
export async function filesOf(
  repo: RepoView,
  choice: FileChoice,
  scope: OpenScope,
  context: ToolContext,
  options: { only?: 'changed' } = {},
): Promise<ScannedFile[]> {
  const files =
    repo.mode === 'index' && scope.snapshot
      ? await scope.snapshot.recordedFiles(repo.repo_id)
      : await context.files.list(repo.root, { signal: context.signal })
  const fits = fileTest(choice)
  const wanted = options.only && repo.mode !== 'live' ? (path: string) => repo.changed.has(path) : () => true
  return files.filter((file) => wanted(file.path) && fits(file)).map(({ path, language }) => ({ path, language }))
}

function fileTest({ path, language }: FileChoice): (file: ScannedFile) => boolean {
  const fitsPath = path === null ? undefined : pathFilter(path)
  const languages = language && new Set(language.map((name) => name.toLowerCase()))
  return (file) => (!fitsPath || fitsPath(file.path)) && (!languages || languages.has(file.language.toLowerCase()))
}
