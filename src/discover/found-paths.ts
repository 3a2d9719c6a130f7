/** What both kinds of inventory, git's and our own walk, share. */
import type { FileNote } from '../contract/reports.ts'
import type { IndexEntry } from '../workspace/git-index.ts'

export type FoundPath = {
  readonly path: string
  /** Git's id of the bytes on disk; null when git has not checked them. */
  readonly blob_id: string | null
  /** Differs from what git has, or git has nothing, or git would have to read it to know. */
  readonly dirty: boolean
  /** Git is told to ignore changes (assume-unchanged, skip-worktree): the file may have any content, or be missing. */
  readonly unseen: boolean
  /** If git found the file unchanged: the stat that git recorded. */
  readonly remembered?: IndexEntry | undefined
}

export type FoundPaths = {
  /** From git's index, or from the folders. The same array as before while git's index has the same bytes. */
  paths: readonly FoundPath[]
  /** Those of `paths` that git finds changed on disk, by path; undefined when the file is gone. */
  differing: ReadonlyMap<string, FoundPath | undefined>
  /** Further paths: those that git finds on disk and not in its index. */
  untracked: readonly FoundPath[]
  /** Nested repos and submodules, folders with a trailing slash; names that cannot be written. */
  skipped: FileNote[]
}

/** What is on disk now, in one list. */
export function pathsNow({ paths, differing, untracked }: FoundPaths): readonly FoundPath[] {
  if (differing.size === 0 && untracked.length === 0) return paths
  const tracked = paths.flatMap((found) => (differing.has(found.path) ? (differing.get(found.path) ?? []) : found))
  return [...tracked, ...untracked]
}

/** Folders that package managers and tools fill. They are excluded even if no ignore file lists them. */
export const installedFolder =
  /(?:^|\/)(?:node_modules|bower_components|__pycache__|\.venv|\.tox|\.nox|\.mypy_cache|\.pytest_cache|\.ruff_cache|\.gradle|\.terraform|\.direnv)\//

export const ODD_NAME = 'its name is not valid UTF-8'
export const NESTED_REPO = 'nested repo: a repo of its own'
export const NOT_PLAIN = 'not a plain file'
export const SUBMODULE = 'submodule: a repo of its own'
