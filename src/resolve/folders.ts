/**
 * The paths of a repo by folder and by file name, for finding modules by their written names. Built on first use. What is asked is
 * told to `note`, with the number of paths that were gone through: links depend on the answer.
 */
import type { PathQuestion } from './path-questions.ts'

type Note = (question: PathQuestion, found?: number) => void

export class Folders {
  private readonly paths: ReadonlySet<string>
  private byFolder: Map<string, string[]> | undefined
  private byName: Map<string, string[]> | undefined
  private lastNames: Map<string, string[]> | undefined
  private readonly note: Note

  constructor(paths: ReadonlySet<string>, note: Note = () => undefined) {
    this.paths = paths
    this.note = note
  }

  /** Does this folder contain a file, at any depth? '' is the repo's root. */
  has(folder: string): boolean {
    this.note({ is: 'folder', folder })
    return this.folders().has(folder)
  }
  /** The files directly in a folder, sorted. Nothing is noted: only for what depends on the names that these files define. */
  content(folder: string): readonly string[] {
    return this.folders().get(folder) ?? []
  }
  /** The files directly in a folder whose names end so (`.go`), sorted. */
  files(folder: string, ending: string): readonly string[] {
    const content = this.content(folder)
    this.note({ is: 'in-folder', folder, ending }, content.length)
    return content.filter((path) => path.endsWith(ending))
  }
  /** Every file with this file name (`package.json`), nearest to the root first. */
  named(name: string): readonly string[] {
    if (!this.byName) {
      this.byName = new Map()
      for (const path of this.paths) push(this.byName, baseName(path), path)
      for (const list of this.byName.values()) list.sort(byDepth)
    }
    const found = this.byName.get(name) ?? []
    this.note({ is: 'named', name }, found.length)
    return found
  }
  /** Folders whose path ends in these segments: `a/b` finds `src/main/java/a/b`. */
  endingIn(segments: string): readonly string[] {
    if (!this.lastNames) {
      this.lastNames = new Map()
      for (const folder of this.folders().keys()) push(this.lastNames, baseName(folder), folder)
      for (const list of this.lastNames.values()) list.sort(byDepth)
    }
    const ending = this.lastNames.get(baseName(segments)) ?? []
    this.note({ is: 'folder-named', name: baseName(segments) }, ending.length)
    return ending.filter((folder) => folder === segments || folder.endsWith(`/${segments}`))
  }

  private folders(): Map<string, string[]> {
    if (this.byFolder) return this.byFolder
    const folders = new Map<string, string[]>([['', []]])
    for (const path of this.paths) {
      let folder = folderOf(path)
      push(folders, folder, path)
      while (folder !== '') {
        folder = folderOf(folder)
        if (folders.has(folder)) break
        folders.set(folder, [])
      }
    }
    for (const list of folders.values()) list.sort()
    this.byFolder = folders
    return folders
  }
}

/** The folder of a path; '' for the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? '' : path.slice(0, slash)
}
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
export const inFolder = (folder: string, name: string): string =>
  folder === '' ? name : name === '' ? folder : `${folder}/${name}`

/** The folder itself and its ancestors, nearest first, the root last. */
export function* foldersAround(folder: string): Generator<string> {
  yield folder
  let at = folder
  while (at !== '') {
    at = folderOf(at)
    yield at
  }
}

/** `a/b` + `../c` → `a/c`; undefined when it leaves the repo. */
export function joinPath(folder: string, relative: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

const byDepth = (a: string, b: string): number => a.split('/').length - b.split('/').length || (a < b ? -1 : 1)

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}
