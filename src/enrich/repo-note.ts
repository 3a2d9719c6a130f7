/** The note about a whole repo, which is stored and ranked: made from file names, counts and the digest of its README. */
import { compareText } from '../base/compare-text.ts'
import { addWords } from '../base/words.ts'
import type { FileDigest } from './file-digest.ts'
import { keyFiles } from './key-files.ts'
import { languageCounts, type Note } from './module-note.ts'
import { count, listSome } from './prose.ts'

export type RepoNoteInput = {
  /** The repo's id. */
  name: string
  files: readonly { path: string; language: string; role: string; line_count: number }[]
  /** Of the README nearest to the root (`readmeOf`), when there is one. */
  readme: FileDigest | undefined
}

const MOST_FOLDERS = 30
const MOST_ENTRIES = 8

export function repoNote({ name, files, readme }: RepoNoteInput): Note {
  const ranked = files.filter(isRanked)
  const folders = topFolders(files)
  const keys = Object.entries(keyFiles(files.map((file) => file.path)))
  const content = [
    `Repo ${name}: ${count(files.length, 'file')}, ${count(linesRounded(files), 'line')} of code and documents`,
    readme?.title ?? '',
    readme?.doc ?? '',
    `Languages by files: ${languageCounts(ranked) || 'none'}`,
    folders.length > 0 ? `Folders: ${listSome(folders.map(folderWords), MOST_FOLDERS)}` : '',
    keys.length > 0 ? `Key files: ${keys.map(([kind, path]) => `${path} (${kind.replace('_', ' ')})`).join(', ')}` : '',
    entryLine(ranked),
  ]
  return {
    level: 'repo',
    path: '',
    content: content.filter((line) => line !== '').join('\n'),
    words: repoWords(name, ranked, readme),
  }
}

/** The README of the whole repo; `repoNote` takes its digest. */
export const readmeOf = (paths: Iterable<string>): string | undefined => keyFiles(paths, ['readme']).readme

/** Lines of ranked files, rounded to two digits: with an exact number every edit would change the note. */
export function linesRounded(files: Iterable<{ role: string; line_count: number }>): number {
  let lines = 0
  for (const file of files) if (isRanked(file)) lines += file.line_count
  const unit = 10 ** Math.max(0, String(lines).length - 2)
  return Math.round(lines / unit) * unit
}

const isRanked = ({ role }: { role: string }): boolean => role === 'source' || role === 'document'

type Folder = { name: string; files: number }
const folderWords = ({ name, files }: Folder): string => `${name}/ (${count(files, 'file')})`

function topFolders(files: readonly { path: string }[]): Folder[] {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    const slash = path.indexOf('/')
    if (slash > 0) counts.set(path.slice(0, slash), (counts.get(path.slice(0, slash)) ?? 0) + 1)
  }
  return [...counts]
    .map(([name, amount]) => ({ name, files: amount }))
    .sort((a, b) => b.files - a.files || compareText(a.name, b.name))
}

/** The entry points of programs. Those of tests and samples are left out. */
function entryLine(files: readonly { path: string }[]): string {
  const entries = files
    .map((file) => file.path)
    .filter(
      (path) =>
        /(?:^|\/)(?:__main__|main|Main|Program)\.\w+$/.test(path) && !/(?:^|\/)(?:tests?|examples?|samples?|docs?)\//i.test(path),
    )
    .sort((a, b) => a.split('/').length - b.split('/').length || compareText(a, b))
  return entries.length === 0 ? '' : `Entry points: ${listSome(entries, MOST_ENTRIES)}`
}

/** Each file and folder name counts once, so that a folder of 5,000 fixtures does not outweigh the rest. */
function repoWords(name: string, files: RepoNoteInput['files'], readme: FileDigest | undefined): Map<string, number> {
  const words = new Map<string, number>()
  addWords(words, name, 8)
  addWords(words, readme?.title ?? '', 4)
  addWords(words, readme?.doc ?? '', 3)
  const names = new Set<string>()
  for (const file of files) {
    names.add(file.language)
    for (const part of file.path.split('/')) names.add(part.replace(/\.\w+$/, ''))
  }
  for (const part of [...names].sort(compareText)) addWords(words, part, 1)
  return words
}
