/** Folders below a repo that need no watching: git's own, ours, what git ignores, and repos of their own. */
import path from 'node:path'
import { installedFolder } from '../discover/found-paths.ts'
import { runGit } from '../workspace/git.ts'
import { isInside } from '../workspace/repo-root.ts'

/** The watcher compares every path with each of these. */
const MOST_FOLDERS = 300

export async function foldersToLeave(root: string, others: readonly string[], signal: AbortSignal): Promise<string[]> {
  const ignored = await ignoredFolders(root, signal)
  const known = ['.llmc', ...(ignored ? ['.git', ...ignored] : []), 'node_modules', '.venv', '.hg', '.svn', '.jj']
  const inside = others.filter((folder) => folder !== root && isInside(root, folder))
  return [...new Set([...inside, ...known.map((name) => path.join(root, name))])]
}

/** Undefined where git gives no answer; a `.git` that appears later must then be noticed. */
async function ignoredFolders(root: string, signal: AbortSignal): Promise<string[] | undefined> {
  const question = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory']
  const answer = await runGit(root, question, { timeout_ms: 120_000, signal })
  if (answer.state !== 'ok') return undefined
  const folders = answer.bytes
    .toString('utf8')
    .split('\0')
    .filter((name) => name.endsWith('/') && !name.includes('\uFFFD'))
  return folders
    .map((name) => name.slice(0, -1))
    .sort((a, b) => a.split('/').length - b.split('/').length)
    .slice(0, MOST_FOLDERS)
}

/** By its path below the root: can nothing there be a file of the repo? */
export const isAside = (inside: string): boolean => /^(?:\.git|\.llmc)(?:\/|$)/.test(inside) || installedFolder.test(`${inside}/`)
