/** Paths become folders: what stands in each, and how much below. Tells which notes a build writes and a catch-up rewrites. */
import { compareText, type SubfolderDigest } from './module-note.ts'
import { folderOf } from './prose.ts'

export type Folder = { files: string[]; subfolders: SubfolderDigest[] }

/** Every folder that holds a file at any depth, '' (the root) included, by path. The root's note is the repo's. */
export function folderTree(paths: Iterable<string>): Map<string, Folder> {
  const files = new Map<string, string[]>()
  const amounts = new Map<string, number>()
  for (const path of paths) {
    const home = folderOf(path)
    const known = files.get(home)
    if (known) known.push(path)
    else files.set(home, [path])
    for (const folder of foldersAbove(path)) amounts.set(folder, (amounts.get(folder) ?? 0) + 1)
  }
  return assemble(files, amounts)
}

/** `src/a/b.ts` → `src/a`, `src`, ''. */
export function foldersAbove(path: string): string[] {
  const above: string[] = []
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    above.push(folder)
    if (folder === '') return above
  }
}

function assemble(files: ReadonlyMap<string, string[]>, amounts: ReadonlyMap<string, number>): Map<string, Folder> {
  const tree = new Map<string, Folder>()
  for (const folder of [...amounts.keys()].sort(compareText)) {
    tree.set(folder, { files: (files.get(folder) ?? []).sort(compareText), subfolders: [] })
    // A folder sorts before what is in it, so its parent is already there.
    if (folder !== '') tree.get(folderOf(folder))?.subfolders.push({ path: folder, files: amounts.get(folder) ?? 0 })
  }
  return tree
}
