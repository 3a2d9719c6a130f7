/** Finds git's folders without starting git: a process takes longer than everything else in a short question. */
import path from 'node:path'
import { readGitText } from '../base/repo-files/git-folder-files.ts'
import { linkTarget, seeSync } from '../base/repo-files/see.ts'

export type GitFolders = {
  /** This checkout's own: HEAD, index. */
  git: string
  /** Shared by all worktrees: refs, objects, config, info/exclude. The same as `git`, except in a linked worktree. */
  common: string
}

/** Undefined when there is no `.git`, or git would not accept it as a repo. */
export async function findGitFolders(root: string): Promise<GitFolders | undefined> {
  const git = await gitFolder(root)
  if (!git) return undefined
  const pointer = await readGitText(git, 'commondir')
  const common = pointer === undefined ? git : path.resolve(git, withoutLineEnd(pointer))
  const isWhole = ['objects', 'refs'].every((name) => isFolder(path.join(common, name))) && (await hasHead(git))
  return isWhole ? { git, common } : undefined
}

/** The same check as git's before it accepts a folder as a repo; if it fails, git would search in the parent folders. */
async function hasHead(git: string): Promise<boolean> {
  const at = path.join(git, 'HEAD')
  if (seeSync(at, { follow: false })?.isSymbolicLink() && (await linkTarget(at))?.startsWith('refs/')) return true
  return /^(?:ref:\s*refs\/|[0-9a-f]{40})/i.test((await readGitText(git, 'HEAD')) ?? '')
}

/** `.git` is a folder, or in worktrees and submodules a file that contains the folder's path. */
async function gitFolder(root: string): Promise<string | undefined> {
  const named = path.join(root, '.git')
  if (isFolder(named)) return named
  const text = await readGitText(root, '.git')
  if (!text?.startsWith(POINTER)) return undefined
  const folder = path.resolve(root, withoutLineEnd(text.slice(POINTER.length)))
  return isFolder(folder) ? folder : undefined
}

const isFolder = (absolutePath: string): boolean => seeSync(absolutePath, { follow: true })?.isDirectory() ?? false

const POINTER = 'gitdir: '

/** As git reads the two pointers. A space at the end belongs to the name. */
const withoutLineEnd = (text: string): string => text.replace(/(?<![\r\n])[\r\n]+$/, '')
