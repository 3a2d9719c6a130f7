/**
 * How documents are nested: repo → module → file → symbol → nested symbol, and file → sections of a document. get_document
 * finds every id returned here.
 */
import type { SectionFact, SymbolFact } from '../contract/facts.ts'
import { documentId, symbolKey } from '../contract/identity.ts'
import type { RepoId } from '../contract/ids.ts'
import { type ChildDocument, docTypes } from '../contract/items.ts'
import type { IndexView } from '../store/index-view.ts'
import type { FileRow } from '../store/port.ts'

/** The folders and files of one repo that have documents. */
export type Tree = {
  /** Folders with a note. */
  modules: ReadonlySet<string>
  /** folder → files directly in it that have a file_index */
  files: ReadonlyMap<string, readonly string[]>
}

/** Kept with the rows, which are the same array while nothing was written. */
const trees = new WeakMap<readonly FileRow[], Tree>()

export async function readTree(view: IndexView, repo: RepoId): Promise<Tree> {
  const { all } = await view.rows(repo)
  const known = trees.get(all)
  if (known) return known
  const tree: Tree = { modules: new Set(await view.snapshot.modulePaths(repo)), files: filesByFolder(all) }
  trees.set(all, tree)
  return tree
}

function filesByFolder(rows: readonly FileRow[]): Tree['files'] {
  const files = new Map<string, string[]>()
  for (const row of rows) {
    if (!hasFileIndex(row)) continue
    const folder = folderOf(row.path)
    const list = files.get(folder)
    if (list) list.push(row.path)
    else files.set(folder, [row.path])
  }
  return files
}

/** Only source and documents are ranked, so only they have a file_index. */
export function hasFileIndex(row: FileRow): boolean {
  return row.parser_version !== '' && (row.role === 'source' || row.role === 'document')
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** The document of the nearest parent folder that has one, else the repo's. */
export function folderDocument(repo: RepoId, path: string, modules: ReadonlySet<string>): string {
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
    if (modules.has(folder)) return documentId(repo, 'module', folder, '')
  }
  return documentId(repo, 'repo', '', '')
}

/** The documents directly below a folder, folders first. A folder without a note is replaced by its contents. '' is the repo. */
export function folderChildren(repo: RepoId, folder: string, { modules, files }: Tree): ChildDocument[] {
  const own = folder === '' ? documentId(repo, 'repo', '', '') : documentId(repo, 'module', folder, '')
  const folders = [...modules].filter((path) => path !== folder && path !== '' && folderDocument(repo, path, modules) === own)
  const below = [...files].filter(([path]) =>
    path === folder ? true : !modules.has(path) && folderDocument(repo, `${path}/`, modules) === own,
  )
  return [
    ...folders.sort().map((path) => child(documentId(repo, 'module', path, ''), 'module', `${path}/`)),
    ...below.flatMap(([, paths]) => paths).map((path) => child(documentId(repo, 'file', path, ''), 'file', path)),
  ]
}

const child = (document_id: string, level: 'module' | 'file', name: string): ChildDocument => ({
  document_id,
  doc_type: docTypes[level],
  name,
})

export const symbolDocument = (repo: RepoId, path: string, symbol: SymbolFact): string =>
  documentId(repo, 'symbol', path, symbolKey(symbol.qualified_name, symbol.tag))

/** Symbols directly inside `parent` (-1: the file). */
export function nestedSymbols(repo: RepoId, path: string, symbols: readonly SymbolFact[], parent: number): ChildDocument[] {
  return symbols
    .filter((symbol) => symbol.parent === parent)
    .map((symbol) => ({
      document_id: symbolDocument(repo, path, symbol),
      doc_type: docTypes.symbol,
      name: symbol.qualified_name,
      kind: symbol.kind,
      start_line: symbol.start_line,
      end_line: symbol.end_line,
    }))
}

export function sectionsOf(repo: RepoId, path: string, sections: readonly SectionFact[]): ChildDocument[] {
  return sections.map(({ header_path, start_line, end_line }, ordinal) => ({
    document_id: sectionDocument(repo, path, sections, ordinal),
    doc_type: docTypes.doc,
    name: header_path,
    start_line,
    end_line,
  }))
}

export const sectionDocument = (repo: RepoId, path: string, sections: readonly SectionFact[], ordinal: number): string =>
  documentId(repo, 'doc', path, sectionKey(sections, ordinal))

/** Sections with the same header path are numbered. */
export function sectionKey(sections: readonly SectionFact[], ordinal: number): string {
  const header = sections[ordinal]?.header_path ?? ''
  const before = sections.slice(0, ordinal).filter((section) => section.header_path === header).length
  // A section before the first heading has no header path; a key of '' would be the file's.
  return symbolKey(header === '' ? '\0' : header, String(before + 1))
}
