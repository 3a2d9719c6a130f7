/** What `discover` offers to other rooms: the files of a repo as they are now, and what changed since they were recorded. */
import type { FileRole } from '../contract/file-role.ts'
import type { ChangeSet, RecordedFile } from '../contract/freshness.ts'
import type { RepoId } from '../contract/ids.ts'
import type { FileNote } from '../contract/reports.ts'
import type { FoundPaths } from './found-paths.ts'
import type { UntrackedFiles } from './untracked-files.ts'

/** A file of the repo. */
export type FileEntry = {
  /** Relative to the root, forward slashes. It may contain any character but NUL, line ends too. */
  path: string
  /** The repo's root, its links resolved. */
  root: string
  size: number
  mtime_ms: number
  /**
   * Git's id of exactly these bytes; null when the file is dirty, untracked, a link, marked to be ignored by git
   * (assume-unchanged), or there is no git.
   */
  blob_id: string | null
  dirty: boolean
  /** Id in `contract/languages.ts`. */
  language: string
  /** By path alone; `contentRole` refines it once the bytes are read. */
  role: FileRole
  /** A test by folder and file name. */
  test: boolean
  /** Why it is searched as text but not parsed (`larger than 2 MB`); '' when it can be parsed. */
  text_only: string
}

/** The state of git. `none`: not under git. `failed`: there is a `.git`, but git is missing, refuses or breaks (`reason`). */
export type GitState = { state: 'ok' } | { state: 'none' } | { state: 'failed'; reason: string }

export type Listing = {
  /** By path, in code-unit order. */
  files: FileEntry[]
  /** Left out though not ignored: withheld, too large, nested repo, link to the outside, odd name, unreadable. */
  skipped: FileNote[]
  head: string | null
  git: GitState
}

export type ListOptions = {
  signal?: AbortSignal
  /** Only this folder (relative, no trailing slash) and what is below it. */
  under?: string
  /** Files above this are left out; 20 MB unless set. */
  max_file_bytes?: number
  /** Globs of withheld files that the user wants shown all the same. */
  allow_withheld?: readonly string[]
  /** Further lines in the syntax of `.cairnignore`, as if they were in the root's. */
  ignore?: readonly string[]
  /** Milliseconds since 1970, as the file system counts them; the clock unless set. */
  now?: () => number
  /** Called when git has been started: until it answers, this process has nothing to do. Not called where git is not used. */
  onStarted?: () => void
  /** A server's memory of git's list of untracked files. */
  untracked?: UntrackedFiles
  /** How the paths are found; a server shares this work between questions. */
  inventory?: TakeInventory
}

/** Which paths a repo has, before any file is read. */
export type Inventory = FoundPaths & {
  git: GitState
  head: string | null
  /** The time before anything was read. Later changes may be missing. */
  taken_at_ms: number
}
export type TakeInventory = (root: string, options: ListOptions) => Promise<Inventory>

export type ListFiles = (root: string, options?: ListOptions) => Promise<Listing>

/**
 * Everything that is not as recorded. `entries` has one entry for each path in `changes` that is `added` or `edited`. `touched`
 * are rows whose bytes are unchanged but whose recorded size, time or blob id is outdated: writing them back (all other columns
 * as they are) saves reading the file again next time. Not writing them costs time, but no answer becomes wrong.
 */
export type TakenChangeSet = ChangeSet & { entries: FileEntry[]; touched: RecordedFile[]; skipped: FileNote[]; git: GitState }

/**
 * The rows, or a function that reads them while git walks the folders. They must be from before the call (from a snapshot already
 * opened): a row written since, for a new file, would look like that of a deleted one.
 */
export type RecordedRows = readonly RecordedFile[] | (() => Promise<readonly RecordedFile[]>)

export type TakeChangeSet = (root: string, repo_id: RepoId, rows: RecordedRows, options?: ListOptions) => Promise<TakenChangeSet>
