/** Deletes a repo's rows, its registration, and the files that Cairn wrote into it. Nothing else in the repo is touched. */

import { lstat, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import type { Repo } from '../contract/repo.ts'
import type { RemoveReport } from '../contract/reports.ts'
import { homeArtifacts, repoArtifacts } from '../workspace/artifacts.ts'
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

/** Deletes only files that Cairn writes, and follows no symbolic link, because its target may belong to someone else. */
async function artifactFiles(root: string): Promise<string[]> {
  const folder = repoArtifacts(root)
  const inside = path.join(folder, 'rag')
  const found: string[] = []
  if ((await kindOf(folder)) !== 'folder') return found
  const candidates = [path.join(folder, 'rag_graph.json')]
  if ((await kindOf(inside)) === 'folder') candidates.push(path.join(inside, 'index_status.json'))
  for (const file of candidates) if ((await kindOf(file)) === 'file') found.push(file)
  return found
}

async function removeArtifacts(root: string, files: readonly string[]): Promise<void> {
  for (const file of files) await rm(file, { force: true })
  // A folder that is not empty is kept, because others use it too.
  for (const folder of [path.join(repoArtifacts(root), 'rag'), repoArtifacts(root)])
    if ((await kindOf(folder)) === 'folder') await rmdir(folder).catch(() => undefined)
}

const kindOf = (absolutePath: string): Promise<'file' | 'folder' | 'other' | 'none'> =>
  lstat(absolutePath).then(
    (found) => (found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other'),
    () => 'none',
  )
