/** Finds the repo that a call is made from, registered or not, and builds its first index. */

import path from 'node:path'
import { isFolder, seeTarget } from '../base/repo-files/see.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { OnProgress } from '../contract/progress.ts'
import type { Repo } from '../contract/repo.ts'
import { matchRepo } from '../workspace/match-repo.ts'
import { findRepoRoot, isTooBroad } from '../workspace/repo-root.ts'
import { askedFrom, MOST_FILES_WITHOUT_GIT } from './asked-from.ts'
import type { BackgroundWork } from './background.ts'
import type { EmbedWork } from './embed-work.ts'
import type { WorkOptions } from './port.ts'
import type { Rooms } from './rooms.ts'

/** The one repo for this folder; null in the home folder, a file system's root, or a folder that contains several repos. */
export const repoHere = async (rooms: Rooms, cwd: string): Promise<Repo | null> => (await askedFrom(rooms, cwd)).repo

/** Answers print paths from the repo's root; a shell completes them from the current folder. Both are accepted. */
export async function pathFromHere(written: string, cwd: string): Promise<string> {
  const absolutePath = path.resolve(cwd, written)
  if (!(await seeTarget(absolutePath))) return written
  const inside = path.relative(await findRepoRoot(cwd), absolutePath)
  return inside.startsWith('..') || path.isAbsolute(inside) ? written : inside.split(path.sep).join('/') || '.'
}

/** The folder of a registered repo, or the folder that the name is a path of. Registers nothing. */
export async function folderNamed(name: string, rooms: Rooms): Promise<string> {
  const { cwd } = rooms.options
  try {
    return (await matchRepo(await rooms.registry.list(), name, { cwd })).root
  } catch (error) {
    const folder = path.resolve(cwd, name)
    if (error instanceof CairnProblem && error.code === 'REPO_UNKNOWN' && (await isFolder(folder))) return folder
    throw error
  }
}

/**
 * Builds the index of a repo that has none, if that takes seconds. A long-lived process builds a larger one in the background; a
 * one-shot command leaves it to `cairn index`. Returns true when the index exists.
 */
export function createFirstBuild(
  rooms: Rooms,
  background: BackgroundWork | undefined,
  vectors: EmbedWork | undefined,
): (repo: Repo, signal: AbortSignal | undefined, onProgress?: OnProgress) => Promise<boolean> {
  return async (repo, signal, onProgress) => {
    // A server is asked only about registered repos, so building their index registers nothing new.
    if (!rooms.policy.registers && !rooms.policy.lives_long) return false
    try {
      const size = await sizeOf(repo, rooms, signal)
      if (size === 'not-a-repo') return false
      if (size <= rooms.configOf(repo.root).auto_index_files) {
        const work = { ...(signal ? { signal } : {}), ...(onProgress ? { onProgress } : {}) }
        await build(repo, rooms, { ...work, vectors: 'local' })
        vectors?.start(repo)
        return true
      }
      // Until this job ends, questions are answered from the files; vectors are made after it.
      background?.run(repo, 'build', (options) => build(repo, rooms, { ...options, vectors: 'none' }))
      return false
    } catch (error) {
      if (!(error instanceof CairnProblem) || error.code === 'CANCELLED') throw error
      // If the home is not writable, or another process is building, the question is still answered from the files.
      if (error.code !== 'INDEX_LOCKED') rooms.options.onWarning?.(`No index could be built: ${error.message} ${error.fix}`)
      return false
    }
  }
}

async function sizeOf(repo: Repo, rooms: Rooms, signal: AbortSignal | undefined): Promise<number | 'not-a-repo'> {
  if (await isTooBroad(repo.root)) return 'not-a-repo'
  const { listFiles } = await rooms.indexRooms()
  const { files, git } = await listFiles(repo.root, signal ? { signal } : {})
  return git.state === 'none' && files.length > MOST_FILES_WITHOUT_GIT ? 'not-a-repo' : files.length
}

async function build(repo: Repo, rooms: Rooms, work: WorkOptions & { vectors: 'local' | 'none' }): Promise<void> {
  const { indexRepo } = await import('../indexer/index-repo.ts')
  const registered = await rooms.registry.register(repo.root)
  await indexRepo(registered, await rooms.indexRooms(), { ...work, wait_ms: WAIT_MS })
}

/** Short, because a build by another process takes longer than a user waits for an answer. */
const WAIT_MS = 300
