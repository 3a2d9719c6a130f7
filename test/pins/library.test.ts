/** The package entry, name by name. Literals on purpose: a change here is a change for everyone who imports the package. */
import { describe, expect, expectTypeOf, it } from 'vitest'
import type {
  Answer,
  CallOptions,
  Citation,
  DefinitionItem,
  FileContent,
  FileInfo,
  FindOptions,
  FoundSymbol,
  FreshnessState,
  IndexStatus,
  LineageItem,
  LineageResult,
  NavSearchResult,
  OnProgress,
  RagResult,
  RagToolMeta,
  RagToolSource,
  RagToolStatus,
  RepoInfo,
  RouteDecision,
  SearchItem,
  SearchLevel,
  SearchResult,
  Snippet,
  SnippetLocation,
  SourceTag,
  StalePolicy,
  StructureInfo,
  SymbolAtLine,
  WhereUsedItem,
  WhereUsedResult,
} from '../../src/surfaces/library/index.ts'
import * as library from '../../src/surfaces/library/index.ts'

describe('pins: library', () => {
  it('[LI1] exports these values and no others', () => {
    expect(Object.keys(library).sort()).toEqual([
      'askCodebase',
      'buildGraphForRepo',
      'computeRoute',
      'definition',
      'errorResult',
      'exploreStructure',
      'fallbackResult',
      'findSymbol',
      'findSymbolInSource',
      'fingerprintOf',
      'getDocument',
      'getFile',
      'isFileDirty',
      'lineage',
      'listRepos',
      'loadStatus',
      'okResult',
      'openWorkspace',
      'ragSearch',
      'ragToolMeta',
      'searchCode',
      'symbolAtLine',
      'toolRagLineage',
      'toolRagSearch',
      'toolRagWhereUsed',
      'whereUsed',
    ])
  })

  it('[LI1] the functions accept and return these types', () => {
    expectTypeOf(library.toolRagSearch).toEqualTypeOf<
      (query: string, repoRoot: string, options?: { limit?: number; stalePolicy?: StalePolicy }) => Promise<NavSearchResult>
    >()
    expectTypeOf(library.toolRagWhereUsed).toEqualTypeOf<
      (symbol: string, repoRoot: string, options?: { limit?: number; stalePolicy?: StalePolicy }) => Promise<WhereUsedResult>
    >()
    expectTypeOf(library.toolRagLineage).toEqualTypeOf<
      (
        symbol: string,
        direction: string,
        repoRoot: string,
        options?: { maxResults?: number; stalePolicy?: StalePolicy },
      ) => Promise<LineageResult>
    >()
    expectTypeOf(library.buildGraphForRepo).toEqualTypeOf<
      (repoRoot: string, options?: { signal?: AbortSignal; onProgress?: OnProgress }) => Promise<IndexStatus>
    >()
    expectTypeOf(library.computeRoute).toEqualTypeOf<(repoRoot: string) => Promise<RouteDecision>>()
    expectTypeOf(library.loadStatus).toEqualTypeOf<(repoRoot: string) => Promise<IndexStatus | null>>()
    expectTypeOf(library.findSymbolInSource).toEqualTypeOf<
      (source: string, symbolPath: string, options: FindOptions) => Promise<FoundSymbol | null>
    >()
    expectTypeOf(library.symbolAtLine).toEqualTypeOf<
      (source: string, line: number, options: { language: string }) => Promise<SymbolAtLine | null>
    >()
    expectTypeOf(library.fingerprintOf).toEqualTypeOf<
      (source: string, symbolPath: string, options: { language: string }) => Promise<string | null>
    >()
    expectTypeOf(library.listRepos).returns.resolves.toEqualTypeOf<RagResult<RepoInfo>>()
    expectTypeOf(library.exploreStructure).returns.resolves.toEqualTypeOf<RagResult<StructureInfo>>()
    expectTypeOf(library.searchCode).returns.resolves.toEqualTypeOf<RagResult<SearchResult>>()
    expectTypeOf(library.getFile).returns.resolves.toEqualTypeOf<RagResult<FileContent>>()
    expectTypeOf(library.getDocument).returns.resolves.toEqualTypeOf<RagResult<SearchResult>>()
    expectTypeOf(library.ragSearch).returns.resolves.toEqualTypeOf<NavSearchResult>()
    expectTypeOf(library.definition).returns.resolves.toEqualTypeOf<RagResult<DefinitionItem>>()
    expectTypeOf(library.whereUsed).returns.resolves.toEqualTypeOf<WhereUsedResult>()
    expectTypeOf(library.lineage).returns.resolves.toEqualTypeOf<LineageResult>()
    expectTypeOf(library.askCodebase).returns.resolves.toEqualTypeOf<RagResult<Answer>>()
    expectTypeOf(library.searchCode).parameter(1).toEqualTypeOf<CallOptions | undefined>()
  })

  it('[LI1] the types of the arguments come from the declaration', () => {
    expectTypeOf<{ query: string; level: 'symbol'; limit: 3 }>().toExtend<Parameters<typeof library.searchCode>[0]>()
    expectTypeOf<{ symbol: string; direction: string; tier: readonly ['possible'] }>().toExtend<
      Parameters<typeof library.lineage>[0]
    >()
    expectTypeOf<{ query: string; level: 'doc'; repo: '*' }>().toExtend<Parameters<typeof library.askCodebase>[0]>()
    expectTypeOf<{ level: 'symbol' }>().not.toExtend<Parameters<typeof library.searchCode>[0]>()
    expectTypeOf<{ symbol: string; use: 'sings' }>().not.toExtend<Parameters<typeof library.whereUsed>[0]>()
    expectTypeOf<{ repo_id: string; file_path: string; start_line: 'one' }>().not.toExtend<
      Parameters<typeof library.getFile>[0]
    >()
  })

  it('[LI1, LI4] the types have the names of the JSON output', () => {
    expectTypeOf<FreshnessState>().toEqualTypeOf<'FRESH' | 'STALE' | 'UNKNOWN'>()
    expectTypeOf<SourceTag>().toEqualTypeOf<'RAG_GRAPH' | 'LOCAL_FALLBACK'>()
    expectTypeOf<RagToolSource>().toEqualTypeOf<'RAG_GRAPH' | 'LOCAL_FALLBACK' | 'NONE'>()
    expectTypeOf<RagToolStatus>().toEqualTypeOf<'OK' | 'FALLBACK' | 'ERROR'>()
    expectTypeOf<SnippetLocation>().toEqualTypeOf<{ path: string; start_line: number; end_line: number }>()
    expectTypeOf<Snippet>().toEqualTypeOf<{ text: string; location: SnippetLocation }>()
    expectTypeOf<RouteDecision>().toEqualTypeOf<{
      use_rag: boolean
      freshness_state: FreshnessState
      status: IndexStatus | null
    }>()
    expectTypeOf<FileInfo>().toEqualTypeOf<{
      name: string
      path: string
      language: string
      line_count: number
      has_summary: boolean
    }>()
    expectTypeOf<Citation>().toEqualTypeOf<{
      repo_id: string
      path: string
      start_line: number
      end_line: number
      document_id: string
    }>()
    expectTypeOf<Answer>().toEqualTypeOf<{
      answer: string
      citations: Citation[]
      level: SearchLevel
      mode: 'extractive' | 'llm'
      model?: string
      gaps: string[]
    }>()
    expectTypeOf<NavSearchResult>().toEqualTypeOf<RagResult<SearchItem>>()
    expectTypeOf<WhereUsedResult>().toEqualTypeOf<RagResult<WhereUsedItem>>()
    expectTypeOf<LineageResult>().toEqualTypeOf<RagResult<LineageItem>>()
    expectTypeOf<RagResult<SearchItem>['meta']>().toEqualTypeOf<RagToolMeta>()
    expectTypeOf<SearchItem['snippet']>().toEqualTypeOf<Snippet>()
  })
})
