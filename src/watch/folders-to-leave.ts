/** Folders below a repo that need no watching: `.git`, `.llmc`, ignored folders, and nested repos. */
import path from 'node:path'
import { installedFolder } from '../discover/found-paths.ts'
import { runGit } from '../workspace/git.ts'
import { ignoredFolders } from '../workspace/ignored-folders.ts'
import { isInside } from '../workspace/repo-root.ts'

/** Limited, because the watcher compares every path with each of these. */
const MOST_FOLDERS = 300

export async function foldersToLeave(root: string, others: readonly string[], signal: AbortSignal): Promise<string[]> {
  const ignored = await topmostIgnored(root, signal)
  const known = ['.llmc', ...(ignored ? ['.git', ...ignored] : []), 'node_modules', '.venv', '.hg', '.svn', '.jj']
  const inside = others.filter((folder) => folder !== root && isInside(root, folder))
  return [...new Set([...inside, ...known.map((name) => path.join(root, name))])]
}

/** Undefined when git does not answer; then a `.git` that is created later must be noticed. */
async function topmostIgnored(root: string, signal: AbortSignal): Promise<string[] | undefined> {
  const folders = await ignoredFolders((args, options) => runGit(root, args, options), { timeout_ms: 120_000, signal })
  return folders?.sort((a, b) => a.split('/').length - b.split('/').length).slice(0, MOST_FOLDERS)
}

/** Whether nothing at this path (relative to the root) can be a file of the repo. */
export const isAside = (inside: string): boolean => /^(?:\.git|\.llmc)(?:\/|$)/.test(inside) || installedFolder.test(`${inside}/`)
