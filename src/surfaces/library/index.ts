/**
 * The package entry. Every function except the three constructors and `ragToolMeta` returns a Promise. Questions never throw: a
 * problem is an answer with status ERROR. Pinned by test/pins/library.test.ts.
 */
export type { LocatedSymbol } from '../../app/locate.ts'
export {
  type FindOptions,
  type FoundSymbol,
  findSymbolInSource,
  fingerprintOf,
  type SymbolAtLine,
  type SymbolHint,
  symbolAtLine,
} from '../../app/locate-in-source.ts'
export { computeRoute, loadStatus } from '../../app/route.ts'
export type {
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
export type {
  Binding,
  Completeness,
  DefinitionGroup,
  FreshnessCounts,
  HasToDict,
  RagResult,
  RagResultDict,
  RagToolMeta,
  RagToolMetaDict,
  RagToolSource,
  RagToolStatus,
  RepoFreshness,
  SourceTag,
} from '../../contract/envelope.ts'
export type { FreshnessState, IndexStatus, RouteDecision, StalePolicy } from '../../contract/freshness.ts'
export type {
  Answer,
  ChildDocument,
  Citation,
  DefinitionItem,
  DocType,
  Enrichment,
  FileContent,
  FileInfo,
  LineageItem,
  NavigationItem,
  OutlineEntry,
  RepoInfo,
  SearchItem,
  SearchLevel,
  SearchResult,
  Snippet,
  SnippetLocation,
  StructureInfo,
  ViaEdge,
  WhereUsedItem,
} from '../../contract/items.ts'
export type { CairnProblem, ProblemCode } from '../../contract/problems.ts'
export type { OnProgress, Progress } from '../../contract/progress.ts'
export type { IndexReport } from '../../contract/reports.ts'
export type { EdgeKind, SymbolKind, Tier } from '../../contract/symbol.ts'
export { errorResult, fallbackResult, okResult, ragToolMeta } from '../../envelope/result.ts'
export { buildGraphForRepo } from './build-graph-for-repo.ts'
export type { CallOptions } from './call.ts'
export { findSymbol, isFileDirty } from './locate.ts'
export {
  askCodebase,
  definition,
  exploreStructure,
  getDocument,
  getFile,
  type LineageResult,
  lineage,
  listRepos,
  type NavSearchResult,
  ragSearch,
  searchCode,
  toolRagLineage,
  toolRagSearch,
  toolRagWhereUsed,
  type WhereUsedResult,
  whereUsed,
} from './tools.ts'
export { openWorkspace, type Workspace, type WorkspaceRepo } from './workspace.ts'
