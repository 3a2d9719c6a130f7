/** HEAD of a checkout whose refs are in a reftable, a format of newer versions of git: only git reads it. */
import path from 'node:path'
import { seeSync } from '../base/repo-files/see.ts'
import { cloneSettings } from './clone-settings.ts'
import { startInPrivate } from './git-environment.ts'
import type { GitFolders } from './git-folders.ts'
import { failed, type GitAnswer } from './git-process.ts'
import type { Head } from './head.ts'
import { PLAIN_SHAPE, privateGitFolder, type Shape } from './private-git.ts'

export const isReftable = ({ common }: GitFolders): boolean =>
  seeSync(path.join(common, 'reftable'), { follow: true })?.isDirectory() ?? false

/** Git gets the tables, which hold data only, and for a linked worktree those of both folders. */
export async function headFromReftable(root: string, folders: GitFolders): Promise<Head> {
  const { isSha256 } = await cloneSettings(root, folders)
  const [commit, branch] = await Promise.all([
    ask(root, folders, isSha256, ['rev-parse', '--verify', '--quiet', 'HEAD']),
    ask(root, folders, isSha256, ['symbolic-ref', '--quiet', 'HEAD']),
  ])
  const name = lineOf(branch)?.replace(/^refs\/heads\//, '')
  const id = lineOf(commit)
  if (id !== undefined)
    return name === undefined ? { state: 'detached', commit: id } : { state: 'branch', commit: id, branch: name }
  if (name !== undefined) return { state: 'unborn', commit: null, branch: name }
  return { state: 'failed', commit: null, reason: 'its refs are in a reftable that this version of git does not read' }
}

const lineOf = (answer: GitAnswer): string | undefined =>
  answer.state === 'ok' ? answer.bytes.toString('utf8').trim() || undefined : undefined

async function ask(root: string, folders: GitFolders, isSha256: boolean, args: string[]): Promise<GitAnswer> {
  const shared: Shape = { ...PLAIN_SHAPE, isSha256, reftable: path.join(folders.common, 'reftable') }
  try {
    const shape =
      folders.git === folders.common
        ? shared
        : { ...shared, reftable: path.join(folders.git, 'reftable'), common: privateGitFolder(shared) }
    const data = { GIT_OBJECT_DIRECTORY: path.join(folders.common, 'objects') }
    return await startInPrivate({ args, shape, checkout: { root, folders }, data, timeout_ms: 5_000 })
  } catch {
    return failed(null, 'no folder for its settings can be made')
  }
}
