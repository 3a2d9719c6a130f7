/** The files that a text scan has to read: those which the index proves to hold no match are left out. */
import type { TextNeed } from '../contract/text-need.ts'
import type { RepoView } from '../freshness/scope.ts'
import { type FileChoice, filesOf, type ScannedFile } from './files-of.ts'
import type { Ground } from './ground.ts'

/** Fewer files are read as quickly as the index is asked. */
const FEW = 100

export async function filesToScan(
  repo: RepoView,
  choice: FileChoice,
  need: TextNeed | undefined,
  ground: Ground,
): Promise<ScannedFile[]> {
  const files = await filesOf(repo, choice, ground)
  const { view, rooms } = ground
  if (need === undefined || !view || !isCompared(repo) || files.length <= FEW) return files
  const rows = await view.rows(repo.repo_id)
  const without = new Set(await view.snapshot.filesWithout(repo.repo_id, need))
  return files.filter(
    ({ path }) => !without.has(path) || repo.changed.has(path) || rows.at(path)?.parser_version !== rooms.parser_version,
  )
}

/** Only then are the bytes of all files that are not `changed` known to be those that were indexed. */
const isCompared = ({ mode, compared, unchecked }: RepoView): boolean => mode !== 'live' && compared && unchecked === 0
