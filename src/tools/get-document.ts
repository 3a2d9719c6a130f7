/** One document by its id: a search hit, its parent, one of its children. */

import { callOption, callWord } from '../contract/call-words.ts'
import { pathKey, readDocumentId, repoKey, symbolKey } from '../contract/identity.ts'
import type { ChildDocument, SearchResult } from '../contract/items.ts'
import { CairnProblem } from '../contract/problems.ts'
import type { Repo } from '../contract/repo.ts'
import type { ArgumentSpecs, GivenArguments } from '../contract/tool.ts'
import { visibleJson } from '../contract/visible.ts'
import { okResult } from '../envelope/result.ts'
import type { RepoView } from '../freshness/scope.ts'
import { sectionKey } from '../grounding/document-ids.ts'
import type { FoundDocument } from '../grounding/documents-now.ts'
import { type DescribedDocument, describeDocuments } from './describe-documents.ts'
import { offsetOf, pageArguments } from './list-arguments.ts'
import { defineTool, type ToolAnswer, type ToolCall } from './tool.ts'
import type { ToolContext } from './tool-context.ts'
import { registeredRepos } from './which-repos.ts'

/** A folder of generated files can have thousands; further pages list the rest. */
const CHILDREN_PER_PAGE = 100

const specs = {
  document_id: { type: 'string', required: true, describe: 'document_id, parent_id or one of children_ids.' },
  include_source: { type: 'boolean', default: false, describe: 'Add its source lines.' },
  ...pageArguments,
} as const satisfies ArgumentSpecs
export type GetDocumentArguments = GivenArguments<typeof specs>

export const getDocument = defineTool({
  name: 'get_document',
  title: 'Get document',
  description:
    'One document by id: summary, lines, parent_id, and its children with names, lines and ids (up to 100 a page). ' +
    'Use it to walk from a hit up to its file, folder and repo, or down to its members. include_source adds its lines.',
  arguments: specs,
  repos: async (args, context) => [await repoOfDocument(args.document_id, context)],
  async run(call): Promise<ToolAnswer<SearchResult>> {
    const { args, ground } = call
    const [repo] = ground.repos
    const document = repo && (await findDocument(repo, call))
    const [found] = document ? await describeDocuments([document], ground) : []
    if (!repo || !found) throw unknown(args.document_id)
    return { ...pageOfChildren(args.include_source ? await withSource(repo, found, call) : found, call), total: 1 }
  },
})

type Call = ToolCall<typeof specs>

const unknown = (id: string): CairnProblem => new CairnProblem('DOCUMENT_NOT_FOUND', { id })

async function repoOfDocument(id: string, context: ToolContext): Promise<Repo> {
  const address = readDocumentId(id)
  const repo = address && (await registeredRepos(context)).find(({ repo_id }) => repoKey(repo_id) === address.repo_key)
  if (!repo) throw unknown(id)
  return repo
}

/** Finds the document for the keys in an id. */
async function findDocument(repo: RepoView, call: Call): Promise<FoundDocument | undefined> {
  const address = readDocumentId(call.args.document_id)
  if (!address) return undefined
  const { level, path_key, key } = address
  if (level === 'repo') return { repo, level, path: '', ordinal: 0 }
  if (level === 'module') {
    const modules = (await call.ground.view?.snapshot.modulePaths(repo.repo_id)) ?? []
    const path = modules.find((module) => pathKey(module) === path_key)
    // Folders get their notes when an index is built. Without an index it is not known whether there is such a folder.
    if (path === undefined && repo.mode === 'live')
      throw new CairnProblem('RAG_UNAVAILABLE', { detail: `${repo.repo_id} has no index, so its folders have no summaries` })
    return path === undefined ? undefined : { repo, level, path, ordinal: 0 }
  }
  const path = await pathByKey(repo, path_key, call)
  if (path === undefined) return undefined
  if (level === 'file') return { repo, level, path, ordinal: 0 }
  const outline = (await call.ground.reading.current(repo, path))?.facts.outline()
  const ordinal =
    level === 'symbol'
      ? outline?.symbols.findIndex((symbol) => symbolKey(symbol.qualified_name, symbol.tag) === key)
      : outline?.sections.findIndex((_, at) => sectionKey(outline.sections, at) === key)
  return ordinal === undefined || ordinal < 0 ? undefined : { repo, level, path, ordinal }
}

/** A file that is not in the index yet is searched on disk. */
async function pathByKey(repo: RepoView, key: string, { ground, context }: Call): Promise<string | undefined> {
  const row = repo.mode === 'live' ? undefined : (await ground.view?.snapshot.filesByKey(repo.repo_id, [key]))?.get(key)
  if (row || repo.mode === 'index') return row?.path
  const files = await context.files.list(repo.root, { signal: context.signal })
  return files.find((file) => pathKey(file.path) === key)?.path
}

async function withSource(repo: RepoView, found: DescribedDocument, { ground }: Call): Promise<DescribedDocument> {
  if (found.doc_type === 'document' || found.file_path === undefined || found.start_line === undefined) return found
  const file = await ground.reading.quotes.file(repo.root, found.file_path)
  const lines = file?.lines.slice(found.start_line - 1, found.end_line) ?? []
  if (lines.length === 0) return found
  return { ...found, content: `${found.content}\n\n${lines.join('\n')}`, source_offset: found.content.length + 2 }
}

type Page = Pick<ToolAnswer<SearchResult>, 'items' | 'nextAfter' | 'next' | 'message'>

function pageOfChildren(found: DescribedDocument, call: Call): Page {
  const from = offsetOf(call.after)
  const all = found.children
  const withChildren = (count: number): SearchResult => itemWith(found, all.slice(from, from + count), from + count < all.length)
  let count = Math.min(CHILDREN_PER_PAGE, Math.max(0, all.length - from))
  while (count > 1 && !fitsBudget(withChildren(count), call)) count >>= 1
  const item = withChildren(count)
  const end = from + count
  const more = end < all.length
  return {
    items: [item],
    message:
      more || from > 0 ? `Children ${from + 1} to ${end} of ${all.length}${more ? '; the cursor lists the rest' : ''}.` : null,
    nextAfter: () => (more ? String(end) : null),
    next: nextCalls(item),
  }
}

const itemWith = (found: DescribedDocument, children: ChildDocument[], more: boolean): SearchResult => ({
  ...found,
  score: 1,
  children_ids: children.map(({ document_id }) => document_id),
  children,
  ...(more ? { children_truncated: true } : {}),
})

/** The part of the answer's size that children may take. The rest is for the document's own text. */
const CHILDREN_SHARE = 0.75

/** The envelope can shorten a text, but it does not know at which child the next page would start. */
function fitsBudget(item: SearchResult, { args, context }: Call): boolean {
  const budget = args.max_chars ?? context.settings.max_chars
  if (budget === null) return true
  const print = context.print ?? ((result) => visibleJson(result.toDict()))
  return Buffer.byteLength(print(okResult([{ ...item, content: '' }]))) <= budget * CHILDREN_SHARE
}

/** `asked`: how many repos the question was about; with several, each call names the repo of its item. */
export function nextCalls(item: Omit<SearchResult, 'score' | 'children_ids' | 'children'>, asked = 1): string[] {
  const lines = item.start_line === undefined ? '' : ` start_line=${item.start_line} end_line=${item.end_line}`
  return [
    ...(item.symbol ? [`where_used ${callWord(item.symbol)}${asked > 1 ? ` ${callOption('repo', item.repo_id)}` : ''}`] : []),
    ...(item.file_path !== undefined && item.doc_type !== 'module_summary'
      ? [`get_file ${item.repo_id} ${callWord(item.file_path)}${item.doc_type === 'file_index' ? '' : lines}`]
      : []),
    ...(item.doc_type === 'module_summary' ? [`explore_structure ${item.repo_id} ${callWord(item.file_path ?? '')}`] : []),
    ...(item.doc_type === 'repo_summary' ? [`explore_structure ${item.repo_id}`] : []),
  ]
}
