/** Finds the root of a repo: the nearest folder with a `.git`, starting from a folder or file inside it. */
import os from 'node:os'
import path from 'node:path'
import { kindAt, realPath, seeTarget } from '../base/repo-files/see.ts'
import { CairnProblem } from '../contract/problems.ts'

/**
 * The root of the repo that contains a path. A worktree or submodule is a root of its own. Without git: the nearest folder with a
 * `.llmc/` of Cairn, else the folder itself. Symbolic links are resolved, so that one repo has one root.
 */
export async function findRepoRoot(absolutePath: string): Promise<string> {
  const start = await folderOf(absolutePath)
  return (await nearestWith(start, '.git')) ?? (await nearestWith(start, '.llmc')) ?? start
}

/** A root with its links resolved; RAG_UNAVAILABLE when the folder is gone, because nothing in it can be read. */
export async function realRoot(root: string): Promise<string> {
  const real = await realPath(root)
  if (real === undefined) throw new CairnProblem('RAG_UNAVAILABLE', { detail: `the folder ${root} is not there` })
  return real
}

/** A folder that is never "this repo": the home folder, a file system's root, or any parent of the home folder. */
export async function isTooBroad(folder: string, options: { home?: string } = {}): Promise<boolean> {
  const real = (await realPath(folder)) ?? path.resolve(folder)
  const home = (await realPath(options.home ?? os.homedir())) ?? os.homedir()
  return path.dirname(real) === real || home === real || home.startsWith(withSlash(real))
}

/** True when `absolutePath` is `folder` or lies below it. Both must be resolved. */
export const isInside = (folder: string, absolutePath: string): boolean =>
  absolutePath === folder || absolutePath.startsWith(withSlash(folder))

const withSlash = (folder: string): string => (folder.endsWith(path.sep) ? folder : folder + path.sep)

async function folderOf(absolutePath: string): Promise<string> {
  const real = (await realPath(absolutePath)) ?? path.resolve(absolutePath)
  return (await seeTarget(real))?.isDirectory() === false ? path.dirname(real) : real
}

async function nearestWith(start: string, name: string): Promise<string | undefined> {
  for (let folder = start; ; folder = path.dirname(folder)) {
    const found = await kindAt(path.join(folder, name))
    if (found && (found === 'folder' || name === '.git')) return folder
    if (path.dirname(folder) === folder) return undefined
  }
}
