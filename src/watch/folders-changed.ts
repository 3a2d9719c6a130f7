/**
 * Whether anything was created, moved or removed in a folder since a given time. Starting to watch a repo takes a while, and a
 * folder created meanwhile in an unwatched part would never be watched. Its parent's modification time shows it.
 */
import path from 'node:path'
import { mapBounded } from '../base/bounded.ts'
import { listFolder } from '../base/repo-files/list-folder.ts'
import { seeAt } from '../base/repo-files/see.ts'

/** The clock of file systems is this coarse. */
const TICK_MS = 20
const AT_ONCE = 16

export async function foldersChanged(root: string, leave: ReadonlySet<string>, since_ms: number): Promise<boolean> {
  let level = [root]
  while (level.length > 0) {
    const seen = await mapBounded(level, AT_ONCE, (folder) => lookAt(root, folder, leave, since_ms - TICK_MS))
    if (seen.includes('changed')) return true
    level = seen.flatMap((each) => (each === 'changed' ? [] : each))
  }
  return false
}

/** Returns its subfolders; none for a folder that cannot be read. */
async function lookAt(root: string, folder: string, leave: ReadonlySet<string>, since_ms: number): Promise<'changed' | string[]> {
  try {
    const entries = await listFolder(root, path.relative(root, folder))
    const seen = await seeAt(folder)
    if (!seen || seen.mtimeMs >= since_ms) return 'changed'
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => path.join(folder, name))
      .filter((inner) => !leave.has(inner))
  } catch {
    return []
  }
}
