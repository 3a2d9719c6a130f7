/** Where Cairn writes the files of one repo: its `.llmc/` folder, or a folder in Cairn's home if that is not writable. */
import { appendFile, lstat, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { hashBytes } from '../base/hash.ts'
import { findGitFolders } from './git-folders.ts'

/** Never listed, never indexed. */
const ARTIFACTS_FOLDER = '.llmc'

/** In the repo itself. */
export const repoArtifacts = (root: string): string => path.join(root, ARTIFACTS_FOLDER)

/** For a repo that is not writable. The folder's name includes a hash of the root, because two repos may have the same name. */
export const homeArtifacts = (home: string, root: string): string =>
  path.join(home, 'artifacts', `${path.basename(root).replace(/[^\w.-]+/g, '-')}-${hashBytes(root).slice(0, 10)}`)

/**
 * Creates and returns the folder for this repo's files: `.llmc/`, excluded from git, else one in Cairn's home. A `.llmc` that is
 * a link is not followed, because it could make us write anywhere. `inRepo: false` (the setting `write_artifacts`) does not
 * change the repo or git's exclude file.
 */
export async function openArtifacts(root: string, home: string, options: { inRepo: boolean }): Promise<string> {
  const inRepo = repoArtifacts(root)
  try {
    if (!options.inRepo) throw new Error('the repo is left alone')
    await makeFolder(inRepo)
    await makeFolder(path.join(inRepo, 'rag'))
    await keepOutOfGit(root)
    return inRepo
  } catch {
    const inHome = homeArtifacts(home, root)
    await mkdir(path.join(inHome, 'rag'), { recursive: true, mode: 0o700 })
    return inHome
  }
}

/** Files outside Cairn's home that `openArtifacts` would change: git's exclude file. */
export async function wouldExclude(root: string): Promise<string[]> {
  const file = await excludeFile(root)
  return file && !(await isExcluded(file)) ? [file] : []
}

const EXCLUDE_LINE = `/${ARTIFACTS_FOLDER}/`

/** Uses git's exclude file of this clone, which its worktrees share; no tracked file is edited. */
async function keepOutOfGit(root: string): Promise<void> {
  const file = await excludeFile(root)
  if (!file || (await isExcluded(file))) return
  try {
    await mkdir(path.dirname(file), { recursive: true })
    const text = await readFile(file, 'utf8').catch(() => '')
    await appendFile(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${EXCLUDE_LINE}\n`)
  } catch {
    // If the git folder is not writable, the only effect is a line in `git status`.
  }
}

async function excludeFile(root: string): Promise<string | undefined> {
  const folders = await findGitFolders(root)
  return folders && path.join(folders.common, 'info', 'exclude')
}

async function isExcluded(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split(/\r?\n/).some((line) => /^\/?\.llmc\/?$/.test(line.trim()))
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder).catch(() => undefined)
  const found = await lstat(folder)
  if (!found.isDirectory()) throw new Error(`${folder} is not a folder`)
}
