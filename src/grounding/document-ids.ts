/**
 * How documents stand in each other: repo → module → file → symbol → nested symbol, and file → sections of a document. Every
 * id handed out here is one that get_document finds.
 */
import type { SectionFact, SymbolFact } from '../contract/facts.ts'
import { documentId, symbolKey } from '../contract/identity.ts'
import type { RepoId } from '../contract/ids.ts'
import type { IndexView } from '../store/index-view.ts'
import type { FileRow } from '../store/port.ts'

/** The folders and files of one repo that have documents, read once per answer. */
export type Tree = {
  /** Folders with a note. */
  modules: ReadonlySet<string>
  /** folder → files right in it that have a file_index */
  files: ReadonlyMap<string, readonly string[]>
}

export async function readTree(view: IndexView, repo: RepoId): Promise<Tree> {
  const files = new Map<string, string[]>()
  for (const row of (await view.rows(repo)).all) {
    if (!hasFileIndex(row)) continue
    const folder = folderOf(row.path)
    const list = files.get(folder)
    if (list) list.push(row.path)
    else files.set(folder, [row.path])
  }
  return { modules: new Set(await view.snapshot.modulePaths(repo)), files }
}

/** Only source and documents are ranked, so only they have a file_index. */
export function hasFileIndex(row: FileRow): boolean {
  return row.parser_version !== '' && (row.role === 'source' || row.role === 'document')
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** The document of the nearest folder above that has one, else the repo's. */
export function folderDocument(repo: RepoId, path: string, modules: ReadonlySet<string>): string {
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
    if (modules.has(folder)) return documentId(repo, 'module', folder, '')
  }
  return documentId(repo, 'repo', '', '')
}

/** What stands right below a folder, folders first. A folder without a note is looked through. '' is the repo itself. */
export function folderChildren(repo: RepoId, folder: string, { modules, files }: Tree): string[] {
  const own = folder === '' ? documentId(repo, 'repo', '', '') : documentId(repo, 'module', folder, '')
  const folders = [...modules].filter((path) => path !== folder && path !== '' && folderDocument(repo, path, modules) === own)
  const below = [...files].filter(([path]) =>
    path === folder ? true : !modules.has(path) && folderDocument(repo, `${path}/`, modules) === own,
  )
  return [
    ...folders.sort().map((path) => documentId(repo, 'module', path, '')),
    ...below.flatMap(([, paths]) => paths).map((path) => documentId(repo, 'file', path, '')),
  ]
}

export const symbolDocument = (repo: RepoId, path: string, symbol: SymbolFact): string =>
  documentId(repo, 'symbol', path, symbolKey(symbol.qualified_name, symbol.tag))

/** Symbols right inside `parent` (-1: the file). */
export function nestedSymbols(repo: RepoId, path: string, symbols: readonly SymbolFact[], parent: number): string[] {
  return symbols.filter((symbol) => symbol.parent === parent).map((symbol) => symbolDocument(repo, path, symbol))
}

export const sectionDocument = (repo: RepoId, path: string, sections: readonly SectionFact[], ordinal: number): string =>
  documentId(repo, 'doc', path, sectionKey(sections, ordinal))

/** Two sections with one header path are told apart by their number among equals. */
export function sectionKey(sections: readonly SectionFact[], ordinal: number): string {
  const header = sections[ordinal]?.header_path ?? ''
  const before = sections.slice(0, ordinal).filter((section) => section.header_path === header).length
  // A section before the first heading has no header path; a key of '' would be the file's.
  return symbolKey(header === '' ? '\0' : header, String(before + 1))
}
