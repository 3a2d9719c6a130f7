/** Describes searchable documents for an answer: the best summary, the current lines, parents and children. */
import { documentId } from '../contract/identity.ts'
import { type ChildDocument, docTypes, type Enrichment, type SearchResult } from '../contract/items.ts'
import { briefFileSummary, fileSummary } from '../enrich/file-summary.ts'
import { symbolSummary } from '../enrich/symbol-summary.ts'
import type { RepoView } from '../freshness/scope.ts'
import { anchorsNow } from '../grounding/anchors.ts'
import { byRepo } from '../grounding/by-repo.ts'
import { callersLines } from '../grounding/callers.ts'
import {
  folderChildren,
  folderDocument,
  nestedSymbols,
  readTree,
  sectionDocument,
  sectionsOf,
  symbolDocument,
  type Tree,
} from '../grounding/document-ids.ts'
import { type FoundDocument, isInFile } from '../grounding/documents-now.ts'
import { enrichmentsOf } from '../grounding/enrichment.ts'
import type { Ground } from '../grounding/ground.ts'
import { loadFiles } from '../grounding/load-files.ts'
import type { CurrentFile } from '../grounding/reading.ts'
import { formerPath, keyOf, type Marks } from '../grounding/rebinding.ts'
import { authorOf, folderEnrichments, withSummary } from './folder-enrichment.ts'

/** Without a score, because only a search has one. All children are described; the tool decides how many it shows, and how. */
export type DescribedDocument = Omit<SearchResult, 'score' | 'children_ids' | 'children'> & { children: ChildDocument[] }

/** `brief`: lines of the file or symbol are quoted beside its description, so what they show is left out. */
export type DescribeOptions = { brief?: boolean }

/** In the order given; undefined for a document that is gone because its file changed between search and answer. */
export async function describeDocuments(
  documents: readonly FoundDocument[],
  ground: Ground,
  options: DescribeOptions = {},
): Promise<(DescribedDocument | undefined)[]> {
  const trees = await readTrees(documents, ground)
  const notes = await describeNotes(
    documents.filter((document) => !isInFile(document)),
    trees,
    ground,
  )
  const inFiles = await describeInFiles(documents.filter(isInFile), trees, ground, options)
  const described = new Map([...notes, ...inFiles])
  return documents.map((document) => described.get(document))
}

type Trees = ReadonlyMap<RepoView, Tree>
type Described = [FoundDocument, DescribedDocument | undefined][]

/** Needed only for folders, repos and files, whose parent is a folder's document. A live repo has no notes about folders. */
async function readTrees(documents: readonly FoundDocument[], { view }: Ground): Promise<Trees> {
  const trees = new Map<RepoView, Tree>()
  for (const { repo, level } of documents) {
    if (!view || repo.mode === 'live' || trees.has(repo) || level === 'symbol' || level === 'doc') continue
    trees.set(repo, await readTree(view, repo.repo_id))
  }
  return trees
}

/** Who wrote the summary; nothing if rules made it. */
const writtenBy = (written: Enrichment | undefined): Pick<SearchResult, 'summary_by' | 'enrichment'> =>
  written ? { summary_by: authorOf(written), enrichment: written } : {}

async function describeNotes(documents: readonly FoundDocument[], trees: Trees, ground: Ground): Promise<Described> {
  const { view } = ground
  const level = documents[0]?.level === 'repo' ? 'repo' : 'module'
  const contents = await byRepo(documents, async (repo, group) => {
    const paths = group.map(({ path }) => path)
    const notes = await view?.snapshot.notes(repo.repo_id, level, paths)
    return paths.map((path) => notes?.get(path))
  })
  const texts = await folderEnrichments(documents, ground)
  return documents.map((document, at) => {
    const content = contents[at]
    const tree = trees.get(document.repo)
    return [document, content !== undefined && tree ? describeNote(document, content, texts[at], tree) : undefined]
  })
}

function describeNote(
  { repo, path, level: found }: FoundDocument,
  content: string,
  written: Enrichment | undefined,
  tree: Tree,
): DescribedDocument {
  const level = found === 'repo' ? 'repo' : 'module'
  return {
    document_id: documentId(repo.repo_id, level, path, ''),
    doc_type: docTypes[level],
    repo_id: repo.repo_id,
    ...(level === 'module' ? { file_path: path, parent_id: folderDocument(repo.repo_id, path, tree.modules) } : {}),
    content: written ? withSummary(content, written.summary) : content,
    ...writtenBy(written),
    children: folderChildren(repo.repo_id, path, tree),
    binding: 'indexed',
    source: 'RAG_GRAPH',
  }
}

/** A document of a file with all data that its description needs. */
type Known = Marks & {
  document: FoundDocument
  current: CurrentFile
  written: Enrichment | undefined
  callers: string
  anchor: string
}

async function describeInFiles(
  documents: readonly FoundDocument[],
  trees: Trees,
  ground: Ground,
  options: DescribeOptions,
): Promise<Described> {
  const known = await readKnown(documents, ground)
  return known.map((each) => [each.document, describeKnown(each, trees.get(each.document.repo), options)])
}

async function readKnown(documents: readonly FoundDocument[], ground: Ground): Promise<Known[]> {
  await loadFiles(documents, ground)
  const marked = (await Promise.all(documents.map((document) => readMarked(document, ground)))).filter(
    (each) => each !== undefined,
  )
  const symbols = marked.filter(({ document }) => document.level === 'symbol')
  const prose = marked.filter(({ document }) => document.level !== 'doc')
  const enrichments = await enrichmentsOf(
    prose.map(({ document: { repo, path }, symbol, current, was }) => ({
      repo,
      path,
      symbol,
      outline: current.facts.outline(),
      was,
    })),
    ground,
  )
  const callers = await callersLines(
    symbols.map(({ document: { repo }, was }) => ({ repo, target: was })),
    ground,
  )
  const anchors = await byRepo(
    symbols.map((each) => ({ ...each, repo: each.document.repo })),
    (repo, group) =>
      anchorsNow(
        repo,
        group.map(({ document: { path }, symbol }) => ({ path, fact: symbol })),
        ground,
      ),
  )
  return marked.map((each) => {
    const at = symbols.indexOf(each)
    const { document, current, binding, source } = each
    const written = enrichments[prose.indexOf(each)]
    return { document, current, binding, source, written, callers: callers[at] ?? '', anchor: anchors[at] ?? '' }
  })
}

async function readMarked(document: FoundDocument, { reading, rebinding }: Ground) {
  const { repo, level, path, ordinal } = document
  const current = await reading.current(repo, path)
  if (!current) return undefined
  if (level === 'doc') {
    const { binding, source } = current
    return { document, current, symbol: null, was: { path, key: '' }, binding, source }
  }
  const { known, binding, source } = await rebinding.marks(repo, current, level === 'symbol' ? ordinal : -1)
  const symbol = level === 'symbol' ? (current.facts.outline().symbols[ordinal] ?? null) : null
  const was = { path: formerPath(repo, path), key: level === 'symbol' ? keyOf(known ?? symbol) : '' }
  return { document, current, symbol, was, binding, source }
}

function describeKnown(known: Known, tree: Tree | undefined, options: DescribeOptions): DescribedDocument | undefined {
  switch (known.document.level) {
    case 'file':
      return describeFile(known, tree, options)
    case 'symbol':
      return describeSymbol(known, options)
    default:
      return describeSection(known)
  }
}

function describeFile(known: Known, tree: Tree | undefined, { brief = false }: DescribeOptions): DescribedDocument {
  const { document, current, written, binding, source } = known
  const { repo, path } = document
  const outline = current.facts.outline()
  return {
    document_id: documentId(repo.repo_id, 'file', path, ''),
    doc_type: docTypes.file,
    repo_id: repo.repo_id,
    file_path: path,
    content: written?.summary ?? (brief ? briefFileSummary : fileSummary)({ path, language: current.language, outline }),
    ...(tree ? { parent_id: folderDocument(repo.repo_id, path, tree.modules) } : {}),
    children: [...nestedSymbols(repo.repo_id, path, outline.symbols, -1), ...sectionsOf(repo.repo_id, path, outline.sections)],
    ...writtenBy(written),
    start_line: 1,
    end_line: Math.max(1, current.file.lines.length),
    binding,
    source,
  }
}

function describeSymbol(known: Known, { brief = false }: DescribeOptions): DescribedDocument | undefined {
  const { document, current, written, callers, anchor, binding, source } = known
  const { repo, path, ordinal } = document
  const outline = current.facts.outline()
  const symbol = outline.symbols[ordinal]
  if (!symbol) return undefined
  const summary = symbolSummary({ path, language: current.language, outline, ordinal, uses: current.facts.uses(), brief })
  const parent = outline.symbols[symbol.parent]
  return {
    document_id: symbolDocument(repo.repo_id, path, symbol),
    doc_type: docTypes.symbol,
    repo_id: repo.repo_id,
    file_path: path,
    symbol_name: symbol.qualified_name,
    symbol: anchor,
    kind: symbol.kind,
    content: [written?.summary ?? summary, callers].filter((part) => part !== '').join('\n'),
    parent_id: parent ? symbolDocument(repo.repo_id, path, parent) : documentId(repo.repo_id, 'file', path, ''),
    ...writtenBy(written),
    children: nestedSymbols(repo.repo_id, path, outline.symbols, ordinal),
    start_line: symbol.start_line,
    end_line: symbol.end_line,
    binding,
    source,
  }
}

function describeSection({ document, current, binding, source }: Known): DescribedDocument | undefined {
  const { repo, path, ordinal } = document
  const { sections } = current.facts.outline()
  const section = sections[ordinal]
  if (!section) return undefined
  return {
    document_id: sectionDocument(repo.repo_id, path, sections, ordinal),
    doc_type: docTypes.doc,
    repo_id: repo.repo_id,
    file_path: path,
    ...(section.header_path === '' ? {} : { symbol_name: section.header_path }),
    content: current.file.lines.slice(section.start_line - 1, section.end_line).join('\n'),
    parent_id: documentId(repo.repo_id, 'file', path, ''),
    children: [],
    start_line: section.start_line,
    end_line: section.end_line,
    binding,
    source,
  }
}
