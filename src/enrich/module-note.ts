/**
 * The note about a folder's contents, which is stored and ranked. Made from digests, so that a catch-up can rewrite the note of
 * one folder without reading the repo. The same tree gives the same bytes.
 */
import { compareText } from '../base/compare-text.ts'
import { addWords } from '../base/words.ts'
import type { FileDigest } from './file-digest.ts'
import { keyFiles } from './key-files.ts'
import { baseName, count, firstSentence, listSome } from './prose.ts'

/** Fits `NoteRecord` of the store's port. */
export type Note = { level: 'module' | 'repo'; path: string; content: string; words: Map<string, number> }
export type SubfolderDigest = { path: string; files: number }

const MOST_FILES = 40
const MOST_NAMES = 8
const MOST_SUBFOLDERS = 30

/** `files` are those of the folder itself; `subfolders` the folders right below, with all the files under each. */
export function moduleNote(folder: string, files: readonly FileDigest[], subfolders: readonly SubfolderDigest[]): Note {
  const sorted = [...files].sort((a, b) => compareText(a.path, b.path))
  const below = [...subfolders].sort((a, b) => compareText(a.path, b.path))
  const content = [
    headLine(folder, sorted, below),
    folderPurpose(sorted),
    below.length > 0 ? `Subfolders: ${listSome(below.map(subfolderWords), MOST_SUBFOLDERS)}` : '',
    keyFileLine(sorted),
    sorted.length > 0 ? `Files:\n${listSome(sorted.map(fileLine), MOST_FILES, '\n')}` : '',
  ]
  return {
    level: 'module',
    path: folder,
    content: content.filter((line) => line !== '').join('\n'),
    words: moduleWords(folder, sorted, below),
  }
}

/** `TypeScript 4, Markdown 1`, most first. */
export function languageCounts(files: readonly { language: string }[]): string {
  const counts = new Map<string, number>()
  for (const { language } of files) counts.set(language, (counts.get(language) ?? 0) + 1)
  const sorted = [...counts].filter(([language]) => language !== '').sort(([a, x], [b, y]) => y - x || compareText(a, b))
  return listSome(
    sorted.map(([language, amount]) => `${language} ${amount}`),
    6,
  )
}

function headLine(folder: string, files: readonly FileDigest[], below: readonly SubfolderDigest[]): string {
  const languages = languageCounts(files)
  const lines = files.reduce((sum, file) => sum + file.line_count, 0)
  const inside = `${count(files.length, 'file')}${languages === '' ? '' : ` (${languages})`}, ${count(lines, 'line')}`
  return `Folder ${folder === '' ? 'at the root' : `${folder}/`}: ${inside}${below.length > 0 ? `; ${count(below.length, 'subfolder')}` : ''}`
}

/** Files that describe their folder, the best first; compared with a file's name. */
export const speakers: readonly RegExp[] = [
  /^readme(?:\.\w+)?$/i,
  /^__init__\.py$/,
  /^(?:index|mod|lib)\.\w+$/,
  /^(?:doc\.go|package-info\.java)$/,
]

function folderPurpose(files: readonly FileDigest[]): string {
  for (const speaker of speakers) {
    const found = files.find((file) => speaker.test(baseName(file.path)) && (file.doc !== '' || file.title !== ''))
    if (found) return found.doc || found.title
  }
  // A Go package's comment may be in any of its files.
  return files.find((file) => file.language === 'go' && /^Package\s/.test(file.doc))?.doc ?? ''
}

const subfolderWords = ({ path, files }: SubfolderDigest): string => `${baseName(path)}/ (${count(files, 'file')})`

function keyFileLine(files: readonly FileDigest[]): string {
  const found = Object.entries(keyFiles(files.map((file) => baseName(file.path))))
  const named = found.filter(([, path]) => !path.endsWith('/')).map(([kind, path]) => `${path} (${kind.replace('_', ' ')})`)
  return named.length === 0 ? '' : `Key files: ${named.join(', ')}`
}

/** One line about a file, made from facts. */
export function fileLine(file: FileDigest): string {
  const names = listSome(chosenNames(file), MOST_NAMES)
  const about = firstSentence(file.doc) || file.title
  return `- ${baseName(file.path)}${about === '' ? '' : `: ${about}`}${names === '' ? '' : ` [${names}]`}`
}

function chosenNames(file: FileDigest): string[] {
  const exported = file.symbols.filter((symbol) => symbol.exported)
  return [...new Set((exported.length > 0 ? exported : file.symbols).map((symbol) => symbol.name))]
}

/**
 * The words by which search finds the folder. Its own name and path weigh most, because "what is in folder X" contains them.
 * File names say what each part is for; a single symbol adds little.
 */
function moduleWords(folder: string, files: readonly FileDigest[], below: readonly SubfolderDigest[]): Map<string, number> {
  const words = new Map<string, number>()
  addWords(words, baseName(folder), 6)
  addWords(words, folder, 2)
  addWords(words, folderPurpose(files), 3)
  for (const subfolder of below) addWords(words, baseName(subfolder.path), 2)
  for (const file of files) {
    addWords(words, baseName(file.path).replace(/\.\w+$/, ''), 2)
    addWords(words, file.title, 1)
    addWords(words, file.doc, 1)
    for (const symbol of file.symbols) addWords(words, symbol.name, 1)
  }
  return words
}
