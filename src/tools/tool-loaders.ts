/**
 * The tools of this room, in the order in which a newcomer needs them. Each is loaded on first use, so that a short command loads
 * only its own tool. `app` adds the tools of other rooms.
 */
import type { Tool } from './tool.ts'

export type ToolLoaders = Readonly<Record<string, () => Promise<Tool>>>

export const toolLoaders: ToolLoaders = {
  list_repos: async () => (await import('./list-repos.ts')).listRepos,
  explore_structure: async () => (await import('./explore-structure.ts')).exploreStructure,
  search_code: async () => (await import('./search-code.ts')).searchCode,
  get_file: async () => (await import('./get-file.ts')).getFile,
  get_document: async () => (await import('./get-document.ts')).getDocument,
  rag_search: async () => (await import('./rag-search.ts')).ragSearch,
  definition: async () => (await import('./definition.ts')).definition,
  where_used: async () => (await import('./where-used.ts')).whereUsed,
  lineage: async () => (await import('./lineage.ts')).lineage,
}
