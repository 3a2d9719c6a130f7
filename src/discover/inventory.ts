/**
 * Which paths a repo has, before any file is read: from git where git answers, else from the folders. One
 * inventory serves the listing and the change set, so both follow the same rules.
 */
import path from 'node:path'
import { seeAt } from '../base/repo-files/see.ts'
import { findGitFolders, type GitFolders } from '../workspace/git-folders.ts'
import { readGitIndex } from '../workspace/git-index.ts'
import { readHead } from '../workspace/head.ts'
import type { FoundPath, FoundPaths } from './found-paths.ts'
import { gitInventory } from './git-inventory.ts'
import type { GitState, Inventory, ListOptions } from './port.ts'
import { walkFolders } from './walk-folders.ts'

export async function takeInventory(root: string, options: ListOptions): Promise<Inventory> {
  if (options.inventory) return options.inventory(root, options)
  const taken_at_ms = (options.now ?? Date.now)()
  const underGit = await seeAt(path.join(root, '.git'))
  if (!underGit) return { ...(await walkFolders(root, options)), git: { state: 'none' }, head: null, taken_at_ms }
  // HEAD first: read after a branch switch, it would name a commit whose files were not seen.
  const folders = await findGitFolders(root)
  const head = await readHead(root, { folders, signal: options.signal })
  const found = await gitInventory(root, folders, options)
  if (found.state === 'ok') return { ...found, git: { state: 'ok' }, head: head.commit, taken_at_ms }
  const git: GitState = { state: 'failed', reason: found.reason }
  return { ...(await walkWithIndex(root, folders, options)), git, head: head.commit, taken_at_ms }
}

/**
 * Used where git does not answer: the folders, and what git's index names besides. Without it a tracked file that the ignore
 * rules match would seem deleted. No blob id is known for any of these files.
 */
async function walkWithIndex(root: string, folders: GitFolders | undefined, options: ListOptions): Promise<FoundPaths> {
  const walked = await walkFolders(root, options)
  const entries = (folders && (await readGitIndex(root, folders))) ?? []
  const known = new Set(walked.paths.map(({ path: file }) => file))
  const { under } = options
  const unseen: FoundPath[] = []
  for (const { path: file, isOdd, kind } of entries) {
    if (known.has(file) || isOdd || kind === 'submodule' || (under && !file.startsWith(`${under}/`))) continue
    known.add(file)
    unseen.push({ path: file, blob_id: null, dirty: false, unseen: true })
  }
  return { ...walked, paths: [...walked.paths, ...unseen] }
}
