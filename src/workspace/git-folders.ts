/** Finds git's folders without starting git: a process takes longer than everything else in a short question. */
import { readFile, readlink, stat } from 'node:fs/promises'
import path from 'node:path'

export type GitFolders = {
  /** This checkout's own: HEAD, index. */
  git: string
  /** Shared by all worktrees: refs, objects, config, info/exclude. The same as `git`, except in a linked worktree. */
  common: string
}

/** Undefined when there is no `.git`, or git would not accept it as a repo. */
export async function findGitFolders(root: string): Promise<GitFolders | undefined> {
  const git = await gitFolder(path.join(root, '.git'))
  if (!git) return undefined
  const pointer = await readText(path.join(git, 'commondir'))
  const common = pointer === undefined ? git : path.resolve(git, pointer.trim())
  const whole = await Promise.all([hasHead(git), isFolder(path.join(common, 'objects')), isFolder(path.join(common, 'refs'))])
  return whole.every(Boolean) ? { git, common } : undefined
}

/** The same check as git's before it accepts a folder as a repo; if it fails, git would search in the parent folders. */
async function hasHead(git: string): Promise<boolean> {
  const link = await readlink(path.join(git, 'HEAD')).catch(() => undefined)
  if (link?.startsWith('refs/')) return true
  return /^(?:ref:\s*refs\/|[0-9a-f]{40})/.test((await readText(path.join(git, 'HEAD'))) ?? '')
}

/** `.git` is a folder, or in worktrees and submodules a file that contains the folder's path. */
async function gitFolder(absolutePath: string): Promise<string | undefined> {
  if (await isFolder(absolutePath)) return absolutePath
  const named = /^gitdir: (.+?)\r?\n?$/.exec((await readText(absolutePath)) ?? '')?.[1]
  if (!named) return undefined
  const folder = path.resolve(path.dirname(absolutePath), named)
  return (await isFolder(folder)) ? folder : undefined
}

const isFolder = (absolutePath: string): Promise<boolean> =>
  stat(absolutePath).then(
    (found) => found.isDirectory(),
    () => false,
  )

const readText = (file: string): Promise<string | undefined> => readFile(file, 'utf8').catch(() => undefined)
