/** Where Cairn writes the files of one repo: its `.llmc/` folder, or a folder in Cairn's home if that is not writable. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { hashBytes } from '../base/hash.ts'
import { realPath } from '../base/repo-files/see.ts'
import { makeFolderInside } from '../base/repo-files/write-inside.ts'
import { keepOutOfGit } from './keep-out-of-git.ts'

/** Never listed, never indexed. */
const ARTIFACTS_FOLDER = '.llmc'

export type Artifacts = {
  /** The folder, as it is shown. */
  folder: string
  /** What is written must really be below this folder, which has no links in it: the repo's root, or Cairn's home. */
  below: string
  /** The path of the folder below it. */
  relative: string
}

/** In the repo itself. */
export const repoArtifacts = (root: string): string => path.join(root, ARTIFACTS_FOLDER)

/** For a repo that is not writable. The folder's name includes a hash of the root, because two repos may have the same name. */
export const homeArtifacts = (home: string, root: string): string => path.join(home, inHome(root))

const inHome = (root: string): string =>
  path.join('artifacts', `${path.basename(root).replace(/[^\w.-]+/g, '-')}-${hashBytes(root).slice(0, 10)}`)

/**
 * Creates and returns the folder for this repo's files: `.llmc/`, excluded from git, else one in Cairn's home. A `.llmc` that is
 * a link is not followed, because it could make us write anywhere. `inRepo: false` (the setting `write_artifacts`) does not
 * change the repo or git's exclude file.
 */
export async function openArtifacts(root: string, home: string, options: { inRepo: boolean }): Promise<Artifacts> {
  const below = options.inRepo ? await realPath(root) : undefined
  try {
    if (below === undefined) return await openHomeArtifacts(root, home)
    await makeFolderInside(below, path.join(ARTIFACTS_FOLDER, 'rag'))
    await keepOutOfGit(root, ARTIFACTS_FOLDER)
    return { folder: repoArtifacts(root), below, relative: ARTIFACTS_FOLDER }
  } catch {
    return openHomeArtifacts(root, home)
  }
}

export async function openHomeArtifacts(root: string, home: string): Promise<Artifacts> {
  const folder = homeArtifacts(home, root)
  await mkdir(path.join(folder, 'rag'), { recursive: true, mode: 0o700 })
  return { folder, below: (await realPath(home)) ?? home, relative: inHome(root) }
}
