/** One searchable document as an answer shows it: its best summary, its lines as they are on disk, its place among others. */
import { documentId } from '../contract/identity.ts'
import { docTypes, type SearchLevel, type SearchResult } from '../contract/items.ts'
import { fileSummary } from '../enrich/file-summary.ts'
import { symbolSummary } from '../enrich/symbol-summary.ts'
import type { RepoView } from '../freshness/scope.ts'
import { callersLine } from './callers.ts'
import { enrichmentOf } from './enrichment.ts'
import {
  folderChildren,
  folderDocument,
  nestedSymbols,
  readTree,
  sectionDocument,
  symbolDocument,
  type Tree,
} from './hierarchy.ts'
import type { CurrentFile } from './reading.ts'
import { formerPath, keyOf } from './rebinding.ts'
import type { ToolCall } from './tool.ts'

/** Where a document is: `ordinal` counts in the file's symbols or sections, and is 0 otherwise. */
export type DocumentPlace = { repo: RepoView; level: SearchLevel; path: string; ordinal: number }

/** Without a score: that belongs to a search. All children are listed; the tool decides how many it shows. */
export type DescribedDocument = Omit<SearchResult, 'score'>

export interface Documents {
  /** undefined when it is not there any more: the file changed or went between search and answer. */
  describe(place: DocumentPlace): Promise<DescribedDocument | undefined>
}

type DocumentCall = Pick<ToolCall<Record<never, never>>, 'scope' | 'reading' | 'rebinding' | 'anchors'>

export function createDocuments({ scope, reading, rebinding, anchors }: DocumentCall): Documents {
  const trees = new Map<string, Promise<Tree | undefined>>()
  const treeOf = (repo: RepoView): Promise<Tree | undefined> => {
    const known =
      trees.get(repo.repo_id) ?? (scope.snapshot ? readTree(scope.snapshot, repo.repo_id) : Promise.resolve(undefined))
    trees.set(repo.repo_id, known)
    return known
  }
  const desk: Desk = { scope, reading, rebinding, anchors, treeOf }
  return {
    async describe(place) {
      if (place.level === 'module' || place.level === 'repo') return describeNote(place, desk)
      const current = await reading.current(place.repo, place.path)
      if (!current) return undefined
      if (place.level === 'file') return describeFile(place, current, desk)
      return place.level === 'symbol' ? describeSymbol(place, current, desk) : describeSection(place, current, desk)
    },
  }
}

type Desk = DocumentCall & { treeOf(repo: RepoView): Promise<Tree | undefined> }

async function describeNote({ repo, level, path }: DocumentPlace, desk: Desk): Promise<DescribedDocument | undefined> {
  const kind = level === 'repo' ? 'repo' : 'module'
  const note = await desk.scope.snapshot?.note(repo.repo_id, kind, path)
  const tree = await desk.treeOf(repo)
  if (!note || !tree) return undefined
  return {
    document_id: documentId(repo.repo_id, kind, path, ''),
    doc_type: docTypes[kind],
    repo_id: repo.repo_id,
    ...(kind === 'module' ? { file_path: path, parent_id: folderDocument(repo.repo_id, path, tree.modules) } : {}),
    content: note.content,
    children_ids: folderChildren(repo.repo_id, path, tree),
    binding: 'indexed',
    source: 'RAG_GRAPH',
  }
}

/** A live repo has no notes, so its files have no parent to name. */
async function parentOfFile(repo: RepoView, path: string, desk: Desk): Promise<{ parent_id?: string }> {
  const tree = repo.mode === 'live' ? undefined : await desk.treeOf(repo)
  return tree ? { parent_id: folderDocument(repo.repo_id, path, tree.modules) } : {}
}

async function describeFile({ repo, path }: DocumentPlace, current: CurrentFile, desk: Desk): Promise<DescribedDocument> {
  const outline = current.facts.outline()
  const { binding, source } = await desk.rebinding.marks(repo, current, -1)
  const written = await enrichmentOf(repo, path, null, desk.scope, { outline, was: { path: formerPath(repo, path), key: '' } })
  const sections = outline.sections.map((_, ordinal) => sectionDocument(repo.repo_id, path, outline.sections, ordinal))
  return {
    document_id: documentId(repo.repo_id, 'file', path, ''),
    doc_type: docTypes.file,
    repo_id: repo.repo_id,
    file_path: path,
    content: written?.summary ?? fileSummary({ path, language: current.language, outline }),
    ...(await parentOfFile(repo, path, desk)),
    children_ids: [...nestedSymbols(repo.repo_id, path, outline.symbols, -1), ...sections],
    start_line: 1,
    end_line: Math.max(1, current.file.lines.length),
    binding,
    source,
  }
}

async function describeSymbol(place: DocumentPlace, current: CurrentFile, desk: Desk): Promise<DescribedDocument | undefined> {
  const { repo, path, ordinal } = place
  const outline = current.facts.outline()
  const symbol = outline.symbols[ordinal]
  if (!symbol) return undefined
  const { binding, source, known } = await desk.rebinding.marks(repo, current, ordinal)
  const identity = { path: formerPath(repo, path), key: keyOf(known ?? symbol) }
  const written = await enrichmentOf(repo, path, symbol, desk.scope, { outline, was: identity })
  const summary = symbolSummary({ path, language: current.language, outline, ordinal, uses: current.facts.uses() })
  const callers = await callersLine(repo, identity, desk.scope)
  const parent = outline.symbols[symbol.parent]
  return {
    document_id: symbolDocument(repo.repo_id, path, symbol),
    doc_type: docTypes.symbol,
    repo_id: repo.repo_id,
    file_path: path,
    symbol_name: symbol.qualified_name,
    symbol: await desk.anchors.of(repo, path, symbol),
    kind: symbol.kind,
    content: [written?.summary ?? summary, callers].filter((part) => part !== '').join('\n'),
    parent_id: parent ? symbolDocument(repo.repo_id, path, parent) : documentId(repo.repo_id, 'file', path, ''),
    children_ids: nestedSymbols(repo.repo_id, path, outline.symbols, ordinal),
    start_line: symbol.start_line,
    end_line: symbol.end_line,
    binding,
    source,
  }
}

async function describeSection(place: DocumentPlace, current: CurrentFile, _desk: Desk): Promise<DescribedDocument | undefined> {
  const { repo, path, ordinal } = place
  const { sections } = current.facts.outline()
  const section = sections[ordinal]
  if (!section) return undefined
  const text = current.file.lines.slice(section.start_line - 1, section.end_line).join('\n')
  return {
    document_id: sectionDocument(repo.repo_id, path, sections, ordinal),
    doc_type: docTypes.doc,
    repo_id: repo.repo_id,
    file_path: path,
    ...(section.header_path === '' ? {} : { symbol_name: section.header_path }),
    content: text,
    parent_id: documentId(repo.repo_id, 'file', path, ''),
    children_ids: [],
    start_line: section.start_line,
    end_line: section.end_line,
    binding: current.binding,
    source: current.source,
  }
}
