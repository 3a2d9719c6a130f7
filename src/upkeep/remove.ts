/** Deletes a repo's rows, its registration, and the files that Cairn wrote into it. Nothing else in the repo is touched. */

import { rm } from 'node:fs/promises'
import path from 'node:path'
import { readTextInside } from '../base/repo-files/read-inside.ts'
import { kindAt, realPath } from '../base/repo-files/see.ts'
import { removeFileInside, removeFolderInside } from '../base/repo-files/write-inside.ts'
import type { Repo } from '../contract/repo.ts'
import type { RemoveReport } from '../contract/reports.ts'
import { homeArtifacts, repoArtifacts } from '../workspace/artifacts.ts'
import { EVERYTHING } from '../workspace/keep-out-of-git.ts'
import { withRepoLock } from './repo-lock.ts'
import type { UpkeepRooms } from './upkeep-rooms.ts'

export type RemoveOptions = { dryRun?: boolean; signal?: AbortSignal }

export async function remove(repo: Repo, rooms: UpkeepRooms, options: RemoveOptions = {}): Promise<RemoveReport> {
  const { repos } = await (await rooms.openReader()).size()
  const report: RemoveReport = {
    repo_id: repo.repo_id,
    root: repo.root,
    freed_bytes: repos.find((each) => each.repo_id === repo.repo_id)?.bytes ?? 0,
    removed_files: await artifactFiles(repo.root),
    dry_run: options.dryRun ?? false,
  }
  if (options.dryRun) return report
  const writer = await rooms.openWriter()
  await withRepoLock(repo.repo_id, writer, { wait_ms: rooms.lock_wait_ms, ...options }, async () => {
    await writer.removeRepo(repo.repo_id)
    await rooms.registry.remove(repo.repo_id)
  })
  await removeArtifacts(repo.root, report.removed_files)
  await rm(homeArtifacts(rooms.home, repo.root), { recursive: true, force: true })
  return report
}

/** Only files that Cairn writes, and none through a symbolic link, because its target may belong to someone else. */
async function artifactFiles(root: string): Promise<string[]> {
  const folder = repoArtifacts(root)
  const found: string[] = []
  if ((await kindAt(folder)) !== 'folder') return found
  const candidates = ['rag_graph.json']
  if ((await kindAt(path.join(folder, 'rag'))) === 'folder') candidates.push(path.join('rag', 'index_status.json'))
  for (const file of candidates) if ((await kindAt(path.join(folder, file))) === 'file') found.push(path.join(folder, file))
  const real = await realPath(root)
  const ignore = path.join(folder, '.gitignore')
  if (real !== undefined && (await readTextInside(real, path.relative(root, ignore))) === EVERYTHING) found.push(ignore)
  return found
}

async function removeArtifacts(root: string, files: readonly string[]): Promise<void> {
  const real = await realPath(root)
  if (real === undefined) return
  for (const file of files) await removeFileInside(real, path.relative(root, file))
  // A folder that is not empty is kept, because others use it too.
  const folder = path.relative(root, repoArtifacts(root))
  for (const each of [path.join(folder, 'rag'), folder]) await removeFolderInside(real, each)
}
