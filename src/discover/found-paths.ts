/** What both ways of taking an inventory, git's and our own walk, give and leave out alike. */
import type { FileNote } from '../contract/reports.ts'
import type { IndexEntry } from '../workspace/git-index.ts'

export type FoundPath = {
  readonly path: string
  /** Git's id of the bytes on disk; null when git does not vouch for them. */
  readonly blob_id: string | null
  /** Differs from what git has, or git has nothing, or git would have to read it to know. */
  readonly dirty: boolean
  /** Git is told not to look (assume-unchanged, skip-worktree): it may be anything, or absent. */
  readonly unseen: boolean
  /** Where git vouches for the bytes: what it remembers of the file. */
  readonly remembered?: IndexEntry | undefined
}

export type FoundPaths = {
  paths: FoundPath[]
  /** Nested repos and submodules, folders with a trailing slash; names that cannot be written. */
  skipped: FileNote[]
}

/** Folders that package managers and tools fill by themselves; nobody means them, even where no ignore file says so. */
export const installedFolder =
  /(?:^|\/)(?:node_modules|bower_components|__pycache__|\.venv|\.tox|\.nox|\.mypy_cache|\.pytest_cache|\.ruff_cache|\.gradle|\.terraform|\.direnv)\//

export const ODD_NAME = 'its name is not valid UTF-8'
export const NESTED_REPO = 'nested repo: a repo of its own'
export const NOT_PLAIN = 'not a plain file'
export const SUBMODULE = 'submodule: a repo of its own'
