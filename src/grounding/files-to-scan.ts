/** Which files a text scan has to read: those which the index proves to hold no match are left out. */
import type { TextNeed } from '../contract/text-need.ts'
import type { RepoView } from '../freshness/scope.ts'
import type { FileRow } from '../store/port.ts'
import type { ScannedFile } from './files-of.ts'
import type { Ground } from './ground.ts'

export async function filesToScan(
  repo: RepoView,
  files: readonly ScannedFile[],
  need: TextNeed | undefined,
  { view, rooms }: Pick<Ground, 'view' | 'rooms'>,
): Promise<readonly ScannedFile[]> {
  if (!view || !isCompared(repo)) return files
  const rows = await view.rows(repo.repo_id)
  const without = new Set(need && (await view.snapshot.filesWithout(repo.repo_id, need)))
  const hasNoMatch = (path: string): boolean => {
    const row = repo.changed.has(path) ? undefined : rows.at(path)
    return row !== undefined && (isBinary(row) || (without.has(path) && row.parser_version === rooms.parser_version))
  }
  return files.filter(({ path }) => !hasNoMatch(path))
}

/** Only then are the bytes of all files that are not `changed` known to be those that were indexed. */
const isCompared = ({ mode, compared, unchecked }: RepoView): boolean => mode !== 'live' && compared && unchecked === 0

/** By its bytes, with the rule that a scan has too. */
const isBinary = ({ role, reason }: FileRow): boolean => role === 'binary' && reason === 'binary'
