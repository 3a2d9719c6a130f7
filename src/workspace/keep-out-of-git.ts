/**
 * Hides Cairn's folder in a repo from git: by one line in git's exclude file of this clone, which its worktrees share. No tracked file
 * is edited. The exclude file is changed only if it certainly belongs to this repo: a `.git` from a stranger may name any folder, and
 * a link may lead to any file. Otherwise the folder gets an ignore file of its own.
 */
import path from 'node:path'
import { readGitText } from '../base/repo-files/git-folder-files.ts'
import { readInside, readTextInside } from '../base/repo-files/read-inside.ts'
import { kindAt, realPath } from '../base/repo-files/see.ts'
import { replaceInside } from '../base/repo-files/write-inside.ts'
import { findGitFolders, type GitFolders } from './git-folders.ts'
import { isInside } from './repo-root.ts'

export async function keepOutOfGit(root: string, folder: string): Promise<void> {
  const change = await missingLine(root, folder)
  try {
    // If neither can be written, the only effect is a line in `git status`.
    if (change) await replaceInside(change.below, change.relative, change.text)
  } catch {
    const own = ownIgnoreFile(root, folder)
    if (change && change.file !== own)
      await replaceInside((await realPath(root)) ?? root, `${folder}/.gitignore`, EVERYTHING).catch(() => undefined)
  }
}

/** Files that `keepOutOfGit` would change. */
export async function wouldKeepOutOfGit(root: string, folder: string): Promise<string[]> {
  const change = await missingLine(root, folder)
  return change ? [change.file] : []
}

/** Of a folder's own ignore file: nothing in it counts, the file itself included. */
export const EVERYTHING = '*\n'
const ownIgnoreFile = (root: string, folder: string): string => path.join(root, folder, '.gitignore')

type Change = { file: string; below: string; relative: string; text: string }

/** Undefined when git ignores the folder already, or there is no git. */
async function missingLine(root: string, folder: string): Promise<Change | undefined> {
  const folders = await findGitFolders(root)
  if (!folders) return undefined
  const below = await commonOf(root, folders)
  const read = below === undefined ? undefined : await readInside(below, EXCLUDE, { max_bytes: 1_000_000 })
  if (below !== undefined && (read?.state === 'read' || read?.state === 'gone')) {
    const text = read.state === 'read' ? read.bytes.toString('utf8') : ''
    if (hasLine(text, folder)) return undefined
    const file = path.join(folders.common, EXCLUDE)
    return { file, below, relative: EXCLUDE, text: `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}/${folder}/\n` }
  }
  const real = (await realPath(root)) ?? root
  const relative = `${folder}/.gitignore`
  if ((await readTextInside(real, relative)) !== undefined) return undefined
  return { file: ownIgnoreFile(root, folder), below: real, relative, text: EVERYTHING }
}

const EXCLUDE = 'info/exclude'

const hasLine = (text: string, folder: string): boolean =>
  text.split(/\r?\n/).some((line) => [folder, `/${folder}`, `${folder}/`, `/${folder}/`].includes(line.trim()))

/** Git's folder that worktrees share, links resolved; undefined when nothing proves that it is this repo's own. */
async function commonOf(root: string, folders: GitFolders): Promise<string | undefined> {
  const [real, common] = await Promise.all([realPath(root), realPath(folders.common)])
  if (real === undefined || common === undefined || (await kindAt(path.join(root, '.git'))) === 'link') return undefined
  if (isInside(real, common) || isSubmodule(real, common)) return common
  // A worktree: git's folder for it is where the shared one keeps them, and names the checkout in turn. The folder alone proves nothing:
  // a stranger may have made it.
  if (path.dirname((await realPath(folders.git)) ?? '') !== path.join(common, 'worktrees')) return undefined
  const named = (await readGitText(folders.git, 'gitdir'))?.trimEnd()
  const back = named ? await realPath(path.resolve(folders.git, named)) : undefined
  return back === path.join(real, '.git') ? common : undefined
}

/** Git's folder of a submodule is in that of the repo around it. */
function isSubmodule(root: string, common: string): boolean {
  const around = /^(.+?)[\\/]\.git[\\/]modules[\\/]/.exec(common)?.[1]
  return around !== undefined && isInside(around, root)
}
