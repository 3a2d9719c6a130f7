/** How well folders answer a question, by the files in them. */
import type { RepoId } from '../contract/ids.ts'
import type { FileRow } from '../store/port.ts'
import { fileKey, type Part } from './candidates.ts'
import type { Scored } from './score.ts'

/** How much the best file of a folder counts, and the two after it. */
const FILES_OF_FOLDER = [1, 0.3, 0.2] as const
/** Files of a subfolder count for the folder above it too, but less: the subfolder says it more exactly. */
const FOLDER_ABOVE = 0.5

/** `files` best first. A folder that contains nothing but one folder (`src/main/java`) counts as the same folder. */
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

const entriesByRows = new WeakMap<readonly FileRow[], ReadonlyMap<string, number>>()

/** Folder → how many files and folders are directly in it. Counted once for each list of rows; a repo has one for each generation. */
function entriesOf(rows: readonly FileRow[]): ReadonlyMap<string, number> {
  const counted = entriesByRows.get(rows)
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
  entriesByRows.set(rows, entries)
  return entries
}
