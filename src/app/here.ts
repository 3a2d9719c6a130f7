/** The repo a call is made from, registered or not, and the building of its first index. */

import { stat } from 'node:fs/promises'
import path from 'node:path'
import { CairnProblem } from '../contract/problems.ts'
import type { OnProgress } from '../contract/progress.ts'
import type { Repo } from '../contract/repo.ts'
import { findRepoRoot, isTooBroad } from '../workspace/repo-root.ts'
import { askedFrom, MOST_FILES_WITHOUT_GIT } from './asked-from.ts'
import type { BackgroundWork } from './background.ts'
import type { WorkOptions } from './port.ts'
import type { Rooms } from './rooms.ts'

/** The one repo that is meant in a folder; null in the home folder, a file system's root, or a folder that holds several. */
export const repoHere = async (rooms: Rooms, cwd: string): Promise<Repo | null> => (await askedFrom(rooms, cwd)).repo

/** Answers print paths from the root of the repo; a shell completes them from the folder one stands in. Both are understood. */
export async function pathFromHere(written: string, cwd: string): Promise<string> {
  const absolutePath = path.resolve(cwd, written)
  if (!(await stat(absolutePath).catch(() => undefined))) return written
  const inside = path.relative(await findRepoRoot(cwd), absolutePath)
  return inside.startsWith('..') || path.isAbsolute(inside) ? written : inside.split(path.sep).join('/') || '.'
}

/**
 * Builds the index of a repo nobody has indexed, when that takes seconds. A process that lives long builds a larger one in the
 * background; a one-shot command leaves it to `cairn index`. True when the index is there.
 */
export function createFirstBuild(
  rooms: Rooms,
  background: BackgroundWork | undefined,
): (repo: Repo, signal: AbortSignal | undefined, onProgress?: OnProgress) => Promise<boolean> {
  return async (repo, signal, onProgress) => {
    if (!rooms.policy.registers) return false
    try {
      const size = await sizeOf(repo, rooms, signal)
      if (size === 'not-a-repo') return false
      if (size <= rooms.configOf(repo.root).auto_index_files) {
        await build(repo, rooms, { ...(signal ? { signal } : {}), ...(onProgress ? { onProgress } : {}) })
        return true
      }
      background?.run(repo, 'build', (options) => build(repo, rooms, options))
      return false
    } catch (error) {
      if (!(error instanceof CairnProblem) || error.code === 'CANCELLED') throw error
      // Without a home to write to, or while another process builds, there is still an answer to be had from the files.
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

async function build(repo: Repo, rooms: Rooms, work: WorkOptions): Promise<void> {
  const { indexRepo } = await import('../indexer/index-repo.ts')
  const registered = await rooms.registry.register(repo.root)
  await indexRepo(registered, await rooms.indexRooms(), { ...work, wait_ms: WAIT_MS })
}

/** Another process that builds this repo takes longer than anyone waits for an answer. */
const WAIT_MS = 300
