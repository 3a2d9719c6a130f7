/**
 * Notes on folders and on the repo: which ones a change affects, and their new text. A build and a catch-up make them from the
 * same rows and digests, so both result in the same notes.
 */

import type { Outline } from '../contract/facts-codec.ts'
import { digestOf, type FileDigest } from '../enrich/file-digest.ts'
import { moduleNote, type SubfolderDigest } from '../enrich/module-note.ts'
import { linesRounded, readmeOf, repoNote } from '../enrich/repo-note.ts'
import type { FileRow, NoteRecord } from '../store/port.ts'

export type NoteSource = {
  /** Every file of the repo as it will be. */
  rows: ReadonlyMap<string, FileRow>
  outline(path: string): Promise<Outline | undefined>
}

export type NoteChanges = { notes: NoteRecord[]; removeNotes: string[] }

type Folder = { files: string[]; subfolders: Set<string>; below: number }

/** What changed: paths that were added, changed or removed, and the rows before. */
export type Touched = { paths: readonly string[]; before: ReadonlyMap<string, FileRow> }

/** `touched` undefined = everything. `known`: folders that have a note now. */
export async function writeNotes(
  repoName: string,
  source: NoteSource,
  touched: Touched | undefined,
  known: readonly string[],
): Promise<NoteChanges> {
  const listed = touched?.paths.filter((path) => isListedAnew(touched.before.get(path), source.rows.get(path)))
  const edits = touched && listed?.length === 0 ? touched : undefined
  const folders = foldersOf(edits ? nearby(edits.paths, source.rows) : source.rows.keys())
  const wanted = touched ? new Set([...touched.paths.map(parentOf), ...(listed ?? []).flatMap(foldersAbove)]) : folders.keys()
  const notes: NoteRecord[] = []
  for (const path of [...wanted].sort()) {
    const folder = folders.get(path)
    if (folder && path !== '') notes.push(await noteOf(path, folder, folders, source))
  }
  if (!edits || changesRepoNote(edits, source)) notes.push(await noteOfRepo(repoName, source))
  return { notes, removeNotes: edits ? [] : known.filter((path) => !folders.has(path)) }
}

/**
 * New, gone, or of another role or language: then every folder above is counted again. An edit changes only its folder's note.
 */
const isListedAnew = (before: FileRow | undefined, after: FileRow | undefined): boolean =>
  before?.role !== after?.role || before?.language !== after?.language || before === undefined

/** All files of the folders that were edited in, those of their subfolders too. */
function* nearby(edited: readonly string[], rows: ReadonlyMap<string, FileRow>): Generator<string> {
  const folders = [...new Set(edited.map(parentOf))].map((folder) => `${folder}/`)
  for (const path of rows.keys()) if (folders.some((folder) => path.startsWith(folder))) yield path
}

/** The README's words, and the rounded number of lines: nothing else in the repo's note can change by an edit. */
function changesRepoNote({ paths, before }: Touched, { rows }: NoteSource): boolean {
  const readme = readmeOf(rows.keys())
  return paths.some((path) => path === readme) || linesRounded(before.values()) !== linesRounded(rows.values())
}

async function noteOf(
  path: string,
  folder: Folder,
  folders: ReadonlyMap<string, Folder>,
  source: NoteSource,
): Promise<NoteRecord> {
  const digests: FileDigest[] = []
  for (const file of folder.files) digests.push(await digestFrom(file, source))
  const subfolders = [...folder.subfolders].map(
    (below): SubfolderDigest => ({ path: below, files: folders.get(below)?.below ?? 0 }),
  )
  return moduleNote(path, digests, subfolders)
}

async function noteOfRepo(name: string, source: NoteSource): Promise<NoteRecord> {
  const readme = readmeOf(source.rows.keys())
  return repoNote({
    name,
    files: [...source.rows.values()],
    readme: readme === undefined ? undefined : await digestFrom(readme, source),
  })
}

async function digestFrom(path: string, source: NoteSource): Promise<FileDigest> {
  const row = source.rows.get(path)
  const ranked = row?.role === 'source' || row?.role === 'document'
  return digestOf(path, row?.language ?? '', row?.role ?? '', ranked ? await source.outline(path) : undefined)
}

function foldersOf(paths: Iterable<string>): Map<string, Folder> {
  const folders = new Map<string, Folder>()
  const at = (path: string): Folder => {
    const known = folders.get(path)
    if (known) return known
    const made: Folder = { files: [], subfolders: new Set(), below: 0 }
    folders.set(path, made)
    if (path !== '') at(parentOf(path)).subfolders.add(path)
    return made
  }
  for (const path of paths) {
    at(parentOf(path)).files.push(path)
    for (const folder of foldersAbove(path)) at(folder).below += 1
  }
  for (const folder of folders.values()) folder.files.sort()
  return folders
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** `a/b/c.ts` → a/b, a and the root ''. */
function foldersAbove(path: string): string[] {
  const above: string[] = []
  for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) above.push(folder)
  return [...above, '']
}
