/** The commit that is checked out. It is read from git's files; git is asked only where its refs are in a reftable. */
import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { LARGEST_GIT_FILE, readGitFile } from '../base/repo-files/git-folder-files.ts'
import { linkTarget, seeSync } from '../base/repo-files/see.ts'
import { runGit, whyGitFailed } from './git.ts'
import { findGitFolders, type GitFolders } from './git-folders.ts'
import { headFromReftable, isReftable } from './reftable-head.ts'

export type Head =
  | { state: 'branch'; commit: string; branch: string }
  | { state: 'detached'; commit: string }
  /** A branch without a commit yet. */
  | { state: 'unborn'; commit: null; branch: string }
  /** Not under git. */
  | { state: 'none'; commit: null }
  /** There is a `.git`, but it cannot be read. */
  | { state: 'failed'; commit: null; reason: string }

type HeadOptions = {
  /** `git` also asks git whether it has the commit, so that a missing or refusing git is noticed. */
  through?: 'files' | 'git'
  /** The folders of `root`, when the caller has just found them. */
  folders?: GitFolders | undefined
  signal?: AbortSignal | undefined
}

export async function readHead(root: string, options: HeadOptions = {}): Promise<Head> {
  if (!options.folders && !(await lstat(path.join(root, '.git')).catch(() => undefined))) return { state: 'none', commit: null }
  const folders = options.folders ?? (await findGitFolders(root))
  if (!folders) return broken('the .git here is missing or damaged')
  const head = isReftable(folders) ? await headFromReftable(root, folders) : await headFromFiles(folders)
  return options.through === 'git' && head.commit !== null ? confirm(root, head, options.signal) : head
}

const broken = (reason: string): Head => ({ state: 'failed', commit: null, reason })

async function confirm(root: string, head: Head, signal: AbortSignal | undefined): Promise<Head> {
  const name = `${head.commit}^{commit}`
  const answer = await runGit(root, ['rev-parse', '--verify', '--quiet', name], signal ? { signal } : {})
  return answer.state === 'ok' ? head : broken(whyGitFailed(answer))
}

async function headFromFiles(folders: GitFolders): Promise<Head> {
  const head = await readRef(folders.git, 'HEAD')
  if (head.state === 'commit') return { state: 'detached', commit: head.commit }
  if (head.state !== 'ref') return broken('HEAD in .git cannot be read')
  const branch = head.ref.replace(/^refs\/heads\//, '')
  let { ref } = head
  for (let step = 0; step < MOST_STEPS; step++) {
    const found = await lookUp(folders, ref)
    if (found.state === 'commit') return { state: 'branch', commit: found.commit, branch }
    if (found.state === 'absent') return { state: 'unborn', commit: null, branch }
    if (found.state === 'broken') break
    ref = found.ref
  }
  return broken(`${ref} in .git cannot be read`)
}

/** As many as git follows, one ref to the next. */
const MOST_STEPS = 5

type Ref = { state: 'commit'; commit: string } | { state: 'ref'; ref: string } | { state: 'absent' } | { state: 'broken' }

/** Refs of one worktree alone are in its own folder. */
async function lookUp({ git, common }: GitFolders, ref: string): Promise<Ref> {
  if (!ref.startsWith('refs/') || ref.split('/').some((part) => part === '..' || part === '')) return { state: 'broken' }
  const loose = await readRef(/^refs\/(?:bisect|worktree|rewritten)\//.test(ref) ? git : common, ref)
  return loose.state === 'absent' ? packedRef(common, ref) : loose
}

async function readRef(folder: string, name: string): Promise<Ref> {
  const at = path.join(folder, name)
  const link = seeSync(at, { follow: false })?.isSymbolicLink() ? await linkTarget(at) : undefined
  if (link?.startsWith('refs/')) return { state: 'ref', ref: link }
  const read = await readGitFile(folder, name)
  if (read.state !== 'read') return { state: read.state === 'gone' ? 'absent' : 'broken' }
  const text = read.bytes.toString('utf8')
  const ref = /^ref:([^\0]*)$/.exec(text)?.[1]?.trim()
  if (ref !== undefined) return { state: 'ref', ref }
  const commit = /^(?:[0-9a-f]{64}|[0-9a-f]{40})(?=\s|$)/i.exec(text)?.[0]
  return commit === undefined ? { state: 'broken' } : { state: 'commit', commit: commit.toLowerCase() }
}

async function packedRef(common: string, ref: string): Promise<Ref> {
  const read = await readGitFile(common, 'packed-refs', { max_bytes: LARGEST_GIT_FILE })
  if (read.state !== 'read') return { state: read.state === 'gone' ? 'absent' : 'broken' }
  const ending = Buffer.from(` ${ref}\n`)
  const at = read.bytes.indexOf(ending)
  if (at < 0) return { state: 'absent' }
  const line = read.bytes.toString('latin1', read.bytes.lastIndexOf(10, at) + 1, at)
  return /^(?:[0-9a-f]{64}|[0-9a-f]{40})$/.test(line) ? { state: 'commit', commit: line } : { state: 'broken' }
}
