/**
 * What linking asks about the paths of a repo: is there such a file, which files are in this folder, which folders end so. Each
 * question has a number; the numbers of a file's questions are stored with its links. When a path comes or goes, the questions that
 * it answers differently give the files to link again, whatever they call it.
 */
import { baseName, Folders, folderOf } from './folders.ts'

/** `file`: by its path without extensions, because an import is tried with many. */
export type PathQuestion =
  | { is: 'file'; path: string }
  | { is: 'named'; name: string }
  | { is: 'in-folder'; folder: string; ending: string }
  | { is: 'folder'; folder: string }
  | { is: 'folder-named'; name: string }

/** Two questions may share a number: then a file too many is linked again. */
export function questionNumber(question: PathQuestion): number {
  switch (question.is) {
    case 'file':
      return hash(1, stemOf(question.path))
    case 'named':
      return hash(2, question.name)
    case 'in-folder':
      return hash(hash(3, question.ending), question.folder)
    case 'folder':
      return hash(4, question.folder)
    case 'folder-named':
      return hash(5, question.name)
    default:
      return question satisfies never
  }
}

/** The path or name that it is about. */
export const textOf = (question: PathQuestion): string =>
  'path' in question ? question.path : 'folder' in question ? question.folder : question.name

/** The questions that have another answer when this path comes, goes, or becomes a module of another kind. */
export function questionsAbout(path: string): number[] {
  const folder = folderOf(path)
  return [
    questionNumber({ is: 'file', path }),
    questionNumber({ is: 'named', name: baseName(path) }),
    questionNumber({ is: 'in-folder', folder, ending: endingOf(path) }),
  ]
}

/** The questions about folders that came or went with these paths; `now` are the paths of the repo after the change. */
export function questionsAboutFolders(paths: readonly string[], now: ReadonlySet<string>): number[] {
  const changed = new Set(paths)
  const others = new Folders(new Set([...now].filter((path) => !changed.has(path))))
  const numbers: number[] = []
  for (const path of paths) {
    for (let folder = folderOf(path); folder !== '' && !others.has(folder); folder = folderOf(folder))
      numbers.push(questionNumber({ is: 'folder', folder }), questionNumber({ is: 'folder-named', name: baseName(folder) }))
  }
  return numbers
}

/** The last extension, with its dot; '' for none. */
const endingOf = (path: string): string => /\.[^./]*$/.exec(path)?.[0] ?? ''

const stemOf = (path: string): string => {
  const dot = path.indexOf('.', path.lastIndexOf('/') + 1)
  return dot < 0 ? path : path.slice(0, dot)
}

/** FNV-1a. */
function hash(seed: number, text: string): number {
  let mixed = (0x811c9dc5 ^ seed) >>> 0
  for (let at = 0; at < text.length; at++) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193) >>> 0
  return mixed
}
