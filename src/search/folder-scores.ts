/** How well folders answer a question, by the files in them. */
import type { RepoId } from '../contract/ids.ts'
import type { FileRow } from '../store/port.ts'
import { fileKey, type Part } from './candidates.ts'
import type { Scored } from './score.ts'

/** A folder answers by its files: the best one counts most, and two more a little. */
const FILES_OF_FOLDER = [1, 0.3, 0.2] as const
/** Files of a subfolder count for the folder above it too, but less: the subfolder says it more exactly. */
const FOLDER_ABOVE = 0.5

/** `files` best first. Folders that contain nothing but one folder (`src/main/java`) are one with it. */
export function folderScores(files: readonly Scored[], rowsOf: (repo: RepoId) => readonly FileRow[]): Map<string, Part> {
  const folders = new Map<string, Part & { count: number }>()
  for (const { document, score } of files) {
    const { repo_id } = document
    const entries = entriesOf(rowsOf(repo_id))
    let counted = score
    let isOwn = true
    for (const path of foldersAbove(document.path)) {
      if (!isOwn && (entries.get(path) ?? 0) > 1) counted *= FOLDER_ABOVE
      isOwn = false
      const key = fileKey(repo_id, path)
      const known = folders.get(key) ?? { ref: { repo_id, path, ordinal: 0 }, score: 0, count: 0 }
      folders.set(key, { ...known, score: known.score + counted * (FILES_OF_FOLDER[known.count] ?? 0), count: known.count + 1 })
    }
  }
  return folders
}

/** `a/b/c.ts` → a/b, a. The root is the repo, which has a level of its own. */
function* foldersAbove(path: string): Generator<string> {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) yield path.slice(0, at)
}

const known = new WeakMap<readonly FileRow[], ReadonlyMap<string, number>>()

/** Folder → how many files and folders are right in it. Counted once for each generation of a repo, whose list is the same object. */
function entriesOf(rows: readonly FileRow[]): ReadonlyMap<string, number> {
  const counted = known.get(rows)
  if (counted) return counted
  const entries = new Map<string, number>()
  const seen = new Set<string>()
  for (const { path } of rows) {
    let below = path
    for (const folder of foldersAbove(path)) {
      if (seen.has(below)) break
      seen.add(below)
      entries.set(folder, (entries.get(folder) ?? 0) + 1)
      below = folder
    }
  }
  known.set(rows, entries)
  return entries
}
