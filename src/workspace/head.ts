/** The commit that is checked out. It is read from git's files where that is reliable; otherwise git is asked. */
import { lstat, readFile } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '../base/error-code.ts'
import { runGit, whyGitFailed } from './git.ts'
import { findGitFolders, type GitFolders } from './git-folders.ts'

export type Head =
  | { state: 'branch'; commit: string; branch: string }
  | { state: 'detached'; commit: string }
  /** A branch without a commit yet. */
  | { state: 'unborn'; commit: null; branch: string }
  /** Not under git. */
  | { state: 'none'; commit: null }
  /** There is a `.git`, but neither we nor git can read it. */
  | { state: 'failed'; commit: null; reason: string }

type HeadOptions = {
  /** `git` always asks git, so that a missing or refusing git is noticed; otherwise the answer is the same. */
  through?: 'files' | 'git'
  /** The folders of `root`, when the caller has just found them. */
  folders?: GitFolders | undefined
  signal?: AbortSignal | undefined
}

export async function readHead(root: string, options: HeadOptions = {}): Promise<Head> {
  if (!options.folders && !(await lstat(path.join(root, '.git')).catch(() => undefined))) return { state: 'none', commit: null }
  const folders = options.through === 'git' ? undefined : (options.folders ?? (await findGitFolders(root)))
  return (folders && (await headFromFiles(folders))) ?? headFromGit(root, options.signal)
}

const commitPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** Undefined when the files have another format (reftable, odd links) or are damaged: then git is asked. */
async function headFromFiles(folders: GitFolders): Promise<Head | undefined> {
  const head = await readRef(path.join(folders.git, 'HEAD'))
  if (head === undefined || head === 'absent') return undefined
  if (commitPattern.test(head)) return { state: 'detached', commit: head }
  const ref = /^ref: (refs\/heads\/.+)$/.exec(head)?.[1]
  // If refs are in a reftable, HEAD contains this name and the files do not show the commit.
  if (!ref || ref === 'refs/heads/.invalid' || ref.split('/').includes('..')) return undefined
  const branch = ref.slice('refs/heads/'.length)
  const loose = await readRef(path.join(folders.common, ref))
  if (loose === undefined) return undefined
  if (loose !== 'absent') return commitPattern.test(loose) ? { state: 'branch', commit: loose, branch } : undefined
  const packed = await packedRef(folders.common, ref)
  if (packed === undefined) return undefined
  return packed === 'absent' ? { state: 'unborn', commit: null, branch } : { state: 'branch', commit: packed, branch }
}

async function readRef(file: string): Promise<string | 'absent' | undefined> {
  try {
    return (await readFile(file, 'utf8')).trimEnd()
  } catch (cause) {
    return ['ENOENT', 'EISDIR', 'ENOTDIR'].includes(errorCode(cause) ?? '') ? 'absent' : undefined
  }
}

async function packedRef(common: string, ref: string): Promise<string | 'absent' | undefined> {
  const packed = await readRef(path.join(common, 'packed-refs'))
  if (packed === undefined || packed === 'absent') return packed
  const line = packed.split('\n').find((each) => each.endsWith(` ${ref}`))
  const commit = line?.slice(0, -ref.length - 1)
  return commit === undefined ? 'absent' : commitPattern.test(commit) ? commit : undefined
}

async function headFromGit(root: string, signal: AbortSignal | undefined): Promise<Head> {
  const options = signal ? { signal } : {}
  const [commit, branch] = await Promise.all([
    runGit(root, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], options),
    runGit(root, ['symbolic-ref', '--quiet', 'HEAD'], options),
  ])
  const name =
    branch.state === 'ok'
      ? branch.bytes
          .toString('utf8')
          .trim()
          .replace(/^refs\/heads\//, '')
      : undefined
  if (commit.state === 'ok') {
    const id = commit.bytes.toString('utf8').trim()
    return name === undefined ? { state: 'detached', commit: id } : { state: 'branch', commit: id, branch: name }
  }
  if (commit.state === 'failed' && name !== undefined && !commit.stderr) return { state: 'unborn', commit: null, branch: name }
  const broken = commit.state === 'failed' && !commit.stderr && branch.state !== 'ok' ? branch : commit
  return { state: 'failed', commit: null, reason: whyGitFailed(broken) }
}
