/** The tools as functions: same names in camelCase, same arguments, same envelope as on every other surface. */
import type {
  AskCodebaseArguments,
  DefinitionArguments,
  ExploreStructureArguments,
  GetDocumentArguments,
  GetFileArguments,
  LineageArguments,
  ListReposArguments,
  RagSearchArguments,
  SearchCodeArguments,
  WhereUsedArguments,
} from '../../app/tool-arguments.ts'
import type { RagResult } from '../../contract/envelope.ts'
import type { StalePolicy } from '../../contract/freshness.ts'
import type {
  Answer,
  DefinitionItem,
  FileContent,
  LineageItem,
  RepoInfo,
  SearchItem,
  SearchResult,
  StructureInfo,
  WhereUsedItem,
} from '../../contract/items.ts'
import { type CallOptions, call } from './call.ts'

/** Every line that matches a text or a regular expression. */
export type NavSearchResult = RagResult<SearchItem>
export type WhereUsedResult = RagResult<WhereUsedItem>
export type LineageResult = RagResult<LineageItem>

/** The registered repos, what they contain, whether their index is up to date. */
export const listRepos = (args: ListReposArguments = {}, options?: CallOptions): Promise<RagResult<RepoInfo>> =>
  call('list_repos', args, options)

/** The contents of a folder, or the outline of a file, from disk. */
export const exploreStructure = (args: ExploreStructureArguments, options?: CallOptions): Promise<RagResult<StructureInfo>> =>
  call('explore_structure', args, options)

/** Ranked search on one of five levels. */
export const searchCode = (args: SearchCodeArguments, options?: CallOptions): Promise<RagResult<SearchResult>> =>
  call('search_code', args, options)

/** A file, or some of its lines, as it is on disk now. */
export const getFile = (args: GetFileArguments, options?: CallOptions): Promise<RagResult<FileContent>> =>
  call('get_file', args, options)

/** One document by its id. */
export const getDocument = (args: GetDocumentArguments, options?: CallOptions): Promise<RagResult<SearchResult>> =>
  call('get_document', args, options)

/** Every line that matches. */
export const ragSearch = (args: RagSearchArguments, options?: CallOptions): Promise<NavSearchResult> =>
  call('rag_search', args, options)

/** The definitions of a name, or of the symbol used at a place. */
export const definition = (args: DefinitionArguments, options?: CallOptions): Promise<RagResult<DefinitionItem>> =>
  call('definition', args, options)

/** Every use of a symbol, certain ones first. */
export const whereUsed = (args: WhereUsedArguments, options?: CallOptions): Promise<WhereUsedResult> =>
  call('where_used', args, options)

/** Callers or callees over several hops. */
export const lineage = (args: LineageArguments, options?: CallOptions): Promise<LineageResult> => call('lineage', args, options)

/** The best hits for a question, quoted and cited, as Markdown; or the answer of a language model, if one is configured. */
export const askCodebase = (args: AskCodebaseArguments, options?: CallOptions): Promise<RagResult<Answer>> =>
  call('ask_codebase', args, options)

/** `ragSearch` in one repo. */
export const toolRagSearch = (
  query: string,
  repoRoot: string,
  options: { limit?: number; stalePolicy?: StalePolicy } = {},
): Promise<NavSearchResult> => ragSearch({ query, limit: options.limit ?? 20, ...policyOf(options) }, { repoRoot })

const policyOf = ({ stalePolicy }: { stalePolicy?: StalePolicy }): { stale_policy?: StalePolicy } =>
  stalePolicy === undefined ? {} : { stale_policy: stalePolicy }

/** `whereUsed` in one repo. */
export const toolRagWhereUsed = (
  symbol: string,
  repoRoot: string,
  options: { limit?: number; stalePolicy?: StalePolicy } = {},
): Promise<WhereUsedResult> => whereUsed({ symbol, limit: options.limit ?? 50, ...policyOf(options) }, { repoRoot })

/** `lineage` in one repo. */
export const toolRagLineage = (
  symbol: string,
  direction: string,
  repoRoot: string,
  options: { maxResults?: number; stalePolicy?: StalePolicy } = {},
): Promise<LineageResult> =>
  lineage({ symbol, direction, max_results: options.maxResults ?? 50, ...policyOf(options) }, { repoRoot })
